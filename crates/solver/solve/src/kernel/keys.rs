//! The line patterns, the half sum and the codes of boards that are given as keys, see
//! [`Board::key`](mdp2048_rules::Board::key).

use mdp2048_rules::Shape;

use crate::half_sum::HalfSum;
use crate::index::cells::half_face;
use crate::index::codes::BoardCodes;
use crate::index::table::PatternTable;
use crate::lanes::{Code, Lanes, Width, add};

use super::moves::{BoardLines, split_lines};

/// Lookup tables for boards that no index has numbered.
pub(crate) struct KeyTables<C> {
    shape: Shape,
    radix: u64,
    /// By the digits of a row in a key: the row pattern, or [`UNKNOWN`] if a tile is too large.
    patterns: Vec<u16>,
    /// By row pattern: what the first row adds to the patterns of the columns.
    columns: PatternTable<u64>,
    /// By row pattern, then by row: what the row adds to the codes of the symmetry images.
    rows: PatternTable<[Lanes<C>; 4]>,
    /// By row pattern: half the sum of the faces.
    half_sums: PatternTable<u32>,
}

/// The digits of a row with a tile that no state has.
const UNKNOWN: u16 = u16::MAX;

impl<C: Code> KeyTables<C> {
    /// Returns the tables of a game with these codes.
    pub(crate) fn new(codes: &BoardCodes) -> Self {
        let (shape, radix) = (codes.shape(), u64::from(codes.radix()));
        let patterns = radix.pow(shape.cols() as u32);
        let exponents = |pattern: u64| {
            (0..shape.cols() as u32).map(move |column| pattern / radix.pow(column) % radix)
        };
        let images = |pattern: u64, row: usize| {
            let mut images: Lanes<u64> = Lanes::default();
            for (column, exponent) in exponents(pattern).enumerate() {
                // Rows that the board does not have are empty.
                if let Some(weights) = codes.weights().get(row * shape.cols() + column) {
                    images = add(&images, &weights.map(|weight| weight * exponent));
                }
            }
            images.map(C::narrow)
        };
        let row_images = |pattern| std::array::from_fn(|row| images(pattern, row));
        let half_sum = |pattern: u64| exponents(pattern).map(half_face).sum::<usize>() as u32;
        let cols = shape.cols();
        let pattern_of = |digits: u64| {
            // The last cell of the row is the least digit of the key, and the most significant
            // digit of the pattern.
            let digits = (0..cols).map(|at| digits >> (4 * at) & 15);
            let add = |pattern, digit| (digit < radix).then_some(pattern * radix + digit);
            digits.clone().try_fold(0, add).map_or(UNKNOWN, |pattern| pattern as u16)
        };
        let columns = |pattern| {
            let columns = exponents(pattern).enumerate();
            columns.map(|(column, exponent)| exponent << (16 * column)).sum::<u64>()
        };
        Self {
            shape,
            radix,
            patterns: (0..1 << (4 * cols)).map(pattern_of).collect(),
            columns: PatternTable::new((0..patterns).map(columns)),
            rows: PatternTable::new((0..patterns).map(row_images)),
            half_sums: PatternTable::new((0..patterns).map(half_sum)),
        }
    }

    /// Returns the line patterns of the board with a key of the shape of the game; `None` if it has
    /// a tile that no state has.
    #[inline(always)]
    pub(crate) fn lines(&self, key: u64) -> Option<BoardLines> {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let (mut lines, mut weight) = (BoardLines::default(), 1);
        let mask = self.patterns.len() - 1;
        for row in 0..rows {
            let digits = (key >> (4 * cols * (rows - 1 - row))) as usize & mask;
            let pattern = self.patterns[digits];
            if pattern == UNKNOWN {
                return None;
            }
            lines.rows |= u64::from(pattern) << (16 * row);
            lines.columns += self.columns[pattern] * weight;
            weight *= self.radix;
        }
        Some(lines)
    }

    /// Returns half the sum of the faces of the board with these line patterns.
    #[inline(always)]
    pub(crate) fn half_sum(&self, lines: BoardLines) -> HalfSum {
        let rows = split_lines(lines.rows);
        HalfSum::new(rows.into_iter().map(|row| self.half_sums[row]).sum())
    }

    /// Returns the canonical code of the board with these line patterns.
    #[inline(always)]
    pub(crate) fn code<W: Width>(&self, width: W, lines: BoardLines) -> C {
        let rows = split_lines(lines.rows);
        let image = |row: usize| C::load(width, &self.rows[rows[row]][row]);
        let two = C::plus(width, image(0), image(1));
        let images = C::plus(width, two, C::plus(width, image(2), image(3)));
        let [code, _] = C::least_of_two(width, [images, images]);
        code
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::Game;
    use mdp2048_rules::{Action, Board};

    use super::*;
    use crate::kernel::tables::BoardTables;
    use crate::lanes::Portable;

    #[test]
    fn tables_of_keys_agree_with_those_of_the_index() {
        for (shape, target) in [("2x2", 16), ("2x3", 32), ("3x2", 32), ("3x4", 16), ("4x4", 32)] {
            let shape: Shape = shape.parse().expect("a shape");
            let game = Game::reach(shape, target).expect("a game");
            let (codes, _) = BoardCodes::new(&game).expect("small tables");
            let keys = KeyTables::<u64>::new(&codes);
            let tables = BoardTables::<u64>::new(&game, &codes);
            let mut random = 1u64;
            for _ in 0..2000 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let digit = |cell: usize| (random >> 8 >> (3 * cell)) & 7;
                let key = (0..shape.cells()).fold(0, |key, cell| key << 4 | digit(cell));
                let board = Board::from_key(shape, key).expect("a board");
                let Some(lines) = keys.lines(key) else {
                    assert!(board.largest().get() >= game.radix(), "{board}");
                    continue;
                };
                assert_eq!(tables.board(lines), board);
                assert_eq!(keys.half_sum(lines), HalfSum::of(board));
                assert_eq!(Some(keys.code(Portable, lines)), codes.code(board));
                let effects = tables.slider(true).effects(lines);
                for action in Action::ALL {
                    let is_allowed = board.slide(action).is_some();
                    assert_eq!(effects.allows(action.index()), is_allowed, "{board} {action:?}");
                }
            }
        }
    }
}
