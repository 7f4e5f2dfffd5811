//! The sizes of nodes, ports and texts. All lengths are in pixels at the natural size.

use mdp2048_display::Percentage;
use mdp2048_rules::{Action, Shape as BoardShape};

use crate::figure::{EdgeEnd, Figure, Node, NodeRole};
use crate::graph::Ending;

/// The side of a tile, the gap between two tiles, and the border of the board around them.
pub(super) const TILE: f64 = 20.0;
pub(super) const TILE_GAP: f64 = 2.0;
pub(super) const BOARD_BORDER: f64 = 3.0;

/// The height of the line below a board that shows its value.
pub(super) const VALUE_LINE: f64 = 20.0;

/// The distance of a value from the board that it is beside.
pub(super) const VALUE_INDENT: f64 = 6.0;

/// The height of a row of ports, the gap between two rows, and the distance from the board.
pub(super) const PORT_HEIGHT: f64 = 16.0;
pub(super) const PORT_GAP: f64 = 2.0;
pub(super) const PORT_INDENT: f64 = 7.0;

/// The width of a port or a stub in addition to its text.
const PORT_PADDING: f64 = 7.0;

/// The size of values relative to the small bold type.
const VALUE_SCALE: f64 = 1.2;

/// The sizes of the star of a win and of the oval of a loss.
const WIN_SIZE: (f64, f64) = (60.0, 57.0);
const LOSE_SIZE: (f64, f64) = (56.0, 34.0);

/// The margin around the drawing.
pub(super) const MARGIN: f64 = 24.0;

/// The heights of the title, of a line of the summary, and of the labels of the columns.
pub(super) const TITLE_HEIGHT: f64 = 32.0;
pub(super) const SUMMARY_LINE: f64 = 17.0;
pub(super) const AXIS_HEIGHT: f64 = 34.0;

/// The padding of a column above and below its nodes, and on both sides together.
pub(super) const COLUMN_PADDING: f64 = 14.0;

/// The mean width of a letter of the summary and of the legend; an upper estimate.
const NOTE_LETTER: f64 = 6.4;

/// A transition whose probability is at least this is certain up to rounding.
const CERTAIN: f64 = 1.0 - 1e-12;

/// The width of a text in the small bold type of ports and stubs. It is an upper estimate, because
/// fonts differ.
pub(super) fn small_text(text: &str) -> f64 {
    let width = |letter: char| match letter {
        ' ' | '.' | ',' | 'i' | 'l' | 'I' => 3.7,
        '%' | 'w' | 'W' | 'm' | 'M' | '←' | '→' | '↑' | '↓' => 10.6,
        _ => 7.2,
    };
    text.chars().map(width).sum()
}

