//! Slides of the lines of a board: its rows and its columns.
//!
//! The *line pattern* of a row or a column is the number that has the exponents on it as digits in
//! base K (see [`cells`](crate::index::cells)), the first cell least significant. Rows are numbered
//! from the top, columns from the left. Boards have three or four of each; lines that a smaller
//! board does not have are empty.

use mdp2048_model::Game;
use mdp2048_rules::{Action, Board, Exponent, Shape};

use crate::index::codes::BoardCodes;
use crate::index::table::PatternTable;
use crate::lanes::{Code, LANES, Lanes, Width, add};

/// The effect bit of a slide towards the first cell, and of one towards the last: the slide changes
/// the line.
pub(crate) const CHANGES: [u8; 2] = [1, 2];

/// The effect bit of a slide that makes the target tile. It does so in both directions or in
/// neither, because equal tiles merge in either direction.
pub(crate) const WINS: u8 = 4;

/// The slides of parallel lines: all rows of a board, or all columns.
pub(crate) struct LineTables<C> {
    /// By line pattern: the effect bits.
    effects: PatternTable<u8>,
    /// By line pattern: the points of the merges; they are the same in both directions.
    points: PatternTable<u32>,
    /// By line pattern: the exponents as the base-16 digits of a number, the first cell the most
    /// significant, as in [`Board::key`].
    keys: PatternTable<u16>,
    /// By line pattern, then by line: what the line adds to the codes of the symmetry images after
    /// a slide towards its first cell, and towards its last.
    images: PatternTable<[[Lanes<C>; 2]; 4]>,
}

/// The tables of a [`LineTables`], borrowed for a loop.
#[derive(Clone, Copy)]
pub(crate) struct LineSlider<'a, C> {
    has_fourth_line: bool,
    // All three have the same length, so that one bounds check of a line pattern covers them.
    effects: &'a [u8],
    points: &'a [u32],
    images: &'a [[[Lanes<C>; 2]; 4]],
}

impl<C: Code> LineTables<C> {
    /// Returns the tables for lines of these cells, in the order of the lines.
    pub(crate) fn new(game: &Game, codes: &BoardCodes, lines: &[Vec<usize>]) -> Self {
        let slides = slide_all(game, lines[0].len());
        let images = slides.iter().map(|slide| {
            std::array::from_fn(|line| {
                [0, 1].map(|end| {
                    // Lines that the board does not have are empty and add nothing.
                    let cells = lines.get(line).into_iter().flatten();
                    let tiles = slide.results[end].iter().zip(cells);
                    let sum = tiles.fold(Lanes([0; LANES]), |sum, (&exponent, &cell)| {
                        let weights = &codes.weights()[cell];
                        add(&sum, &weights.map(|weight| weight * u64::from(exponent)))
                    });
                    sum.map(C::narrow)
                })
            })
        });
        Self {
            effects: PatternTable::new(slides.iter().map(|slide| slide.effects)),
            points: PatternTable::new(slides.iter().map(|slide| slide.points)),
            keys: PatternTable::new(slides.iter().map(|slide| slide.key)),
            images: PatternTable::new(images),
        }
    }

    /// Borrows the tables for a loop over boards with at most three lines, or at most four.
    #[inline(always)]
    pub(crate) fn slider(&self, has_fourth_line: bool) -> LineSlider<'_, C> {
        let effects = self.effects.values();
        let images = &self.images.values()[..effects.len()];
        let points = &self.points.values()[..effects.len()];
        LineSlider { has_fourth_line, effects, points, images }
    }

    /// The size of the tables in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.effects.bytes() + self.points.bytes() + self.keys.bytes() + self.images.bytes()
    }

    /// Returns the exponents of a line as the base-16 digits of a number, see [`Board::key`].
    #[inline(always)]
    pub(crate) fn key(&self, line: u16) -> u64 {
        u64::from(self.keys[line])
    }
}

impl<C: Code> LineSlider<'_, C> {
    /// Returns the effect bits of a slide of all lines.
    #[inline(always)]
    pub(crate) fn effects(&self, lines: [u16; 4]) -> u8 {
        let effect = |line: usize| self.effects[usize::from(lines[line])];
        let effects = effect(0) | effect(1) | effect(2);
        if self.has_fourth_line { effects | effect(3) } else { effects }
    }

    /// Returns the points of the merges when all lines slide, in either direction.
    #[inline(always)]
    pub(crate) fn points(&self, lines: [u16; 4]) -> f64 {
        let of = |line: usize| self.points[usize::from(lines[line])];
        let points = of(0) + of(1) + of(2);
        f64::from(if self.has_fourth_line { points + of(3) } else { points })
    }

    /// Returns the codes of the symmetry images after a slide of all lines towards their first
    /// cells, and towards their last.
    #[inline(always)]
    pub(crate) fn slide<W: Width>(&self, width: W, lines: [u16; 4]) -> [C::Vector<W>; 2] {
        let images = |line: usize| {
            let [first, last] = &self.images[usize::from(lines[line])][line];
            [C::load(width, first), C::load(width, last)]
        };
        let plus = |a: [C::Vector<W>; 2], b: [C::Vector<W>; 2]| {
            [C::plus(width, a[0], b[0]), C::plus(width, a[1], b[1])]
        };
        let sum = plus(plus(images(0), images(1)), images(2));
        if self.has_fourth_line { plus(sum, images(3)) } else { sum }
    }
}

/// The slides of one line pattern.
struct LineSlides {
    effects: u8,
    points: u32,
    key: u16,
    /// The exponents after a slide towards the first cell, and towards the last.
    results: [Vec<u8>; 2],
}

/// Slides every pattern of a line of some length by the rules of a row.
fn slide_all(game: &Game, length: usize) -> Vec<LineSlides> {
    // The line is the first of two rows of a board; the second is empty and does not move.
    let radix = u32::from(game.radix());
    let Ok(shape) = Shape::new(2, length as u8) else { return Vec::new() };
    (0..radix.pow(length as u32))
        .map(|pattern| {
            let mut board = Board::empty(shape);
            for cell in 0..length {
                let digit = pattern / radix.pow(cell as u32) % radix;
                board = board.with(cell, Exponent::new(digit as u8).unwrap_or_default());
            }
            let slides = [Action::Left, Action::Right].map(|action| board.slide(action));
            let mut effects = 0;
            for (slide, changes) in slides.iter().zip(CHANGES) {
                if let Some(slide) = slide {
                    effects |= changes;
                    if game.ends_with(slide.largest_merge) {
                        effects |= WINS;
                    }
                }
            }
            let results = slides.map(|slide| {
                // The target tile has no digit. An action that makes it has no successor, so the
                // line is left as it is.
                let continues = slide.filter(|_| effects & WINS == 0);
                let line = continues.map_or(board, |slide| slide.after.board());
                line.tiles().take(length).map(Exponent::get).collect()
            });
            // Runs of equal tiles merge in pairs, equally many in either direction.
            let points = slides.into_iter().flatten().map(|slide| slide.points).max().unwrap_or(0);
            // The second row, which is empty, has the least significant digits.
            let key = (board.key() >> (4 * length)) as u16;
            LineSlides { effects, points, key, results }
        })
        .collect()
}
