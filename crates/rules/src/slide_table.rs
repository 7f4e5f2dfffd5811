//! Slides from lookup tables, for callers that need very many of them.

use crate::{Action, Afterstate, Board, Exponent, Shape, Slide};

/// A lookup table of the slides of every row and column of a shape.
///
/// [`SlideTable::slide`] returns the same as [`Board::slide`], with one lookup per row or column.
/// The table uses 16 bytes for each of the 256, 4,096 or 65,536 lines of two, three or four cells.
#[derive(Clone, Debug)]
pub struct SlideTable {
    shape: Shape,
    rows: LineTable,
    columns: LineTable,
}

/// The slides of all lines of one length, where a line is a row or a column.
#[derive(Clone, Debug)]
struct LineTable {
    /// The number of bits of a line's key.
    bits: u32,
    mask: u64,
    /// By the key of a line: its slide towards the first cell, and towards the last.
    slides: [Vec<LineSlide>; 2],
}

/// The slide of one line.
#[derive(Clone, Copy, Debug)]
struct LineSlide {
    /// The key of the line after the slide.
    key: u16,
    largest_merge: Exponent,
    points: u32,
}

impl SlideTable {
    /// The table of a shape.
    pub fn new(shape: Shape) -> Self {
        let rows = LineTable::new(shape.cols());
        let columns = if shape.is_square() { rows.clone() } else { LineTable::new(shape.rows()) };
        Self { shape, rows, columns }
    }

    /// Slides the tiles like [`Board::slide`].
    ///
    /// # Panics
    /// If the board has another shape.
    pub fn slide(&self, board: Board, action: Action) -> Option<Slide> {
        assert_eq!(board.shape(), self.shape, "the board has the shape of the table");
        match action {
            Action::Left => self.rows.slide(board, 0),
            Action::Right => self.rows.slide(board, 1),
            Action::Up => self.columns.slide(board.transposed(), 0).map(transposed),
            Action::Down => self.columns.slide(board.transposed(), 1).map(transposed),
        }
    }
}

fn transposed(slide: Slide) -> Slide {
    Slide { after: Afterstate::new(slide.after.board().transposed()), ..slide }
}

impl LineTable {
    /// The table of all lines of a number of cells.
    fn new(length: usize) -> Self {
        let bits = 4 * length as u32;
        let slides = [false, true].map(|reversed| {
            (0..1u64 << bits).map(|line| LineSlide::new(line, length, reversed)).collect()
        });
        Self { bits, mask: (1 << bits) - 1, slides }
    }

    /// Slides the rows towards their first cell (direction 0) or their last (direction 1).
    fn slide(&self, board: Board, direction: usize) -> Option<Slide> {
        let table = &self.slides[direction];
        let (shape, key) = (board.shape(), board.key());
        let mut slide =
            Slide { after: Afterstate::new(board), points: 0, largest_merge: Exponent::EMPTY };
        let mut after = 0;
        for row in 0..shape.rows() {
            let shift = self.bits * row as u32;
            let slid = table[(key >> shift & self.mask) as usize];
            after |= u64::from(slid.key) << shift;
            slide.points += slid.points;
            slide.largest_merge = slide.largest_merge.max(slid.largest_merge);
        }
        slide.after = Afterstate::new(Board::from_key_unchecked(shape, after));
        (after != key).then_some(slide)
    }
}

impl LineSlide {
    /// Slides a line as the last row of a board whose other rows are empty.
    fn new(line: u64, length: usize, reversed: bool) -> Self {
        // A board has at least two rows.
        let shape = if length == 2 {
            Shape::TWO_BY_TWO
        } else if length == 3 {
            Shape::TWO_BY_THREE
        } else {
            Shape::TWO_BY_FOUR
        };
        let board = Board::from_key_unchecked(shape, line);
        let action = if reversed { Action::Right } else { Action::Left };
        board.slide(action).map_or(
            Self { key: line as u16, largest_merge: Exponent::EMPTY, points: 0 },
            |slide| Self {
                key: slide.after.board().key() as u16,
                largest_merge: slide.largest_merge,
                points: slide.points,
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_and_the_rules_slide_alike() {
        for shape in Shape::all() {
            let table = SlideTable::new(shape);
            let mut key = 1u64;
            for _ in 0..2_000 {
                // The conjunction makes small tiles frequent, so that many tiles merge.
                key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let tiles = key >> 8 & key >> 17 & 0x7777_7777_7777_7777;
                let board = Board::from_key(shape, tiles >> (64 - 4 * shape.cells())).unwrap();
                for action in Action::ALL {
                    assert_eq!(table.slide(board, action), board.slide(action), "{board}");
                }
            }
        }
        let full: Board = "32768 32768/0 0".parse().unwrap();
        assert_eq!(SlideTable::new(Shape::TWO_BY_TWO).slide(full, Action::Left), None);
    }
}
