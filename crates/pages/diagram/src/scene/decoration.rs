//! What is around the nodes and edges: heading, columns and legend.

use mdp2048_display::svg::{Area, SvgShape, coordinate};

use super::edges::{flow_width, stroke_width};
use super::nodes::{PORT_BASELINE, PORT_RADIUS};
use super::plan::ScenePlan;
use super::shapes::{SceneGroup, Subject, centred_text, text};
use super::sizes::{
    self, AXIS_HEIGHT, COLUMN_PADDING, MARGIN, PORT_HEIGHT, SUMMARY_LINE, TITLE_HEIGHT,
};
use crate::figure::{Edge, EdgeEnd, Figure, NodeRole};
use crate::graph::Ending;

/// The baselines of the title and of a line of the summary, below the tops of their lines.
const TITLE_BASELINE: f64 = 15.0;
const SUMMARY_BASELINE: f64 = 6.0;

/// The distance of a column label's baseline above the column, and the column's corner radius.
const AXIS_BASELINE: f64 = 8.0;
const COLUMN_RADIUS: f64 = 8.0;

/// The distance of the legend's first row below the columns, of a row from the next, and of the
/// end of the legend from the bottom margin.
const LEGEND_TOP: f64 = 30.0;
const LEGEND_ROW: f64 = 22.0;
const LEGEND_BOTTOM: f64 = 12.0;

/// The gap between a symbol and its label, and between a label and the next symbol.
const LABEL_GAP: f64 = 7.0;
const ENTRY_GAP: f64 = 20.0;

/// The width of a label relative to the small text, and the distance of its baseline below the
/// middle of its row.
const LABEL_SCALE: f64 = 0.97;
const LABEL_BASELINE: f64 = 4.0;

/// The width of the symbols: the outline of a start state, a port, and a line.
const START_WIDTH: f64 = 18.0;
const PORT_WIDTH: f64 = 14.0;
const LINE_WIDTH: f64 = 30.0;

/// The board within the outline of a start state: its distance from the outline and its radius.
const START_BORDER: f64 = 3.0;
const START_BOARD_RADIUS: f64 = 2.5;
const START_RADIUS: f64 = 5.0;

/// The probabilities of the lines for a random 2 and a random 4: those with two empty cells.
const LEGEND_TWO: f64 = 0.45;
const LEGEND_FOUR: f64 = 0.1;

/// The share of games of the line for a flow.
const LEGEND_FLOW: f64 = 0.5;

/// Draws the title and the summary.
pub(super) fn heading(figure: &Figure, plan: &ScenePlan) -> SceneGroup {
    let mut shapes = vec![text("title", MARGIN, MARGIN + TITLE_BASELINE, figure.title.as_str())];
    for (at, line) in plan.summary.iter().enumerate() {
        let y = MARGIN + TITLE_HEIGHT + at as f64 * SUMMARY_LINE + SUMMARY_BASELINE;
        shapes.push(text("summary", MARGIN, y, line.clone()));
    }
    decoration("heading", shapes)
}

/// Draws the columns behind everything, with their labels.
pub(super) fn columns(figure: &Figure, plan: &ScenePlan) -> SceneGroup {
    let top = plan.axis;
    let mut shapes = Vec::new();
    for (at, (column, span)) in figure.columns.iter().zip(&plan.spans).enumerate() {
        let area = Area {
            x: span.x - COLUMN_PADDING / 2.0,
            y: top + AXIS_HEIGHT,
            width: span.width + COLUMN_PADDING,
            height: plan.bottom - top - AXIS_HEIGHT,
        };
        if !column.is_empty() {
            shapes.push(SvgShape::rectangle("column", area, COLUMN_RADIUS));
        }
        let label = if at == 0 && !figure.axis.is_empty() {
            format!("{} {}", figure.axis, column)
        } else {
            column.clone()
        };
        if !label.is_empty() {
            let x = span.x + span.width / 2.0;
            shapes.push(centred_text("axis", x, top + AXIS_HEIGHT - AXIS_BASELINE, label));
        }
    }
    decoration("columns", shapes)
}

/// Draws the legend of the symbols that occur, in rows below the drawing. Also returns the height
/// of the whole drawing.
pub(super) fn legend(figure: &Figure, plan: &ScenePlan) -> (SceneGroup, f64) {
    let mut shapes = Vec::new();
    let (mut x, mut y) = (MARGIN, plan.bottom + LEGEND_TOP);
    for (symbol, label) in legend_entries(figure) {
        let label_width = LABEL_SCALE * sizes::small_text(label);
        let width = symbol.width() + LABEL_GAP + label_width + ENTRY_GAP;
        if x > MARGIN && x + width > plan.width - MARGIN {
            x = MARGIN;
            y += LEGEND_ROW;
        }
        shapes.extend(symbol.draw(x, y));
        shapes.push(text("note", x + symbol.width() + LABEL_GAP, y + LABEL_BASELINE, label));
        x += width;
    }
    (decoration("legend", shapes), y + LEGEND_BOTTOM + MARGIN)
}

