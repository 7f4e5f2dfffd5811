//! The edges as smooth curves.

use std::fmt::Write as _;

use super::plan::Plan;
use super::{Anchor, SceneGroup, SceneShape, Subject, text};
use crate::figure::{Edge, EdgeEnd, Figure};
use crate::graph::Ending;
use crate::numbers::{self, coordinate};

/// The edges that are curves, those of best actions over the others.
pub(super) fn draw(figure: &Figure, plan: &Plan) -> Vec<SceneGroup> {
    let mut numbers: Vec<usize> =
        (0..figure.edges().len()).filter(|&at| !plan.ways[at].is_empty()).collect();
    let rank = |at: usize| {
        let edge = &figure.edges()[at];
        (edge.is_best, figure.ending_of(edge).is_none())
    };
    numbers.sort_by_key(|&at| rank(at));
    numbers.into_iter().map(|at| draw_edge(figure, plan, at)).collect()
}

fn draw_edge(figure: &Figure, plan: &Plan, at: usize) -> SceneGroup {
    let edge = &figure.edges()[at];
    let way = &plan.ways[at];
    let mut shapes = vec![SceneShape::Path {
        class: "line".to_owned(),
        path: curve(way),
        width: line_width(figure, edge),
    }];
    if figure.is_small && edge.port.is_none() {
        let [.., (from_x, from_y), (to_x, to_y)] = way[..] else {
            return group(figure, at, shapes);
        };
        // Nearer to where it leads, where the edges have drawn apart.
        let (x, y) = along((from_x, from_y), (to_x, to_y), 0.72);
        let label = numbers::probability(edge.probability);
        shapes.push(text("probability", x, y + 4.0, Anchor::Middle, label));
    }
    group(figure, at, shapes)
}

fn group(figure: &Figure, at: usize, shapes: Vec<SceneShape>) -> SceneGroup {
    let edge = &figure.edges()[at];
    SceneGroup {
        subject: Subject::Edge(at),
        class: class(figure, edge),
        tooltip: tooltip(figure, edge),
        shapes,
    }
}

/// The classes of a edge or of the mark where it ends.
pub(super) fn class(figure: &Figure, edge: &Edge) -> String {
    let mut class = "link".to_owned();
    let mut add = |is_so: bool, name: &str| {
        if is_so {
            class.push(' ');
            class.push_str(name);
        }
    };
    add(edge.only_four, "four");
    add(edge.is_best, "best");
    add(edge.is_taken, "taken");
    add(figure.is_flow, "flow");
    match figure.ending_of(edge) {
        Some(Ending::Win) => add(true, "win"),
        Some(Ending::Lose) => add(true, "lose"),
        None => {}
    }
    class
}

/// What there is to say of a edge.
pub(super) fn tooltip(figure: &Figure, edge: &Edge) -> String {
    let name = |node: usize| {
        let node = &figure.nodes()[node];
        node.board.map_or_else(|| node.id.clone(), |board| board.to_string())
    };
    let mut tooltip = name(edge.from);
    if let Some(port) = edge.port {
        let names: Vec<_> =
            figure.nodes()[edge.from].ports[port].actions.iter().map(|it| it.name()).collect();
        let _ = write!(tooltip, ", {}", names.join(" or "));
    }
    let to = match edge.to {
        EdgeEnd::Node(node) => name(node),
        EdgeEnd::Stub(outcome) => outcome.name().to_owned(),
    };
    let _ =
        write!(tooltip, " \u{2192} {to}: probability {}", numbers::probability(edge.probability));
    if edge.only_four {
        tooltip.push_str(", by a random 4");
    }
    if let (true, Some(flow)) = (figure.is_flow, edge.flow) {
        let _ = write!(tooltip, "; {} of all games go along here", numbers::percent(flow));
    }
    tooltip
}

fn line_width(figure: &Figure, edge: &Edge) -> f64 {
    match edge.flow.filter(|_| figure.is_flow) {
        Some(flow) => flow_width(flow),
        None => width(edge.probability),
    }
}

/// The width of a line by how many games go along it; thin ones are as wide as can be seen.
pub(super) fn flow_width(flow: f64) -> f64 {
    (14.0 * flow).max(0.6)
}

/// The width of a line, by its probability.
pub(super) fn width(probability: f64) -> f64 {
    0.8 + 3.4 * probability
}

/// Level across the columns, smooth between them.
fn curve(way: &[(f64, f64)]) -> String {
    let mut path = String::new();
    let Some(&(x, y)) = way.first() else {
        return path;
    };
    let _ = write!(path, "M{} {}", coordinate(x), coordinate(y));
    for pair in way.windows(2) {
        let [(from_x, from_y), (x, y)] = *pair else {
            continue;
        };
        if (from_y - y).abs() < 0.05 {
            if x - from_x > 0.05 {
                let _ = write!(path, "H{}", coordinate(x));
            }
        } else {
            let middle = coordinate((from_x + x) / 2.0);
            let _ = write!(
                path,
                "C{middle} {} {middle} {} {} {}",
                coordinate(from_y),
                coordinate(y),
                coordinate(x),
                coordinate(y)
            );
        }
    }
    path
}

/// The point of the curve between two columns at a part of its parameter.
fn along((from_x, from_y): (f64, f64), (to_x, to_y): (f64, f64), t: f64) -> (f64, f64) {
    let s = 1.0 - t;
    let middle = (from_x + to_x) / 2.0;
    let x = s * s * s * from_x + 3.0 * s * t * middle + t * t * t * to_x;
    let y = (s * s * s + 3.0 * s * s * t) * from_y + (3.0 * s * t * t + t * t * t) * to_y;
    (x, y)
}