/// Breaks a text in the type of the summary into lines of at most the given width.
pub(super) fn lines(text: &str, width: f64) -> Vec<String> {
    let max_letters = (width / NOTE_LETTER) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= max_letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The width and height of a board.
pub(super) fn board(shape: BoardShape) -> (f64, f64) {
    let side = |cells: usize| cells as f64 * (TILE + TILE_GAP) - TILE_GAP + 2.0 * BOARD_BORDER;
    (side(shape.cols()), side(shape.rows()))
}

/// A row beside a board: a port with the stubs that end at it, or the actions not allowed.
#[derive(Clone, Debug, Default)]
pub(super) struct PortRow {
    /// The index of the port. `None` for the actions not allowed and for an afterstate.
    pub(super) port: Option<usize>,
    /// An arrow for each action.
    pub(super) arrows: String,
    /// The stubs to the right of the arrows.
    pub(super) stubs: Vec<StubLabel>,
}

/// An edge that is drawn as a label beside its port, because it ends the game.
#[derive(Clone, Debug)]
pub(super) struct StubLabel {
    /// The index of the edge.
    pub(super) edge: usize,
    /// The text of the label.
    pub(super) text: String,
}

impl PortRow {
    /// The width of the arrows with their padding; 0 without arrows.
    pub(super) fn arrows_width(&self) -> f64 {
        if self.arrows.is_empty() { 0.0 } else { small_text(&self.arrows) + PORT_PADDING }
    }

    /// The width of the arrows and the stubs.
    pub(super) fn width(&self) -> f64 {
        self.arrows_width() + self.stubs.iter().map(|stub| stub_width(&stub.text)).sum::<f64>()
    }
}

/// The width of a stub with this text.
pub(super) fn stub_width(text: &str) -> f64 {
    small_text(text) + PORT_PADDING
}

/// The height of some rows with the gaps between them.
pub(super) fn rows_height(rows: usize) -> f64 {
    rows as f64 * (PORT_HEIGHT + PORT_GAP) - PORT_GAP
}

/// The rows beside a node, in the order of its ports.
pub(super) fn port_rows(figure: &Figure, number: usize) -> Vec<PortRow> {
    let node = &figure.nodes[number];
    let stubs = |port: Option<usize>| {
        let edges = figure.edges.iter().enumerate();
        let edges = edges.filter(|(_, edge)| edge.from == number && edge.port == port);
        edges
            .filter_map(|(at, edge)| match edge.to {
                EdgeEnd::Stub(ending) => {
                    Some(StubLabel { edge: at, text: stub_text(ending.name(), edge.probability) })
                }
                EdgeEnd::Node(_) => None,
            })
            .collect::<Vec<_>>()
    };
    let mut rows: Vec<PortRow> = node
        .ports
        .iter()
        .enumerate()
        .map(|(port, it)| PortRow {
            port: Some(port),
            arrows: arrows(&it.actions),
            stubs: stubs(Some(port)),
        })
        .collect();
    if node.role == NodeRole::Afterstate {
        rows.push(PortRow { stubs: stubs(None), ..PortRow::default() });
    }
    if !node.blocked.is_empty() {
        rows.push(PortRow { arrows: arrows(&node.blocked), ..PortRow::default() });
    }
    rows
}

/// An arrow for each of some actions.
fn arrows(actions: &[Action]) -> String {
    let arrow = |action: &Action| match action {
        Action::Left => '←',
        Action::Right => '→',
        Action::Up => '↑',
        Action::Down => '↓',
    };
    actions.iter().map(arrow).collect()
}

fn stub_text(name: &str, probability: f64) -> String {
    if probability >= CERTAIN {
        name.to_owned()
    } else {
        format!("{name} {}", Percentage::computed(probability).short())
    }
}

/// The share of all games that end at an ending node, in a figure that shows the flow of games.
pub(super) fn share_of_games(figure: &Figure, node: &Node) -> Option<String> {
    let is_end = matches!(node.role, NodeRole::End(_));
    let share = node.occupancy.filter(|_| figure.is_flow && is_end)?;
    Some(Percentage::computed(share).short())
}

/// What is written at a board: the value, or how the game has ended.
pub(super) fn value_text(figure: &Figure, node: &Node) -> Option<String> {
    match (node.value, node.ending) {
        (Some(value), _) => Some(figure.value_text(value)),
        (None, ending) => ending.map(|ending| ending.name().to_owned()),
    }
}

/// The width and height of the star or the oval of an ending node.
pub(super) const fn ending(ending: Ending) -> (f64, f64) {
    match ending {
        Ending::Win => WIN_SIZE,
        Ending::Lose => LOSE_SIZE,
    }
}

/// The width and height of a node with its rows.
pub(super) fn node(figure: &Figure, node: &Node, rows: &[PortRow]) -> (f64, f64) {
    if let NodeRole::End(ending) = node.role {
        let (width, height) = self::ending(ending);
        return match share_of_games(figure, node) {
            // The share is written below, like the value of a state.
            Some(share) => (width.max(VALUE_SCALE * small_text(&share)), height + VALUE_LINE),
            None => (width, height),
        };
    }
    let Some(shape) = node.board.map(|board| board.shape()) else {
        return (0.0, 0.0);
    };
    let (mut width, mut height) = board(shape);
    let widest = rows.iter().map(PortRow::width).fold(0.0, f64::max);
    if widest > 0.0 {
        width += PORT_INDENT + widest;
    }
    // The value of a state, or how the game has ended, is written below the board or beside it.
    if let Some(text) = value_text(figure, node) {
        if figure.has_value_beside(node) {
            width += VALUE_INDENT + VALUE_SCALE * small_text(&text);
        } else {
            height += VALUE_LINE;
        }
    }
    (width, height.max(rows_height(rows.len())))
}