/// A symbol of the legend, which looks as in the drawing.
#[derive(Clone, Copy, Debug)]
pub enum Symbol {
    /// The outline of a start state.
    Start,
    /// A port with these CSS classes.
    Port(&'static str),
    /// The arrow of an action that is not allowed.
    Blocked,
    /// An edge with these additional CSS classes and this probability.
    Line(&'static str, f64),
    /// An edge whose width is a flow, with these additional CSS classes.
    Flow(&'static str),
    /// A stub.
    Stub(Ending),
}

/// The symbols that occur in a figure, each with its label.
pub fn legend_entries(figure: &Figure) -> Vec<(Symbol, &'static str)> {
    let nodes = &figure.nodes;
    let ports = || nodes.iter().flat_map(|node| &node.ports);
    let edges = || figure.edges.iter();
    let mut entries = Vec::new();
    let mut add = |occurs: bool, symbol: Symbol, label: &'static str| {
        if occurs {
            entries.push((symbol, label));
        }
    };
    add(nodes.iter().any(|node| node.start > 0.0), Symbol::Start, "start state");
    add(ports().any(|port| port.is_best), Symbol::Port("port best"), "best action");
    add(
        ports().any(|port| port.is_taken && !port.is_best),
        Symbol::Port("port taken"),
        "action of the policy",
    );
    add(ports().any(|port| !port.is_best && !port.is_taken), Symbol::Port("port"), "other action");
    add(nodes.iter().any(|node| !node.blocked.is_empty()), Symbol::Blocked, "not allowed");
    let leads_to_state = |edge: &Edge, only_four: bool| {
        let is_state = |node: usize| nodes[node].role == NodeRole::State;
        edge.only_four == only_four && matches!(edge.to, EdgeEnd::Node(node) if is_state(node))
    };
    let is_flow = figure.is_flow;
    add(is_flow, Symbol::Flow(""), "games of the policy (the wider, the more)");
    add(
        !is_flow && edges().any(|edge| leads_to_state(edge, false)),
        Symbol::Line("", LEGEND_TWO),
        "random 2 (the wider, the likelier)",
    );
    add(
        !is_flow && edges().any(|edge| leads_to_state(edge, true)),
        Symbol::Line(" four", LEGEND_FOUR),
        "random 4",
    );
    let stub = |ending| edges().any(|edge| edge.to == EdgeEnd::Stub(ending));
    add(stub(Ending::Win), Symbol::Stub(Ending::Win), "makes the target");
    add(stub(Ending::Lose), Symbol::Stub(Ending::Lose), "no action left, with this probability");
    let node = |ending| nodes.iter().any(|node| node.role == NodeRole::End(ending));
    let line = |class| {
        if is_flow { Symbol::Flow(class) } else { Symbol::Line(class, LEGEND_TWO) }
    };
    add(node(Ending::Win), line(" win"), "to the win");
    add(node(Ending::Lose), line(" lose"), "to a loss");
    entries
}

impl Symbol {
    /// The width.
    pub fn width(self) -> f64 {
        match self {
            Self::Start => START_WIDTH,
            Self::Port(_) | Self::Blocked => PORT_WIDTH,
            Self::Line(..) | Self::Flow(_) => LINE_WIDTH,
            Self::Stub(ending) => sizes::stub_width(ending.name()),
        }
    }

    /// Draws the symbol with its left edge at `x` and its middle line at `y`.
    pub fn draw(self, x: f64, y: f64) -> Vec<SvgShape> {
        let width = self.width();
        let area = Area { x, y: y - PORT_HEIGHT / 2.0, width, height: PORT_HEIGHT };
        let (middle, baseline) = (x + width / 2.0, y + PORT_BASELINE);
        match self {
            Self::Start => {
                let (side, half) = (START_WIDTH, START_WIDTH / 2.0);
                let outline = Area { x, y: y - half, width: side, height: side };
                let board = outline.grown(-START_BORDER);
                vec![
                    SvgShape::rectangle("ring start", outline, START_RADIUS),
                    SvgShape::rectangle("board", board, START_BOARD_RADIUS),
                ]
            }
            Self::Port(class) => {
                let arrows = format!("{class} arrows");
                vec![
                    SvgShape::rectangle(class, area, PORT_RADIUS),
                    centred_text(&arrows, middle, baseline, "←"),
                ]
            }
            Self::Blocked => vec![centred_text("port blocked arrows", middle, baseline, "←")],
            Self::Line(class, probability) => {
                vec![line(format!("line{class}"), x, y, stroke_width(probability))]
            }
            Self::Flow(class) => {
                vec![line(format!("line flow{class}"), x, y, flow_width(LEGEND_FLOW))]
            }
            Self::Stub(ending) => {
                let name = ending.name();
                vec![
                    SvgShape::rectangle(format!("mark {name}"), area, PORT_RADIUS),
                    centred_text(&format!("mark-text {name}"), middle, baseline, name),
                ]
            }
        }
    }
}

/// A horizontal line with its left end at (x, y).
fn line(class: String, x: f64, y: f64, width: f64) -> SvgShape {
    let path = format!("M{} {}h{LINE_WIDTH}", coordinate(x), coordinate(y));
    SvgShape::Path { class, path, width: Some(width) }
}

fn decoration(class: &str, shapes: Vec<SvgShape>) -> SceneGroup {
    let (class, tooltip) = (class.to_owned(), String::new());
    SceneGroup { subject: Subject::Decoration, class, tooltip, shapes }
}
