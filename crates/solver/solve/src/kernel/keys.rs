//! The line patterns, the half sum and the codes of boards that are given as keys, see
//! [`Board::key`](mdp2048_rules::Board::key).

use mdp2048_rules::{Exponent, Shape};

use crate::board_index::cells::half_face;
use crate::board_index::codes::BoardCodes;
use crate::board_index::table::PatternTable;
use crate::half_sum::HalfSum;
use crate::simd::{Code, Lanes, Simd, add};

use super::layout::LineLayout;
use super::moves::{BoardLines, split_lines};

/// Lookup tables for boards that no index has numbered.
pub(crate) struct KeyTables<C> {
    shape: Shape,
    /// By row: where the entries of its digits begin in `patterns`.
    starts: [usize; 4],
    /// By the digits of a row in a key: the row pattern, or [`UNKNOWN`] if a tile is too large or
    /// the locked cells are others. Rows with the same locked cells share entries.
    patterns: Vec<u16>,
    /// The patterns of the rows that the board does not have, and of its empty columns.
    empty: BoardLines,
    /// By row pattern, then by row: what the row adds to the patterns of the columns.
    columns: PatternTable<[u64; 4]>,
    /// By row pattern, then by row: what the row adds to the codes of the symmetry images.
    rows: PatternTable<[Lanes<C>; 4]>,
    /// By row pattern: half the sum of the faces.
    half_sums: PatternTable<u32>,
}

/// The digits of a row that no state has.
const UNKNOWN: u16 = u16::MAX;

impl<C: Code> KeyTables<C> {
    /// Returns the tables of a game with these codes.
    pub(crate) fn new(codes: &BoardCodes) -> Self {
        let (shape, radix) = (codes.shape, u64::from(codes.radix));
        let rows = LineLayout::rows(shape, radix);
        let columns = LineLayout::columns(shape, radix);
        // The exponents of a row with a pattern, each with the cell. Locked cells have the weight 0.
        let tiles = |pattern: usize, row: usize| {
            let exponents = rows.patterns()[pattern].iter().map(|&exponent| u64::from(exponent));
            exponents.zip(rows.cells_of(row, pattern))
        };
        let images = |pattern: usize, row: usize| {
            let mut images: Lanes<u64> = Lanes::default();
            for (exponent, &cell) in tiles(pattern, row) {
                images = add(&images, &codes.weights[cell].map(|weight| weight * exponent));
            }
            images.map(C::narrow)
        };
        let in_columns = |pattern: usize, row: usize| {
            tiles(pattern, row)
                .map(|(exponent, &cell)| exponent * columns.weight(cell))
                .sum::<u64>()
        };
        let half_sum = |exponents: &Vec<u8>| {
            let is_locked = |exponent| shape.has_locked() && exponent == Exponent::LOCKED.get();
            let free = exponents.iter().filter(|&&exponent| !is_locked(exponent));
            free.map(|&exponent| half_face(exponent.into())).sum::<usize>() as u32
        };
        let (mut starts, mut patterns) = ([0; 4], Vec::new());
        let entries = 1 << (4 * shape.cols());
        for row in 0..shape.rows() {
            let same = (0..row).find(|&other| rows.numbers(other) == rows.numbers(row));
            starts[row] = same.map_or(patterns.len(), |other| starts[other]);
            if same.is_none() {
                patterns.resize(patterns.len() + entries, UNKNOWN);
                for pattern in rows.numbers(row) {
                    let exponents = &rows.patterns()[pattern];
                    let digits =
                        exponents.iter().fold(0, |key, &digit| key << 4 | usize::from(digit));
                    patterns[starts[row] + digits] = pattern as u16;
                }
            }
        }
        let numbers = 0..rows.patterns().len();
        Self {
            shape,
            starts,
            patterns,
            empty: BoardLines {
                rows: (shape.rows()..4)
                    .fold(0, |lines, row| lines | rows.empty() & 0xffff << (16 * row)),
                columns: columns.empty(),
            },
            columns: PatternTable::new(
                numbers.clone().map(|pattern| std::array::from_fn(|row| in_columns(pattern, row))),
            ),
            rows: PatternTable::new(
                numbers.map(|pattern| std::array::from_fn(|row| images(pattern, row))),
            ),
            half_sums: PatternTable::new(rows.patterns().iter().map(half_sum)),
        }
    }

    /// Returns the line patterns of the board with a key of the shape of the game; `None` if it has
    /// a tile that no state has.
    #[inline(always)]
    pub(crate) fn lines(&self, key: u64) -> Option<BoardLines> {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let mut lines = self.empty;
        let mask = (1 << (4 * cols)) - 1;
        for row in 0..rows {
            let digits = (key >> (4 * cols * (rows - 1 - row))) as usize & mask;
            let pattern = self.patterns[self.starts[row] + digits];
            if pattern == UNKNOWN {
                return None;
            }
            lines.rows |= u64::from(pattern) << (16 * row);
            lines.columns += self.columns[pattern][row];
        }
        Some(lines)
    }

    /// Returns half the sum of the faces of the board with these line patterns.
    #[inline(always)]
    pub(crate) fn half_sum(&self, lines: BoardLines) -> HalfSum {
        let rows = split_lines(lines.rows);
        HalfSum::new(rows.into_iter().map(|row| self.half_sums[row]).sum())
    }

    /// Returns the representative code of the board with these line patterns.
    #[inline(always)]
    pub(crate) fn code<W: Simd>(&self, simd: W, lines: BoardLines) -> C {
        let rows = split_lines(lines.rows);
        let image = |row: usize| C::load(simd, &self.rows[rows[row]][row]);
        let two = C::plus(simd, image(0), image(1));
        let images = C::plus(simd, two, C::plus(simd, image(2), image(3)));
        let [code, _] = C::least_of_two(simd, [images, images]);
        code
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::Game;
    use mdp2048_rules::{Action, Board};

    use super::*;
    use crate::kernel::tables::BoardTables;
    use crate::simd::Portable;

    #[test]
    fn tables_of_keys_agree_with_those_of_the_index() {
        let games = [("2x2", 16), ("2x3", 32), ("3x2", 32), ("3x4", 16), ("4x4", 32)];
        let locked = [("..../..../.xxx/.xxx", 64), ("x../.x.", 32), ("xxxx/...x", 16)];
        for (shape, target) in games.into_iter().chain(locked) {
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
                let key = key | Board::empty(shape).key();
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
