//! Actions on boards: which are allowed, which end the game, and the afterstates of the others.

use crate::board_index::cells::BoardPatterns;
use crate::simd::{Code, Simd};

use super::lines::{CHANGES, LineSlider, WINS};

/// The line patterns of a board, see [`LineLayout`](super::layout::LineLayout).
///
/// Each has 16 bits, the first line the lowest ones. Every cell adds to one row and one column, so
/// the line patterns of a board are the sum of those of its parts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BoardLines {
    pub(crate) rows: u64,
    pub(crate) columns: u64,
}

impl BoardLines {
    /// Returns the sum of the line patterns of two groups of cells.
    #[inline(always)]
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self { rows: self.rows + other.rows, columns: self.columns + other.columns }
    }
}

/// Splits the patterns of four parallel lines.
#[inline(always)]
pub(crate) fn split_lines(lines: u64) -> [u16; 4] {
    [lines as u16, (lines >> 16) as u16, (lines >> 32) as u16, (lines >> 48) as u16]
}

/// The effects of the four actions on a board. Actions are numbered as in
/// [`Action::index`](mdp2048_rules::Action::index): left, right, up, down.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MoveEffects {
    /// The line patterns of the board before the action.
    rows: [u16; 4],
    columns: [u16; 4],
    /// The effect bits of all rows in the low four bits, of all columns in the high four bits.
    pub(crate) bits: u8,
}

/// The effect bits of all actions that change the board.
const ANY_CHANGES: u8 = 0x33;

/// By action: the effect bit that is set if the action is allowed.
pub(crate) const ALLOWED: [u8; 4] = [1, 2, 1 << 4, 2 << 4];

/// By effect bits: a mask of the actions that are allowed and do not end the game.
pub(crate) static CONTINUING: [u8; 256] = {
    let mut masks = [0; 256];
    let mut effects = 0;
    while effects < 256 {
        let mut action = 0;
        while action < 4 {
            // The first two actions slide the rows, the others the columns.
            let half = effects >> (4 * (action / 2));
            if half & CHANGES[action % 2] as usize != 0 && half & WINS as usize == 0 {
                masks[effects] |= 1 << action;
            }
            action += 1;
        }
        effects += 1;
    }
    masks
};

impl MoveEffects {
    /// Returns the effects of these effect bits, on a board that is not known.
    #[inline(always)]
    pub(crate) fn of_bits(bits: u8) -> Self {
        Self { bits, ..Self::default() }
    }

    /// Returns a mask of the actions that are allowed and do not end the game.
    #[inline(always)]
    pub(crate) fn continuing(&self) -> u8 {
        CONTINUING[usize::from(self.bits)]
    }

    /// Whether no action is allowed, so that the board is lost.
    #[inline(always)]
    pub(crate) const fn is_lost(&self) -> bool {
        self.bits & ANY_CHANGES == 0
    }

    /// Returns the effects on the board if this action is the only one that is allowed.
    #[inline(always)]
    pub(crate) const fn only(self, action: usize) -> Self {
        let wins = [WINS, WINS, WINS << 4, WINS << 4][action];
        Self { bits: self.bits & (ALLOWED[action] | wins), ..self }
    }

    /// Whether an action is allowed.
    #[inline(always)]
    pub(crate) const fn allows(&self, action: usize) -> bool {
        self.bits & ALLOWED[action] != 0
    }

    /// Whether an action is allowed and makes the target tile.
    #[inline(always)]
    pub(crate) const fn ends(&self, action: usize) -> bool {
        self.allows(action) && self.wins(action)
    }

    /// Whether an action, if it is allowed, makes the target tile.
    #[inline(always)]
    pub(crate) const fn wins(&self, action: usize) -> bool {
        self.bits & [WINS, WINS, WINS << 4, WINS << 4][action] != 0
    }

    /// Whether an action is allowed and does not end the game.
    #[inline(always)]
    pub(crate) const fn continues(&self, action: usize) -> bool {
        self.allows(action) && !self.wins(action)
    }
}

/// The tables of slides, borrowed one by one, so that a loop over boards does not load their
/// addresses again.
#[derive(Clone, Copy)]
pub(crate) struct Slider<'a, C> {
    // The line patterns by corner ordinal, by high half and by low half.
    parts: [&'a [BoardLines]; 3],
    rows: LineSlider<'a, C>,
    columns: LineSlider<'a, C>,
}

impl<'a, C: Code> Slider<'a, C> {
    /// Returns a slider with the line patterns by corner ordinal, high half and low half, and the
    /// tables of the rows and the columns.
    #[inline(always)]
    pub(super) const fn new(
        parts: [&'a [BoardLines]; 3],
        rows: LineSlider<'a, C>,
        columns: LineSlider<'a, C>,
    ) -> Self {
        Self { parts, rows, columns }
    }

    /// Returns the line patterns of a board.
    #[inline(always)]
    pub(crate) fn lines(&self, parts: BoardPatterns) -> BoardLines {
        let BoardPatterns { corner, high, low } = parts;
        let [corners, highs, lows] = self.parts;
        corners[usize::from(corner)].plus(highs[usize::from(high)]).plus(lows[usize::from(low)])
    }

    /// Returns the points of a slide along the rows, and of one along the columns.
    #[inline(always)]
    pub(crate) fn points(&self, lines: BoardLines) -> [f64; 2] {
        let (rows, columns) = (split_lines(lines.rows), split_lines(lines.columns));
        [self.rows.points(rows), self.columns.points(columns)]
    }

    /// Returns the effects of the actions on the board with these line patterns.
    #[inline(always)]
    pub(crate) fn effects(&self, lines: BoardLines) -> MoveEffects {
        let rows = split_lines(lines.rows);
        let columns = split_lines(lines.columns);
        let bits = self.rows.effects(rows) | self.columns.effects(columns) << 4;
        MoveEffects { rows, columns, bits }
    }

    /// Returns the representative codes of the afterstates of the actions that continue the game.
    /// For other actions it returns the code of some board of the same layer.
    #[inline(always)]
    pub(crate) fn afterstates<W: Simd>(&self, simd: W, effects: &MoveEffects) -> [C; 4] {
        let [left, right] = self.rows.slide(simd, effects.rows);
        let [up, down] = self.columns.slide(simd, effects.columns);
        C::least_of_four(simd, [left, right, up, down])
    }

    /// Returns masks of the symmetries to the representative images of the boards whose codes
    /// [`Slider::afterstates`] returns.
    #[inline(always)]
    pub(crate) fn afterstate_images<W: Simd>(&self, simd: W, effects: &MoveEffects) -> [u8; 4] {
        let [left, right] = self.rows.slide(simd, effects.rows);
        let [up, down] = self.columns.slide(simd, effects.columns);
        let [a, b, c, d] = C::least_of_four(simd, [left, right, up, down]);
        [
            C::equal_lanes(simd, left, a),
            C::equal_lanes(simd, right, b),
            C::equal_lanes(simd, up, c),
            C::equal_lanes(simd, down, d),
        ]
    }
}
