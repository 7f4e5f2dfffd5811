//! Boards as 64-bit numbers, for programs that play very many games.
//!
//! A nibble has the exponent of a cell, and 16 bits have a row, so that rows and, after
//! [`transposed`], columns of every shape are 16 bits and a table has the slide of each. The key of a
//! 4x4 board ([`Board::key`]) is such a number.

use crate::{Action, Board, Exponent, Shape};

/// The lowest bit of each nibble.
const ONES: u64 = 0x1111_1111_1111_1111;

/// The number of lines, which are rows or columns.
const LINES: usize = 1 << 16;

/// The slides of all lines of one length.
#[derive(Clone, Debug)]
pub struct LineSlides([Box<[LineSlide; LINES]>; 2]);

/// A line after a slide.
#[derive(Clone, Copy, Debug)]
struct LineSlide {
    line: u16,
    /// A quarter of the points, which are multiples of 4 and at most 65,536.
    quarter_points: u16,
}

impl LineSlides {
    /// The tables of lines of two to four cells, of 512 KB together. The nibbles above are 0.
    ///
    /// # Panics
    /// If the number of cells is another one.
    pub fn new(cells: usize) -> Self {
        // A line is the last row of a board whose other row is empty.
        let shape = Shape::new(2, cells as u8).expect("lines have two to four cells");
        let slides = [Action::Right, Action::Left].map(|action| {
            let slide = |line| {
                let slide = Board::from_key(shape, u64::from(line))?.slide(action)?;
                let quarter_points = (slide.points / 4) as u16;
                Some(LineSlide { line: slide.after.board().key() as u16, quarter_points })
            };
            let unmoved = |line| LineSlide { line, quarter_points: 0 };
            let lines = (0..=u16::MAX).map(|line| slide(line).unwrap_or(unmoved(line)));
            let lines: Box<[LineSlide]> = lines.collect();
            lines.try_into().expect("a line has 16 bits")
        });
        Self(slides)
    }

    /// Slides the four rows of a board towards their high or their low nibbles: the board after, and
    /// the points. Locked tiles move as others do.
    #[inline(always)]
    pub fn slide(&self, board: u64, to_high: bool) -> (u64, u32) {
        let table = &self.0[usize::from(to_high)];
        let row = |shift: u32| table[usize::from((board >> shift) as u16)];
        let rows = [row(48), row(32), row(16), row(0)];
        let after = rows.iter().fold(0, |after, row| after << 16 | u64::from(row.line));
        (after, 4 * rows.iter().map(|row| u32::from(row.quarter_points)).sum::<u32>())
    }
}

/// Swaps the nibbles under `mask` with those `distance` bits above.
#[inline(always)]
pub const fn swapped(board: u64, distance: u32, mask: u64) -> u64 {
    let changed = (board ^ board >> distance) & mask;
    board ^ changed ^ changed << distance
}

/// Swaps rows and columns: within each block of 2x2 cells, then the blocks.
#[inline(always)]
pub const fn transposed(board: u64) -> u64 {
    swapped(swapped(board, 12, 0x0000_f0f0_0000_f0f0), 24, 0x0000_0000_ff00_ff00)
}

/// The lowest bit of each nibble that is 0.
#[inline(always)]
pub const fn empty_cells(board: u64) -> u64 {
    let pairs = board | board >> 1;
    !(pairs | pairs >> 2) & ONES
}

/// Whether a tile is on a board.
#[inline(always)]
pub const fn has_tile(board: u64, tile: Exponent) -> bool {
    empty_cells(board ^ (ONES * tile.get() as u64)) != 0
}

/// The board with a 2 or a 4 on one of its empty cells, given by their lowest bits: the one with
/// this number, from 0 and from the lowest bit on.
#[inline(always)]
pub const fn with_tile(board: u64, mut empty: u64, number: u32, is_four: bool) -> u64 {
    let mut skipped = 0;
    while skipped < number {
        empty &= empty - 1;
        skipped += 1;
    }
    let two = empty & empty.wrapping_neg();
    board | two << is_four as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_slide_as_those_of_boards() {
        let slides = LineSlides::new(4);
        let mut number = 1u64;
        for round in 0..3_000 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // The conjunction makes small tiles frequent; every tenth board has the largest ones.
            let all = if round % 10 == 0 { u64::MAX } else { 0x7777_7777_7777_7777 };
            let key = (number ^ number >> 13) & number.rotate_left(21) & all;
            let board = Board::from_key(Shape::FOUR_BY_FOUR, key).unwrap();
            for action in Action::ALL {
                let is_turned = matches!(action, Action::Up | Action::Down);
                let lines = if is_turned { transposed(key) } else { key };
                let (after, points) = slides.slide(lines, action.index() & 1 == 0);
                let after = if is_turned { transposed(after) } else { after };
                let expected = board.slide(action);
                let expected = expected.map(|slide| (slide.after.board().key(), slide.points));
                assert_eq!((after, points), expected.unwrap_or((key, 0)), "{board} {action}");
            }
            let mut cells: Vec<_> = board.empty_cells().collect();
            cells.reverse();
            let empty = empty_cells(key);
            assert_eq!(empty.count_ones() as usize, cells.len());
            for (cell, at) in cells.into_iter().zip(0..) {
                for tile in [Exponent::TWO, Exponent::FOUR] {
                    let placed = with_tile(key, empty, at, tile == Exponent::FOUR);
                    assert_eq!(placed, board.with(cell, tile).key());
                    assert!(has_tile(placed, tile));
                }
            }
            let largest = board.largest();
            assert!(largest.is_empty() || has_tile(key, largest));
            assert!(largest == Exponent::MAX || !has_tile(key, Exponent::MAX));
        }
    }

    #[test]
    fn shorter_lines_keep_their_length() {
        let slides = LineSlides::new(3);
        // Rows of 2 2 4, and of 4 0 4.
        assert_eq!(slides.slide(0x0112_0000_0000_0202, false), (0x0022_0000_0000_0003, 12));
        assert_eq!(slides.slide(0x0112_0000_0000_0202, true), (0x0220_0000_0000_0300, 12));
    }
}
