//! How large things are.

use mdp2048_rules::{Action, Shape as BoardShape};

use crate::figure::{EdgeEnd, Figure, Node, NodeRole};
use crate::numbers;

/// The side of a tile, and the room around it.
pub(super) const TILE: f64 = 20.0;
pub(super) const TILE_GAP: f64 = 2.0;
pub(super) const BOARD_EDGE: f64 = 3.0;

/// The line below a board with its value.
pub(super) const VALUE: f64 = 17.0;

/// The rows of ports beside a board.
pub(super) const PORT: f64 = 14.0;
pub(super) const PORT_GAP: f64 = 2.0;
pub(super) const PORT_INDENT: f64 = 7.0;

/// The mark of an end of the game, as an node.
pub(super) const END_WIDTH: f64 = 42.0;
pub(super) const END_HEIGHT: f64 = 22.0;
/// With the share of games that end there in a second line.
pub(super) const SHARE_HEIGHT: f64 = 42.0;

/// Around everything.
pub(super) const MARGIN: f64 = 24.0;

/// Above the columns: the title, each line of the summary, and the labels of the columns.
pub(super) const TITLE: f64 = 32.0;
pub(super) const LINE: f64 = 17.0;
pub(super) const AXIS: f64 = 34.0;

/// Around the nodes of a column, above and below.
pub(super) const BAND: f64 = 14.0;

/// The width of a text in the small bold type of ports and marks; a little too wide rather than
/// too narrow, as fonts differ.
pub(super) fn small_text(text: &str) -> f64 {
    let width = |letter: char| match letter {
        ' ' | '.' | ',' | 'i' | 'l' | 'I' => 3.2,
        '%' | 'w' | 'W' | 'm' | 'M' => 9.2,
        _ => 6.2,
    };
    text.chars().map(width).sum()
}

/// A text in lines of at most a width, in the type of summary and notes.
pub(super) fn lines(text: &str, width: f64) -> Vec<String> {
    let most = (width / NOTE_LETTER) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The width of a letter of a note, in the mean and rather too wide.
const NOTE_LETTER: f64 = 6.4;

/// Width and height of a board.
pub(super) fn board(shape: BoardShape) -> (f64, f64) {
    let side = |cells: usize| cells as f64 * (TILE + TILE_GAP) - TILE_GAP + 2.0 * BOARD_EDGE;
    (side(shape.cols()), side(shape.rows()))
}

/// The letters of some actions.
pub(super) fn letters(actions: &[Action]) -> String {
    let letter = |action: &Action| match action {
        Action::Left => "L",
        Action::Right => "R",
        Action::Up => "U",
        Action::Down => "D",
    };
    actions.iter().map(letter).collect::<Vec<_>>().join(" ")
}

/// The mark of a port, and the marks of ends beside it.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// The port, `None` for the directions that are not allowed and for an node without ports.
    pub(super) port: Option<usize>,
    pub(super) letters: String,
    /// Links that end beside the port, by their numbers, and what is written on them.
    pub(super) stubs: Vec<(usize, String)>,
}

impl Row {
    /// The width of the letters' mark.
    pub(super) fn letters_width(&self) -> f64 {
        if self.letters.is_empty() { 0.0 } else { small_text(&self.letters) + 8.0 }
    }

    pub(super) fn width(&self) -> f64 {
        self.letters_width() + self.stubs.iter().map(|stub| stub_width(&stub.1)).sum::<f64>()
    }
}

/// The width of the mark of an end.
pub(super) fn stub_width(text: &str) -> f64 {
    small_text(text) + 8.0
}

/// The rows beside an node, in the order of its ports.
pub(super) fn rows(figure: &Figure, number: usize) -> Vec<Row> {
    let node = &figure.nodes()[number];
    let stubs = |port: Option<usize>| {
        let here =
            |(_, edge): &(usize, &crate::figure::Edge)| edge.from == number && edge.port == port;
        figure
            .edges()
            .iter()
            .enumerate()
            .filter(here)
            .filter_map(|(at, edge)| match edge.to {
                EdgeEnd::Stub(outcome) => Some((at, stub_text(outcome.name(), edge.probability))),
                EdgeEnd::Node(_) => None,
            })
            .collect::<Vec<_>>()
    };
    let mut rows: Vec<Row> = node
        .ports
        .iter()
        .enumerate()
        .map(|(port, it)| Row {
            port: Some(port),
            letters: letters(&it.actions),
            stubs: stubs(Some(port)),
        })
        .collect();
    if node.role == NodeRole::Afterstate {
        rows.push(Row { stubs: stubs(None), ..Row::default() });
    }
    if !node.blocked.is_empty() {
        rows.push(Row { letters: letters(&node.blocked), ..Row::default() });
    }
    rows
}

fn stub_text(name: &str, probability: f64) -> String {
    if probability >= 1.0 - 1e-12 {
        name.to_owned()
    } else {
        format!("{name} {}", numbers::percent(probability))
    }
}

/// What is written on an end of the game where the flow is shown: how many games end there.
pub(super) fn share(figure: &Figure, node: &Node) -> Option<String> {
    let is_end = matches!(node.role, NodeRole::End(_));
    node.occupancy.filter(|_| figure.is_flow && is_end).map(numbers::percent)
}

/// Width and height of an node with its rows.
pub(super) fn node(figure: &Figure, node: &Node, rows: &[Row]) -> (f64, f64) {
    let Some(shape) = node.board.map(|board| board.shape()) else {
        return match share(figure, node) {
            Some(share) => ((1.3 * small_text(&share) + 16.0).max(END_WIDTH), SHARE_HEIGHT),
            None => (END_WIDTH, END_HEIGHT),
        };
    };
    let (mut width, mut height) = board(shape);
    let widest = rows.iter().map(Row::width).fold(0.0, f64::max);
    if widest > 0.0 {
        width += PORT_INDENT + widest;
    }
    let line = has_line(node);
    height += if line { VALUE } else { 0.0 };
    (width, height.max(rows.len() as f64 * (PORT + PORT_GAP) - PORT_GAP))
}

/// Whether something is written below the board.
pub(super) const fn has_line(node: &Node) -> bool {
    node.value.is_some() || node.ending.is_some()
}
