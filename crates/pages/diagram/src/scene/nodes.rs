//! Nodes: boards with their values and ports, and endings.

use std::f64::consts::PI;
use std::fmt::Write as _;

use mdp2048_display::Percentage;
use mdp2048_display::svg::{Area, SvgShape, coordinate};
use mdp2048_rules::Board;

use super::edges;
use super::plan::ScenePlan;
use super::shapes::{SceneGroup, Subject, centred_text, text};
use super::sizes::{self, BOARD_BORDER, PORT_HEIGHT, TILE, TILE_GAP, VALUE_INDENT};
use crate::figure::{Figure, Node, NodeRole};
use crate::graph::Ending;

/// The distance of the value's baseline below the board.
const VALUE_BASELINE: f64 = 17.0;

/// The distance of the baseline of a value beside the board from the middle of the board.
const BESIDE_BASELINE: f64 = 4.0;

/// The distances of baselines below the middle line, for the texts of ports and of ending nodes.
/// They centre the text vertically. The middle of a star is below that of its area.
pub(super) const PORT_BASELINE: f64 = 4.0;
const LOSE_BASELINE: f64 = 4.0;
const WIN_BASELINE: f64 = 6.5;

/// The corner radii.
const BOARD_RADIUS: f64 = 4.5;
const TILE_RADIUS: f64 = 2.5;
pub(super) const PORT_RADIUS: f64 = 4.0;

/// The outline of a start state or of a finished game: its distance from the board and its radius.
const RING_DISTANCE: f64 = 3.5;
const RING_RADIUS: f64 = 7.5;

/// The gap between a port and a stub, or between two stubs.
const STUB_GAP: f64 = 1.5;

/// The distance of a tile's baseline below the middle of the tile, by the number of digits. The
/// font is smaller for more digits.
const FACE_BASELINES: [f64; 4] = [4.2, 4.2, 3.5, 2.8];

/// Draws the nodes, each followed by its stubs.
pub(super) fn draw(figure: &Figure, plan: &ScenePlan) -> Vec<SceneGroup> {
    let mut groups = Vec::new();
    for at in 0..figure.nodes.len() {
        groups.push(draw_node(figure, plan, at));
        groups.extend(draw_stubs(figure, plan, at));
    }
    groups
}

fn draw_node(figure: &Figure, plan: &ScenePlan, at: usize) -> SceneGroup {
    let node = &figure.nodes[at];
    let area = plan.areas[at];
    let shapes = match node.board {
        Some(board) => {
            let (width, height) = sizes::board(board.shape());
            let board_area = Area { width, height, ..area };
            let mut shapes = Vec::new();
            if node.start > 0.0 || node.ending.is_some() {
                shapes.push(SvgShape::rectangle(
                    "ring",
                    board_area.grown(RING_DISTANCE),
                    RING_RADIUS,
                ));
            }
            shapes.extend(draw_board(board, board_area));
            if let Some(line) = sizes::value_text(figure, node) {
                shapes.push(if figure.has_value_beside(node) {
                    let y = area.y + height / 2.0 + BESIDE_BASELINE;
                    text("value", area.x + width + VALUE_INDENT, y, line)
                } else {
                    let y = area.y + height + VALUE_BASELINE;
                    centred_text("value", area.x + width / 2.0, y, line)
                });
            }
            shapes.extend(draw_ports(figure, plan, at));
            shapes
        }
        None => draw_ending_node(figure, node, area),
    };
    SceneGroup {
        subject: Subject::Node(at),
        class: class(figure, node),
        tooltip: tooltip(figure, node),
        shapes,
    }
}

/// Draws a node that is an ending: a star or an oval with its name, and below it its share of games
/// where the figure shows flow.
fn draw_ending_node(figure: &Figure, node: &Node, area: Area) -> Vec<SvgShape> {
    let NodeRole::End(ending) = node.role else { return Vec::new() };
    let (width, height) = sizes::ending(ending);
    let middle = area.x + area.width / 2.0;
    let shape = Area { x: middle - width / 2.0, width, height, ..area };
    let (path, baseline) = match ending {
        Ending::Win => (star(shape), WIN_BASELINE),
        Ending::Lose => (oval(shape), LOSE_BASELINE),
    };
    let y = area.y + height / 2.0 + baseline;
    let mut shapes =
        vec![SvgShape::path("mark", path), centred_text("mark-text", middle, y, ending.name())];
    if let Some(share) = sizes::share_of_games(figure, node) {
        shapes.push(centred_text("value", middle, area.y + height + VALUE_BASELINE, share));
    }
    shapes
}

/// The path of a star with five points that fills an area. It is wide enough for a short word.
fn star(area: Area) -> String {
    /// The distance of the inner corners from the middle, relative to that of the points.
    const INNER: f64 = 0.6;
    let radius = area.width / (2.0 * (0.4 * PI).sin());
    let (x, y) = (area.x + area.width / 2.0, area.y + radius);
    let mut path = String::new();
    for at in 0..10 {
        let (sin, cos) = (0.2 * PI * f64::from(at)).sin_cos();
        let distance = if at % 2 == 0 { radius } else { INNER * radius };
        let letter = if at == 0 { 'M' } else { 'L' };
        let [x, y] = [x + distance * sin, y - distance * cos].map(coordinate);
        // Writing to a string does not fail.
        let _ = write!(path, "{letter}{x} {y}");
    }
    path + "z"
}

/// The path of an oval that fills an area.
fn oval(area: Area) -> String {
    let [x, y] = [area.x, area.y + area.height / 2.0].map(coordinate);
    let [rx, ry] = [area.width / 2.0, area.height / 2.0].map(coordinate);
    let [right, left] = [area.width, -area.width].map(coordinate);
    format!("M{x} {y}a{rx} {ry} 0 1 1 {right} 0a{rx} {ry} 0 1 1 {left} 0z")
}

