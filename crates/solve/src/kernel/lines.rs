//! Lines of a board: what sliding them does, by their patterns.

use mdp2048_model::Game;
use mdp2048_rules::{Action, Board, Exponent, Shape};

use crate::index::codes::Patterns;
use crate::index::inner::Places;
use crate::index::table::Table;
use crate::lanes::{Code, LANES, Lanes, Width, add};

/// The patterns of four parallel lines, of which those beyond the board are empty.
#[inline(always)]
pub(crate) fn patterns_of(lines: u64) -> [u16; 4] {
    std::array::from_fn(|line| (lines >> (16 * line)) as u16)
}

/// Bits of an effect: sliding towards the first cell, or the last, changes the line; sliding makes
/// the target (towards both ends or neither: some pair merges either way).
pub(crate) const CHANGES: [u8; 2] = [1, 2];
pub(crate) const WINS: u8 = 4;
pub(crate) const ANY_CHANGES: u8 = 0x33;

/// What sliding does to parallel lines.
pub(crate) struct LineTables<C> {
    /// By pattern: what sliding the line does.
    effects: Table<u8>,
    /// By pattern: the points of the merges when the line slides, towards either end.
    points: Table<u32>,
    /// By pattern and line: what the line adds to the images when slid towards its first cell and
    /// its last.
    slid: Table<[[Lanes<C>; 2]; 4]>,
}

/// The tables of a [`LineTables`], cut to one length.
#[derive(Clone, Copy)]
pub(crate) struct LineSlider<'a, C> {
    has_four: bool,
    effects: &'a [u8],
    points: &'a [u32],
    slid: &'a [[[Lanes<C>; 2]; 4]],
}

impl<C: Code> LineTables<C> {
    /// The tables of lines that consist of these cells.
    pub(crate) fn new(game: &Game, patterns: &Patterns<impl Places>, lines: &[Vec<usize>]) -> Self {
        let slides = slid_lines(game, lines[0].len());
        let slid = slides.iter().map(|slide| {
            std::array::from_fn(|line| {
                [0, 1].map(|end| {
                    // Lines that no board has are empty and add nothing.
                    let cells = lines.get(line).into_iter().flatten();
                    let tiles = slide.results[end].iter().zip(cells);
                    let sum = tiles.fold(Lanes([0; LANES]), |sum, (&exponent, &cell)| {
                        let weights = &patterns.weights[cell];
                        add(&sum, &weights.map(|weight| weight * u64::from(exponent)))
                    });
                    sum.map(C::narrow)
                })
            })
        });
        Self {
            effects: Table::new(slides.iter().map(|slide| slide.effects)),
            points: Table::new(slides.iter().map(|slide| slide.points)),
            slid: Table::new(slid),
        }
    }

    /// The tables, borrowed, all cut to the length of the first, so that one check of a pattern
    /// does for all.
    #[inline(always)]
    pub(crate) fn slider(&self, has_four: bool) -> LineSlider<'_, C> {
        let effects = self.effects.values();
        let slid = &self.slid.values()[..effects.len()];
        let points = &self.points.values()[..effects.len()];
        LineSlider { has_four, effects, points, slid }
    }
}

impl<C: Code> LineSlider<'_, C> {
    /// What sliding the lines does, all taken together.
    #[inline(always)]
    pub(crate) fn effects(&self, lines: [u16; 4]) -> u8 {
        // Lines that no board has are empty, and nothing slides there.
        let effect = |line: usize| self.effects[usize::from(lines[line])];
        let effects = effect(0) | effect(1) | effect(2);
        if self.has_four { effects | effect(3) } else { effects }
    }

    /// The points of the merges when the lines slide, towards either end.
    #[inline(always)]
    pub(crate) fn points(&self, lines: [u16; 4]) -> f64 {
        let of = |line: usize| self.points[usize::from(lines[line])];
        let points = of(0) + of(1) + of(2);
        f64::from(if self.has_four { points + of(3) } else { points })
    }

    /// The images after sliding the lines towards their first cells and their last.
    #[inline(always)]
    pub(crate) fn slide<W: Width>(&self, width: W, lines: [u16; 4]) -> [C::Vector<W>; 2] {
        let slid = |line: usize| {
            let [first, last] = &self.slid[usize::from(lines[line])][line];
            [C::load(width, first), C::load(width, last)]
        };
        let plus = |a: [C::Vector<W>; 2], b: [C::Vector<W>; 2]| {
            [C::plus(width, a[0], b[0]), C::plus(width, a[1], b[1])]
        };
        let images = plus(plus(slid(0), slid(1)), slid(2));
        if self.has_four { plus(images, slid(3)) } else { images }
    }
}

/// A line slid towards its first cell and its last.
struct SlidLine {
    effects: u8,
    points: u32,
    results: [Vec<u8>; 2],
}

/// Every pattern of a line of some length, slid as the rules slide a row; the first cell is the
/// least significant.
fn slid_lines(game: &Game, length: usize) -> Vec<SlidLine> {
    // The line is the first of two rows of a board; the second is empty and does not move.
    let base = u32::from(game.radix());
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
                    if game.ends_with(slide.largest_merge) {
                        effects |= WINS;
                    }
                }
            }
            let results = slides.map(|slide| {
                // A target tile has no digit, and what follows it does not matter.
                let goes_on = slide.filter(|_| effects & WINS == 0);
                let line = goes_on.map_or(board, |slide| slide.after.board());
                line.tiles().take(length).map(Exponent::get).collect()
            });
            // Equal tiles in a row merge in pairs, as many from either end.
            let points = slides.into_iter().flatten().map(|slide| slide.points).max().unwrap_or(0);
            SlidLine { effects, points, results }
        })
        .collect()
}
