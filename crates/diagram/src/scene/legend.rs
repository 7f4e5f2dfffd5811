//! The frame around a drawing: heading, columns and legend.

use super::edges::{flow_width, width};
use super::measure::{self, AXIS, BAND, LINE, MARGIN, PORT, TITLE};
use super::plan::Plan;
use super::{Anchor, Area, SceneGroup, SceneShape, Subject, rectangle, text};
use crate::figure::{Edge, EdgeEnd, Figure, NodeRole};
use crate::graph::Ending;
use crate::numbers::coordinate;

/// Title and summary.
pub(super) fn heading(figure: &Figure, plan: &Plan) -> SceneGroup {
    let mut shapes = vec![text("title", MARGIN, MARGIN + 15.0, Anchor::Start, figure.title())];
    for (at, line) in plan.summary.iter().enumerate() {
        let y = MARGIN + TITLE + at as f64 * LINE + 6.0;
        shapes.push(text("summary", MARGIN, y, Anchor::Start, line.clone()));
    }
    frame("heading", shapes)
}

/// The columns behind everything, with their labels.
pub(super) fn columns(figure: &Figure, plan: &Plan) -> SceneGroup {
    let top = plan.axis;
    let mut shapes = Vec::new();
    for (at, (column, band)) in figure.columns().iter().zip(&plan.bands).enumerate() {
        let area = Area {
            x: band.x - BAND / 2.0,
            y: top + AXIS,
            width: band.width + BAND,
            height: plan.bottom - top - AXIS,
        };
        if !column.label.is_empty() {
            shapes.push(rectangle("column", area, 8.0));
        }
        let label = if at == 0 && !figure.axis.is_empty() {
            format!("{} {}", figure.axis, column.label)
        } else {
            column.label.clone()
        };
        if !label.is_empty() {
            let x = band.x + band.width / 2.0;
            shapes.push(text("axis", x, top + AXIS - 8.0, Anchor::Middle, label));
        }
    }
    frame("columns", shapes)
}

/// What the signs mean, as far as they occur, in rows below the drawing; and the height of all.
pub(super) fn legend(figure: &Figure, plan: &Plan) -> (SceneGroup, f64) {
    let entries = entries(figure);
    let mut shapes = Vec::new();
    let (mut x, mut y) = (MARGIN, plan.bottom + 30.0);
    for (sign, label) in entries {
        let taken = sign.width() + 7.0 + 1.12 * measure::small_text(label) + 20.0;
        if x > MARGIN && x + taken > plan.width - MARGIN {
            x = MARGIN;
            y += 22.0;
        }
        shapes.extend(sign.draw(x, y));
        shapes.push(text("note", x + sign.width() + 7.0, y + 4.0, Anchor::Start, label));
        x += taken;
    }
    (frame("legend", shapes), y + 12.0 + MARGIN)
}

/// A sign as it is in the drawing.
#[derive(Clone, Copy)]
enum Sign {
    Start,
    Port(&'static str),
    Blocked,
    None,
    Line(&'static str, f64),
    Flow(&'static str),
    Stub(Ending),
}

fn entries(figure: &Figure) -> Vec<(Sign, &'static str)> {
    let nodes = figure.nodes();
    let ports = || nodes.iter().flat_map(|node| &node.ports);
    let edges = || figure.edges().iter();
    let mut entries = Vec::new();
    let mut add = |occurs: bool, sign: Sign, label: &'static str| {
        if occurs {
            entries.push((sign, label));
        }
    };
    add(nodes.iter().any(|node| node.start > 0.0), Sign::Start, "start state");
    add(ports().any(|port| port.is_best), Sign::Port("port best"), "best action");
    add(
        ports().any(|port| port.is_taken && !port.is_best),
        Sign::Port("port taken"),
        "action of the policy",
    );
    add(ports().any(|port| !port.is_best && !port.is_taken), Sign::Port("port"), "other action");
    add(nodes.iter().any(|node| !node.blocked.is_empty()), Sign::Blocked, "not allowed");
    add(ports().next().is_some(), Sign::None, "(left, right, up, down)");
    let by_tile = |edge: &Edge, four: bool| {
        let is_state = |node: usize| nodes[node].role == NodeRole::State;
        edge.only_four == four && matches!(edge.to, EdgeEnd::Node(node) if is_state(node))
    };
    let is_flow = figure.is_flow;
    add(is_flow, Sign::Flow(""), "games of the policy (the wider, the more)");
    add(
        !is_flow && edges().any(|edge| by_tile(edge, false)),
        Sign::Line("", 0.45),
        "random 2 (the wider, the likelier)",
    );
    add(!is_flow && edges().any(|edge| by_tile(edge, true)), Sign::Line(" four", 0.1), "random 4");
    let stub = |outcome| edges().any(|edge| edge.to == EdgeEnd::Stub(outcome));
    add(stub(Ending::Win), Sign::Stub(Ending::Win), "makes the target");
    add(stub(Ending::Lose), Sign::Stub(Ending::Lose), "no action left, with this probability");
    let ends = |outcome| nodes.iter().any(|node| node.role == NodeRole::End(outcome));
    let line = |class| if is_flow { Sign::Flow(class) } else { Sign::Line(class, 0.45) };
    add(ends(Ending::Win), line(" win"), "to the win");
    add(ends(Ending::Lose), line(" lose"), "to a loss");
    entries
}

impl Sign {
    fn width(self) -> f64 {
        match self {
            Self::Start => 18.0,
            Self::Port(_) | Self::Blocked => 14.0,
            Self::None => -7.0,
            Self::Line(..) | Self::Flow(_) => 30.0,
            Self::Stub(outcome) => measure::stub_width(outcome.name()),
        }
    }

    fn draw(self, x: f64, y: f64) -> Vec<SceneShape> {
        let width_here = self.width();
        let area = Area { x, y: y - PORT / 2.0, width: width_here, height: PORT };
        let middle = x + width_here / 2.0;
        match self {
            Self::Start => {
                let inner = Area { x: x + 3.0, y: y - 6.0, width: 12.0, height: 12.0 };
                let outer = Area { x, y: y - 9.0, width: 18.0, height: 18.0 };
                vec![rectangle("ring start", outer, 5.0), rectangle("board", inner, 2.5)]
            }
            Self::Port(class) => {
                let letters = format!("{class} letters");
                vec![
                    rectangle(class, area, 4.0),
                    text(&letters, middle, y + 3.4, Anchor::Middle, "L"),
                ]
            }
            Self::Blocked => {
                vec![text("port blocked letters", middle, y + 3.4, Anchor::Middle, "L")]
            }
            Self::None => Vec::new(),
            Self::Line(class, probability) => {
                vec![line(format!("line{class}"), x, y, width(probability))]
            }
            Self::Flow(class) => vec![line(format!("line flow{class}"), x, y, flow_width(0.5))],
            Self::Stub(outcome) => {
                let name = outcome.name();
                vec![
                    rectangle(&format!("mark {name}"), area, 4.0),
                    text(&format!("mark-text {name}"), middle, y + 3.4, Anchor::Middle, name),
                ]
            }
        }
    }
}

fn line(class: String, x: f64, y: f64, width: f64) -> SceneShape {
    SceneShape::Path { class, path: format!("M{} {}h30", coordinate(x), coordinate(y)), width }
}

fn frame(class: &str, shapes: Vec<SceneShape>) -> SceneGroup {
    SceneGroup {
        subject: Subject::Decoration,
        class: class.to_owned(),
        tooltip: String::new(),
        shapes,
    }
}