/// The CSS classes of a node.
fn class(figure: &Figure, node: &Node) -> String {
    let role = match node.role {
        NodeRole::State => "state",
        NodeRole::Afterstate => "afterstate",
        NodeRole::End(_) => "end",
    };
    let start = if node.start > 0.0 { " start" } else { "" };
    let ending = node.ending.map_or(String::new(), |ending| format!(" {}", ending.name()));
    let idle = if figure.is_flow && node.occupancy == Some(0.0) { " idle" } else { "" };
    format!("item {role}{start}{ending}{idle}")
}

/// The tooltip of a node: its board, its numbers and its actions.
fn tooltip(figure: &Figure, node: &Node) -> String {
    let Some(board) = node.board else {
        let ending = match node.role {
            NodeRole::End(Ending::Win) => "The game is won",
            _ => "The game is lost",
        };
        return match sizes::share_of_games(figure, node) {
            Some(share) => format!("{ending}: {share} of all games"),
            None => ending.to_owned(),
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
        let share = Percentage::computed(node.start).short();
        parts.push(format!("{share} of games start here"));
    }
    if let Some(value) = node.value {
        let name = figure.measure().name_in_state();
        parts.push(format!("{name} {}", figure.value_text(value)));
    }
    if let Some(occupancy) = node.occupancy {
        let share = Percentage::computed(occupancy).short();
        parts.push(format!("visited by {share} of games"));
    }
    for port in &node.ports {
        let names: Vec<_> = port.actions.iter().map(|action| action.name()).collect();
        let value =
            port.value.map_or(String::new(), |value| format!(" {}", figure.value_text(value)));
        let best = if port.is_best { ", best" } else { "" };
        parts.push(format!("{}{value}{best}", names.join(" or ")));
    }
    parts.join("; ")
}

/// Draws a board with its tiles.
fn draw_board(board: Board, area: Area) -> Vec<SvgShape> {
    let mut shapes = vec![SvgShape::rectangle("board", area, BOARD_RADIUS)];
    for (cell, tile) in board.tiles().enumerate() {
        let (row, column) = (cell / board.shape().cols(), cell % board.shape().cols());
        let x = area.x + BOARD_BORDER + column as f64 * (TILE + TILE_GAP);
        let y = area.y + BOARD_BORDER + row as f64 * (TILE + TILE_GAP);
        let tile_area = Area { x, y, width: TILE, height: TILE };
        if tile.is_empty() {
            shapes.push(SvgShape::rectangle("cell", tile_area, TILE_RADIUS));
            continue;
        }
        let face = tile.to_string();
        shapes.push(SvgShape::rectangle(format!("tile t{face}"), tile_area, TILE_RADIUS));
        let digits = face.len().min(FACE_BASELINES.len());
        let baseline = y + TILE / 2.0 + FACE_BASELINES[digits - 1];
        let class = format!("face d{digits} f{face}");
        shapes.push(centred_text(&class, x + TILE / 2.0, baseline, face));
    }
    shapes
}

/// Draws the ports of a state, and the arrows of its actions that are not allowed.
fn draw_ports(figure: &Figure, plan: &ScenePlan, at: usize) -> Vec<SvgShape> {
    let node = &figure.nodes[at];
    let mut shapes = Vec::new();
    for (place, row) in plan.rows[at].iter().enumerate() {
        let (x, y) = plan.row_start(figure, at, place);
        let port = row.port.map(|port| &node.ports[port]);
        let class = match port {
            _ if row.arrows.is_empty() => continue,
            None => "port blocked",
            Some(port) if port.is_taken && !port.is_best => "port taken",
            Some(port) if port.is_best => "port best",
            Some(port) if port.is_shown => "port",
            Some(_) => "port aside",
        };
        let width = row.arrows_width();
        if port.is_some() {
            let area = Area { x, y: y - PORT_HEIGHT / 2.0, width, height: PORT_HEIGHT };
            shapes.push(SvgShape::rectangle(class, area, PORT_RADIUS));
        }
        let class = format!("{class} arrows");
        let arrows = row.arrows.clone();
        shapes.push(centred_text(&class, x + width / 2.0, y + PORT_BASELINE, arrows));
    }
    shapes
}

/// Draws the stubs of a node, each beside the port where its edge begins.
fn draw_stubs(figure: &Figure, plan: &ScenePlan, at: usize) -> Vec<SceneGroup> {
    let mut groups = Vec::new();
    for (place, row) in plan.rows[at].iter().enumerate() {
        let (row_x, y) = plan.row_start(figure, at, place);
        let mut x = row_x + row.arrows_width();
        for stub in &row.stubs {
            let edge = &figure.edges[stub.edge];
            let width = sizes::stub_width(&stub.text);
            let area = Area {
                x: x + STUB_GAP,
                y: y - PORT_HEIGHT / 2.0,
                width: width - STUB_GAP,
                height: PORT_HEIGHT,
            };
            let middle = x + (width + STUB_GAP) / 2.0;
            let text = stub.text.clone();
            groups.push(SceneGroup {
                subject: Subject::Edge(stub.edge),
                class: format!("{} stub", edges::class(figure, edge)),
                tooltip: edges::tooltip(figure, edge),
                shapes: vec![
                    SvgShape::rectangle("mark", area, PORT_RADIUS),
                    centred_text("mark-text", middle, y + PORT_BASELINE, text),
                ],
            });
            x += width;
        }
    }
    groups
}
