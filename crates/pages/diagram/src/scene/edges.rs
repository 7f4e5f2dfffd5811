//! Edges as smooth curves.

use std::fmt::Write as _;

use mdp2048_display::svg::{SvgShape, coordinate};
use mdp2048_display::{Percentage, probability};

use super::plan::{Point, ScenePlan};
use super::shapes::{SceneGroup, Subject, centred_text};
use crate::figure::{Edge, EdgeEnd, Figure};

/// The stroke width of an impossible transition, and what a probability of 1 adds to it.
const STROKE_WIDTH: f64 = 0.8;
const STROKE_WIDTH_PER_PROBABILITY: f64 = 3.4;

/// The stroke width of an edge along which all games go, and the least width.
const FLOW_WIDTH: f64 = 14.0;
const MIN_FLOW_WIDTH: f64 = 0.6;

/// The curve parameter where the probability is written, between 0 at the left end and 1 at the
/// right end. It is nearer to the right end, where the edges of an afterstate are farther from
/// each other.
const LABEL_PARAMETER: f64 = 0.72;

/// The distance of the label's baseline below the curve, which centres the label on the curve.
const LABEL_BASELINE: f64 = 4.0;

/// Lengths below this are drawn as 0, because coordinates are written with one decimal.
const NEGLIGIBLE: f64 = 0.05;

/// Draws the edges that are curves. Edges of best actions are in front of the others.
pub(super) fn draw(figure: &Figure, plan: &ScenePlan) -> Vec<SceneGroup> {
    let mut curves: Vec<usize> =
        (0..figure.edges.len()).filter(|&at| !plan.routes[at].is_empty()).collect();
    curves.sort_by_key(|&at| {
        let edge = &figure.edges[at];
        (edge.is_best, figure.ending_of(edge).is_none())
    });
    curves.into_iter().map(|at| draw_edge(figure, plan, at)).collect()
}

fn draw_edge(figure: &Figure, plan: &ScenePlan, at: usize) -> SceneGroup {
    let edge = &figure.edges[at];
    let route = &plan.routes[at];
    let width = match edge.flow.filter(|_| figure.is_flow) {
        Some(flow) => flow_width(flow),
        None => stroke_width(edge.probability),
    };
    let mut shapes =
        vec![SvgShape::Path { class: "line".to_owned(), path: curve(route), width: Some(width) }];
    if let (true, None, [.., from, to]) = (figure.is_single_state, edge.port, &route[..]) {
        let (x, y) = curve_point(*from, *to, LABEL_PARAMETER);
        let label = probability(edge.probability);
        shapes.push(centred_text("probability", x, y + LABEL_BASELINE, label));
    }
    SceneGroup {
        subject: Subject::Edge(at),
        class: class(figure, edge),
        tooltip: tooltip(figure, edge),
        shapes,
    }
}

/// The CSS classes of an edge.
pub(super) fn class(figure: &Figure, edge: &Edge) -> String {
    let mut class = "link".to_owned();
    let mut add = |holds: bool, name: &str| {
        if holds {
            class.push(' ');
            class.push_str(name);
        }
    };
    add(edge.only_four, "four");
    add(edge.is_best, "best");
    add(edge.is_taken, "taken");
    add(figure.is_flow, "flow");
    if let Some(ending) = figure.ending_of(edge) {
        add(true, ending.name());
    }
    class
}

/// The tooltip of an edge: both ends, the action and the probability.
pub(super) fn tooltip(figure: &Figure, edge: &Edge) -> String {
    let name = |node: usize| {
        let node = &figure.nodes[node];
        node.board.map_or_else(|| node.id.clone(), |board| board.to_string())
    };
    let mut tooltip = name(edge.from);
    if let Some(port) = edge.port {
        let names: Vec<_> =
            figure.nodes[edge.from].ports[port].actions.iter().map(|it| it.name()).collect();
        let _ = write!(tooltip, ", {}", names.join(" or "));
    }
    let to = match edge.to {
        EdgeEnd::Node(node) => name(node),
        EdgeEnd::Stub(ending) => ending.name().to_owned(),
    };
    let _ = write!(tooltip, " \u{2192} {to}: probability {}", probability(edge.probability));
    if edge.only_four {
        tooltip.push_str(", by a random 4");
    }
    if let (true, Some(flow)) = (figure.is_flow, edge.flow) {
        let share = Percentage::computed(flow).short();
        let _ = write!(tooltip, "; {share} of all games go along here");
    }
    tooltip
}

/// The stroke width of an edge along which the given share of games goes.
pub(super) fn flow_width(flow: f64) -> f64 {
    (FLOW_WIDTH * flow).max(MIN_FLOW_WIDTH)
}

/// The stroke width of an edge with the given probability.
pub(super) fn stroke_width(probability: f64) -> f64 {
    STROKE_WIDTH + STROKE_WIDTH_PER_PROBABILITY * probability
}

/// The SVG path through some points: horizontal where two points have the same height, else an
/// S-shaped cubic curve that is horizontal at both ends.
fn curve(route: &[Point]) -> String {
    let mut path = String::new();
    let Some(&(x, y)) = route.first() else {
        return path;
    };
    let _ = write!(path, "M{} {}", coordinate(x), coordinate(y));
    for pair in route.windows(2) {
        let [(from_x, from_y), (x, y)] = *pair else {
            continue;
        };
        if (from_y - y).abs() < NEGLIGIBLE {
            if x - from_x > NEGLIGIBLE {
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

/// The point of the S-shaped curve between two points at parameter `t` from 0 to 1.
fn curve_point((from_x, from_y): Point, (to_x, to_y): Point, t: f64) -> Point {
    let s = 1.0 - t;
    let middle = (from_x + to_x) / 2.0;
    let x = s * s * s * from_x + 3.0 * s * t * middle + t * t * t * to_x;
    let y = (s * s * s + 3.0 * s * s * t) * from_y + (3.0 * s * t * t + t * t * t) * to_y;
    (x, y)
}
