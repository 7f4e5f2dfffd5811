//! Slides as table look-ups, a line at a time.

use mdp2048_model::Game;
use mdp2048_rules::{Action, Board, Exponent, Shape};

use crate::patterns::{Images, LANES, Lines, Patterns, add, least};

/// What an action leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The action changes nothing.
    Blocked,
    /// The target is made.
    Wins,
    /// The canonical code of the afterstate.
    After(u64),
}

/// What sliding does to every pattern of every line.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    rows: usize,
    cols: usize,
    row_effects: Vec<Effects>,
    column_effects: Vec<Effects>,
    // By line (rows, then columns) and end (towards the first cell, towards the last): by pattern,
    // what the line then adds to the images.
    after: Vec<[Vec<Images>; 2]>,
}

/// Whether sliding a line towards its first cell or its last changes it, and whether that makes
/// the target (both ends do or neither: some pair merges either way).
#[derive(Clone, Copy, Debug, Default)]
struct Effects(u8);

const CHANGES: [u8; 2] = [1, 2];
const WINS: u8 = 4;

impl Moves {
    pub(crate) fn new(game: &Game, patterns: &Patterns) -> Self {
        let (rows, cols) = (game.shape().rows(), game.shape().cols());
        let row_lines = slid_lines(game, cols);
        let column_lines = slid_lines(game, rows);
        let lines = (0..rows)
            .map(|r| (&row_lines, (0..cols).map(|c| r * cols + c).collect::<Vec<_>>()))
            .chain((0..cols).map(|c| (&column_lines, (0..rows).map(|r| r * cols + c).collect())));
        let after = lines
            .map(|(slid, cells)| {
                [0, 1].map(|end| {
                    let images = |line: &SlidLine| {
                        line.results[end].iter().zip(&cells).fold([0; LANES], |sum, (&e, &cell)| {
                            add(sum, patterns.weights[cell].map(|weight| weight * u64::from(e)))
                        })
                    };
                    slid.iter().map(images).collect()
                })
            })
            .collect();
        let effects = |lines: &[SlidLine]| lines.iter().map(|line| line.effects).collect();
        Self {
            rows,
            cols,
            row_effects: effects(&row_lines),
            column_effects: effects(&column_lines),
            after,
        }
    }

    /// What each action does on the board with these line patterns, by [`Action::index`].
    pub(crate) fn all(&self, lines: &Lines) -> [Next; 4] {
        let (rows, columns) = lines[..self.rows + self.cols].split_at(self.rows);
        let any = |lines: &[u16], effects: &[Effects]| {
            lines.iter().fold(0, |any, &line| any | effects[line as usize].0)
        };
        let across = any(rows, &self.row_effects);
        let along = any(columns, &self.column_effects);
        let next = |effects: u8, end: usize, lines: &[u16], first: usize| {
            if effects & CHANGES[end] == 0 {
                Next::Blocked
            } else if effects & WINS != 0 {
                Next::Wins
            } else {
                let mut images = [0; LANES];
                for (&line, after) in lines.iter().zip(&self.after[first..]) {
                    images = add(images, after[end][line as usize]);
                }
                Next::After(least(&images))
            }
        };
        [
            next(across, 0, rows, 0),
            next(across, 1, rows, 0),
            next(along, 0, columns, self.rows),
            next(along, 1, columns, self.rows),
        ]
    }
}

/// A line slid towards each end.
struct SlidLine {
    effects: Effects,
    results: [Vec<u8>; 2],
}

/// Every pattern of a line of some length, slid as the rules slide a row.
fn slid_lines(game: &Game, length: usize) -> Vec<SlidLine> {
    // The line is the first of two rows of a board; the second is empty and does not move.
    let base = u32::from(game.target().get());
    let Ok(shape) = Shape::new(2, length as u8) else { return Vec::new() };
    (0..base.pow(length as u32))
        .map(|pattern| {
            let mut board = Board::empty(shape);
            for cell in 0..length {
                let digit = pattern / base.pow(cell as u32) % base;
                board = board.with(cell, Exponent::new(digit as u8).unwrap_or_default());
            }
            let slides = [Action::Left, Action::Right].map(|action| board.slide(action));
            let mut effects = 0;
            for (slide, changes) in slides.iter().zip(CHANGES) {
                if let Some(slide) = slide {
                    effects |= changes;
                    if slide.largest_merge >= game.target() {
                        effects |= WINS;
                    }
                }
            }
            let results = slides.map(|slide| {
                let line = slide.map_or(board, |slide| slide.after.board());
                line.tiles().take(length).map(Exponent::get).collect()
            });
            SlidLine { effects: Effects(effects), results }
        })
        .collect()
}
