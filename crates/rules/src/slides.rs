//! Slides looked up, for whoever makes very many of them.

use crate::{Action, Afterstate, Board, Exponent, Shape, Slide};

/// Every slide of every line of a shape, so that a board slides by looking up its lines.
///
/// Gives what [`Board::slide`] gives. A table takes 16 bytes for each of the 256, 4,096 or 65,536
/// lines of two, three or four cells.
#[derive(Clone, Debug)]
pub struct Slides {
    shape: Shape,
    rows: Lines,
    columns: Lines,
}

/// The slides of lines of one length.
#[derive(Clone, Debug)]
struct Lines {
    bits: u32,
    mask: u64,
    /// Towards the first cell, then towards the last.
    slid: [Vec<SlidLine>; 2],
}

#[derive(Clone, Copy, Debug)]
struct SlidLine {
    key: u16,
    largest_merge: Exponent,
    points: u32,
}

impl Slides {
    /// The slides of boards of this shape.
    pub fn new(shape: Shape) -> Self {
        let rows = Lines::new(shape.cols());
        let columns = if shape.is_square() { rows.clone() } else { Lines::new(shape.rows()) };
        Self { shape, rows, columns }
    }

    /// Slides the tiles, or `None` if that changes nothing and so is not allowed.
    ///
    /// # Panics
    /// If the board is of another shape.
    pub fn slide(&self, board: Board, action: Action) -> Option<Slide> {
        assert_eq!(board.shape(), self.shape, "the board is of the shape of the slides");
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

impl Lines {
    fn new(length: usize) -> Self {
        let bits = 4 * length as u32;
        let slid = [false, true].map(|reversed| {
            (0..1u64 << bits).map(|line| SlidLine::new(line, length, reversed)).collect()
        });
        Self { bits, mask: (1 << bits) - 1, slid }
    }

    fn slide(&self, board: Board, direction: usize) -> Option<Slide> {
        let table = &self.slid[direction];
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

impl SlidLine {
    /// Slides one line, by the rules of a whole board whose other lines are empty.
    fn new(line: u64, length: usize, reversed: bool) -> Self {
        // Boards have two rows at the least.
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
    fn tables_slide_as_the_rules_do() {
        for shape in Shape::all() {
            let slides = Slides::new(shape);
            let mut key = 1u64;
            for _ in 0..2_000 {
                // Sums of few distinct tiles, so that merges are common.
                key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let tiles = key >> 8 & key >> 17 & 0x7777_7777_7777_7777;
                let board = Board::from_key(shape, tiles >> (64 - 4 * shape.cells())).unwrap();
                for action in Action::ALL {
                    assert_eq!(slides.slide(board, action), board.slide(action), "{board}");
                }
            }
        }
        let full: Board = "32768 32768/0 0".parse().unwrap();
        assert_eq!(Slides::new(Shape::TWO_BY_TWO).slide(full, Action::Left), None);
    }
}
