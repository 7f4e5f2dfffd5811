//! The nodes: boards with their values and ports, and the ends.

use mdp2048_rules::Board;

use super::edges;
use super::measure::{self, BOARD_EDGE, PORT, TILE, TILE_GAP};
use super::plan::Plan;
use super::{Anchor, Area, SceneGroup, SceneShape, Subject, rectangle, text};
use crate::figure::{Figure, Node, NodeRole};
use crate::graph::Ending;
use crate::numbers;

/// The nodes, each followed by the marks of the ends beside it.
pub(super) fn draw(figure: &Figure, plan: &Plan) -> Vec<SceneGroup> {
    let mut groups = Vec::new();
    for at in 0..figure.nodes().len() {
        groups.push(node(figure, plan, at));
        groups.extend(stubs(figure, plan, at));
    }
    groups
}

fn node(figure: &Figure, plan: &Plan, at: usize) -> SceneGroup {
    let node = &figure.nodes()[at];
    let area = plan.areas[at];
    let mut shapes = Vec::new();
    match node.board {
        Some(board) => {
            let (width, height) = measure::board(board.shape());
            let square = Area { width, height, ..area };
            shapes.extend(ring(node, square));
            shapes.extend(draw_board(board, square));
            let line = match (node.value, node.ending) {
                (Some(value), _) => Some(numbers::value(figure.game(), value)),
                (None, ended) => ended.map(|outcome| outcome.name().to_owned()),
            };
            if let Some(line) = line {
                let y = area.y + height + 15.0;
                shapes.push(text("value", area.x + width / 2.0, y, Anchor::Middle, line));
            }
            shapes.extend(rows(figure, plan, at));
        }
        None => {
            shapes.push(rectangle("mark", area, 6.0));
            let (x, y) = (area.x + area.width / 2.0, area.y + area.height / 2.0 + 4.0);
            let name = node.id.split('-').next().unwrap_or_default();
            match measure::share(figure, node) {
                Some(share) => {
                    shapes.push(text("mark-text", x, y - 7.0, Anchor::Middle, name));
                    shapes.push(text("mark-text share", x, y + 9.0, Anchor::Middle, share));
                }
                None => shapes.push(text("mark-text", x, y, Anchor::Middle, name)),
            }
        }
    }
    let class = class(figure, node);
    SceneGroup { subject: Subject::Node(at), class, tooltip: tooltip(figure, node), shapes }
}

fn class(figure: &Figure, node: &Node) -> String {
    let role = match node.role {
        NodeRole::State => "state",
        NodeRole::Afterstate => "afterstate",
        NodeRole::End(_) => "end",
    };
    let start = if node.start > 0.0 { " start" } else { "" };
    let ended = node.ending.map_or(String::new(), |outcome| format!(" {}", outcome.name()));
    let idle = if figure.is_flow && node.occupancy == Some(0.0) { " idle" } else { "" };
    format!("item {role}{start}{ended}{idle}")
}

/// What there is to say of an node.
fn tooltip(figure: &Figure, node: &Node) -> String {
    let Some(board) = node.board else {
        let ended = match node.role {
            NodeRole::End(Ending::Win) => "The game is won",
            _ => "The game is lost",
        };
        return match measure::share(figure, node) {
            Some(share) => format!("{ended}: {share} of all games"),
            None => ended.to_owned(),
        };
    };
    let mut parts = vec![match node.role {
        NodeRole::Afterstate => format!("Afterstate {board}"),
        _ => format!("State {board}, tile sum {}", board.tile_sum()),
    }];
    match node.ending {
        Some(Ending::Win) => parts.push("won".to_owned()),
        Some(Ending::Lose) => parts.push("lost".to_owned()),
        None => {}
    }
    if node.start > 0.0 {
        let start = numbers::percent(node.start);
        parts.push(format!("{start} of games start here"));
    }
    if let Some(value) = node.value {
        let name = numbers::value_name(figure.game());
        parts.push(format!("{name} {}", numbers::value(figure.game(), value)));
    }
    if let Some(occupancy) = node.occupancy {
        parts.push(format!("visited by {} of games", numbers::percent(occupancy)));
    }
    for port in &node.ports {
        let names: Vec<_> = port.actions.iter().map(|action| action.name()).collect();
        let value = port
            .value
            .map_or(String::new(), |value| format!(" {}", numbers::value(figure.game(), value)));
        let best = if port.is_best { ", best" } else { "" };
        parts.push(format!("{}{value}{best}", names.join(" or ")));
    }
    parts.join("; ")
}

