//! Slides of the lines of a board: its rows and its columns.
//!
//! Line patterns are numbered as [`LineLayout`] describes.

use mdp2048_model::Game;
use mdp2048_rules::{Action, Board, Exponent, Shape};

use crate::board_index::codes::BoardCodes;
use crate::board_index::table::PatternTable;
use crate::simd::{Code, LANES, Lanes, Simd, add};

use super::layout::LineLayout;

/// The effect bit of a slide towards the first cell, and of one towards the last: the slide changes
/// the line. In the effect bits of a line, the bits [`MOVES_LOCKED`] higher say that the slide
/// moves a locked tile, which forbids the action.
pub(crate) const CHANGES: [u8; 2] = [1, 2];

/// How much higher than the bits of [`CHANGES`] those of slides that move a locked tile are.
const MOVES_LOCKED: u32 = 4;

/// The effect bit of a slide that makes the target tile. It does so in both directions or in
/// neither, because equal tiles merge in either direction; but one of them may move a locked tile.
pub(crate) const WINS: u8 = 4;

/// By the union of the effect bits of parallel lines: the effect bits of the action, without the
/// directions that move a locked tile.
static OF_ALLOWED: [u8; 64] = {
    let mut effects = [0; 64];
    let mut lines = 0;
    while lines < 64 {
        let bits = lines as u8;
        let allowed = bits & !(bits >> MOVES_LOCKED) & (CHANGES[0] | CHANGES[1]);
        effects[lines] = allowed | if allowed == 0 { 0 } else { bits & WINS };
        lines += 1;
    }
    effects
};

/// The slides of parallel lines: all rows of a board, or all columns.
pub(crate) struct LineTables<C> {
    /// Whether the board has locked cells.
    has_locked: bool,
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
    has_locked: bool,
    // All three have the same length, so that one bounds check of a line pattern covers them.
    effects: &'a [u8],
    points: &'a [u32],
    images: &'a [[[Lanes<C>; 2]; 4]],
}

impl<C: Code> LineTables<C> {
    /// Returns the tables for the lines of a layout.
    pub(crate) fn new(game: &Game, codes: &BoardCodes, layout: &LineLayout) -> Self {
        let patterns = layout.patterns();
        let slides: Vec<LineSlides> =
            patterns.iter().map(|exponents| LineSlides::new(game, exponents)).collect();
        let images = slides.iter().enumerate().map(|(pattern, slide)| {
            std::array::from_fn(|line| {
                [0, 1].map(|end| {
                    // A pattern of another kind of line is not on this line and adds nothing.
                    let cells = layout.cells_of(line, pattern);
                    let tiles = slide.results[end].iter().zip(cells);
                    let sum = tiles.fold(Lanes([0; LANES]), |sum, (&exponent, &cell)| {
                        let weights = &codes.weights[cell];
                        add(&sum, &weights.map(|weight| weight * u64::from(exponent)))
                    });
                    sum.map(C::narrow)
                })
            })
        });
        Self {
            has_locked: game.shape().has_locked(),
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
        LineSlider { has_fourth_line, has_locked: self.has_locked, effects, points, images }
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
        let three = effect(0) | effect(1) | effect(2);
        let effects = if self.has_fourth_line { three | effect(3) } else { three };
        // A branch that is always predicted costs less than the look-up.
        if self.has_locked { OF_ALLOWED[usize::from(effects) % OF_ALLOWED.len()] } else { effects }
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
    pub(crate) fn slide<W: Simd>(&self, simd: W, lines: [u16; 4]) -> [C::Vector<W>; 2] {
        let images = |line: usize| {
            let [first, last] = &self.images[usize::from(lines[line])][line];
            [C::load(simd, first), C::load(simd, last)]
        };
        let plus = |a: [C::Vector<W>; 2], b: [C::Vector<W>; 2]| {
            [C::plus(simd, a[0], b[0]), C::plus(simd, a[1], b[1])]
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

impl LineSlides {
    /// Slides a line with these exponents by the rules of a row.
    fn new(game: &Game, exponents: &[u8]) -> Self {
        let length = exponents.len();
        let key = exponents.iter().fold(0, |key, &digit| key << 4 | u16::from(digit));
        let mut line =
            Self { effects: 0, points: 0, key, results: [0; 2].map(|_| exponents.to_vec()) };
        // The line is the first of two rows of a board; the second is empty and does not move. A
        // line without cells does not move either.
        let Ok(shape) = Shape::new(2, length as u8) else { return line };
        let tiles = exponents.iter().map(|&digit| Exponent::new(digit).unwrap_or_default());
        let board = tiles
            .enumerate()
            .fold(Board::empty(shape), |board, (cell, tile)| board.with(cell, tile));
        let moves_locked = |after: Board| {
            let mut tiles = board.tiles().zip(after.tiles());
            tiles.any(|(tile, after)| tile == Exponent::LOCKED && after != Exponent::LOCKED)
        };
        for (end, action) in [Action::Left, Action::Right].into_iter().enumerate() {
            let Some(slide) = board.slide(action) else { continue };
            let after = slide.after.board();
            if game.shape().has_locked() && moves_locked(after) {
                line.effects |= CHANGES[end] << MOVES_LOCKED;
                continue;
            }
            line.effects |= CHANGES[end];
            // Runs of equal tiles merge in pairs, equally many in either direction.
            line.points = slide.points;
            // The target tile has no digit. An action that makes it has no successor, so the line
            // is left as it is.
            if game.ends_with(slide.largest_merge) {
                line.effects |= WINS;
            } else {
                line.results[end] = after.tiles().take(length).map(Exponent::get).collect();
            }
        }
        line
    }
}
