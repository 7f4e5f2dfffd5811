//! The first of some actions on the canonical board of `mdp2048-rules`.
//!
//! The solver orders the symmetry images of a board by their codes, and `mdp2048-rules` by their
//! keys. A policy chooses the first of several best actions on the canonical board of the rules.

use mdp2048_rules::{Action, Board, Symmetry};

use crate::board_index::cells::{BoardPatterns, CellGroups};
use crate::board_index::codes::BoardCodes;
use crate::board_index::table::PatternTable;
use crate::simd::{LANES, Lanes, add};

/// Lookup tables that find the symmetry to the canonical board.
pub(crate) struct CanonicalActions {
    /// By group of cells and pattern: what the pattern adds to the keys of the images, in the order
    /// of [`Symmetry::of`]. Corner patterns are numbered by ordinal.
    keys: [PatternTable<Lanes<u64>>; 3],
    /// By symmetry: the actions on the board, in the order of those on its image.
    actions: [[u8; 4]; LANES],
}

impl CanonicalActions {
    /// Returns the tables of a game with these codes.
    pub(crate) fn new(codes: &BoardCodes) -> Self {
        let (shape, radix) = (codes.shape, u64::from(codes.radix));
        let symmetries = Symmetry::of(shape);
        // A rectangle has four symmetries. The other lanes repeat the last one.
        let symmetry = |lane: usize| symmetries[lane.min(symmetries.len() - 1)];
        let cells = CellGroups::of(shape, radix);
        let keys = |cells: &[usize], others: u64| {
            let mut keys = vec![Lanes([others; LANES])];
            for &cell in cells {
                let to = |lane| shape.cells() - 1 - symmetry(lane).cell(shape, cell);
                let weights = Lanes(std::array::from_fn(|lane| 1 << (4 * to(lane))));
                let with = |exponent| weights.map(|weight: u64| weight * exponent);
                let each = |keys: &Lanes<u64>| {
                    let keys = *keys;
                    (0..radix).map(move |exponent| add(&keys, &with(exponent)))
                };
                keys = keys.iter().flat_map(each).collect();
            }
            keys
        };
        // The corners also add the locked tiles, which the symmetries map to one another.
        let corners = keys(&cells.corners, Board::empty(shape).key());
        let representatives = codes.corners.representatives.iter();
        let corners = representatives.map(|corner| corners[corner.number as usize]);
        let action = |lane, on_image| {
            let symmetry: Symmetry = symmetry(lane);
            symmetry.inverse().action(Action::ALL[on_image]).index() as u8
        };
        Self {
            keys: [
                PatternTable::new(corners),
                PatternTable::new(keys(&cells.high, 0)),
                PatternTable::new(keys(&cells.low, 0)),
            ],
            actions: std::array::from_fn(|lane| std::array::from_fn(|at| action(lane, at))),
        }
    }

    /// Returns the keys of the images of a board, in the order of [`Symmetry::of`].
    #[inline(always)]
    pub(crate) fn keys(&self, parts: BoardPatterns) -> Lanes<u64> {
        let BoardPatterns { corner, high, low } = parts;
        let keys = add(&self.keys[0][corner], &self.keys[1][high]);
        add(&keys, &self.keys[2][low])
    }

    /// Returns the action of a mask that is the first on the canonical board. The mask has a bit in
    /// the byte of each action.
    #[inline(always)]
    pub(crate) fn first(&self, parts: BoardPatterns, mask: u64) -> u64 {
        let at = first_least(&self.keys(parts));
        let [a, b, c, d] = self.actions[at].map(u64::from);
        let is_set = |action: u64| mask >> (8 * action) & 1 == 1;
        let after_b = if is_set(c) { c } else { d };
        let after_a = if is_set(b) { b } else { after_b };
        if is_set(a) { a } else { after_a }
    }
}

/// Returns the first of the least lanes.
#[inline(always)]
pub(crate) fn first_least(lanes: &Lanes<u64>) -> usize {
    let (mut least, mut at) = (lanes.0[0], 0);
    for (lane, &number) in lanes.0.iter().enumerate().skip(1) {
        at = if number < least { lane } else { at };
        least = least.min(number);
    }
    at
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective};
    use mdp2048_rules::{CanonicalState, Shape};

    use super::*;
    use crate::board_index::codes::Numbering;
    use crate::board_index::layer::LayerIndex;
    use crate::half_sum::HalfSum;
    use crate::kernel::tables::BoardTables;

    #[test]
    fn actions_are_the_first_on_the_canonical_board() {
        let games = [("2x2", 16), ("2x3", 32), ("3x3", 32), ("3x4", 16), ("4x4", 8)];
        for (shape, target) in games.into_iter().chain([("x../.../...", 16), ("xxx/...", 16)]) {
            let shape: Shape = shape.parse().expect("a shape");
            let game = Game::new(shape, Objective::Win, Some(target), 1.0, 0.1).expect("a game");
            let (codes, ranks) = BoardCodes::new(&game).expect("small tables");
            let numbering = Numbering { codes: &codes, ranks: &ranks };
            let tables = BoardTables::<u64>::new(&game, &codes);
            let canonical = CanonicalActions::new(&codes);
            let index = LayerIndex::new(&codes, HalfSum::new(8));
            let words = vec![u64::MAX; (index.len() / 64) as usize];
            for (bit, parts) in index.boards(numbering, &words, 0) {
                let board = tables.board(tables.lines(parts));
                let (_, symmetry) = CanonicalState::of(board);
                let actions: Vec<Action> =
                    Action::ALL.into_iter().filter(|at| bit >> at.index() & 1 == 1).collect();
                let first = actions.iter().min_by_key(|&&action| symmetry.action(action).index());
                let mask = actions.iter().map(|action| 1 << (8 * action.index())).sum();
                if let Some(first) = first {
                    let found = canonical.first(parts, mask);
                    assert_eq!(found, first.index() as u64, "{board} {actions:?}");
                }
            }
        }
    }
}