/// The outline of a state where games start or end.
fn ring(node: &Node, square: Area) -> Option<SceneShape> {
    let wider = |by: f64| Area {
        x: square.x - by,
        y: square.y - by,
        width: square.width + 2.0 * by,
        height: square.height + 2.0 * by,
    };
    (node.start > 0.0 || node.ending.is_some()).then(|| rectangle("ring", wider(3.5), 7.5))
}

/// A board on its square.
pub(super) fn draw_board(board: Board, square: Area) -> Vec<SceneShape> {
    let mut shapes = vec![rectangle("board", square, 4.5)];
    for (cell, tile) in board.tiles().enumerate() {
        let (row, column) = (cell / board.shape().cols(), cell % board.shape().cols());
        let x = square.x + BOARD_EDGE + column as f64 * (TILE + TILE_GAP);
        let y = square.y + BOARD_EDGE + row as f64 * (TILE + TILE_GAP);
        let area = Area { x, y, width: TILE, height: TILE };
        if tile.is_empty() {
            shapes.push(rectangle("cell", area, 2.5));
            continue;
        }
        let face = tile.to_string();
        shapes.push(rectangle(&format!("tile t{face}"), area, 2.5));
        let digits = face.len().min(4);
        let base = y + TILE / 2.0 + [4.2, 4.2, 3.5, 2.8][digits - 1];
        let class = format!("face d{digits} f{face}");
        shapes.push(text(&class, x + TILE / 2.0, base, Anchor::Middle, face));
    }
    shapes
}

/// The ports of a state, and its directions that are not allowed.
fn rows(figure: &Figure, plan: &Plan, at: usize) -> Vec<SceneShape> {
    let node = &figure.nodes()[at];
    let mut shapes = Vec::new();
    for (place, row) in plan.rows[at].iter().enumerate() {
        let (x, y) = plan.row_at(figure, at, place);
        let port = row.port.map(|port| &node.ports[port]);
        let class = match port {
            _ if row.letters.is_empty() => continue,
            None => "port blocked",
            Some(port) if port.is_taken && !port.is_best => "port taken",
            Some(port) if port.is_best => "port best",
            Some(port) if port.is_shown => "port",
            Some(_) => "port aside",
        };
        let width = row.letters_width();
        if port.is_some() {
            let area = Area { x, y: y - PORT / 2.0, width, height: PORT };
            shapes.push(rectangle(class, area, 4.0));
        }
        let class = format!("{class} letters");
        shapes.push(text(&class, x + width / 2.0, y + 3.4, Anchor::Middle, row.letters.clone()));
    }
    shapes
}

/// The marks of the ends that follow directly, beside the ports that lead there.
fn stubs(figure: &Figure, plan: &Plan, at: usize) -> Vec<SceneGroup> {
    let mut groups = Vec::new();
    for (place, row) in plan.rows[at].iter().enumerate() {
        let (x, y) = plan.row_at(figure, at, place);
        let mut x = x + row.letters_width();
        for (number, label) in &row.stubs {
            let edge = &figure.edges()[*number];
            let width = measure::stub_width(label);
            let area = Area { x: x + 1.5, y: y - PORT / 2.0, width: width - 1.5, height: PORT };
            groups.push(SceneGroup {
                subject: Subject::Edge(*number),
                class: format!("{} stub", edges::class(figure, edge)),
                tooltip: edges::tooltip(figure, edge),
                shapes: vec![
                    rectangle("mark", area, 4.0),
                    text(
                        "mark-text",
                        x + (width + 1.5) / 2.0,
                        y + 3.4,
                        Anchor::Middle,
                        label.clone(),
                    ),
                ],
            });
            x += width;
        }
    }
    groups
}
