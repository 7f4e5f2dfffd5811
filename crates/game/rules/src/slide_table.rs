//! Slides from lookup tables, for callers that need very many of them.

use crate::{Action, Afterstate, Board, Exponent, Shape, Slide};

/// A lookup table of the slides of every row and column of a shape.
///
/// [`SlideTable::slide`] returns the same as [`Board::slide`], with one lookup per row or column.
/// The table uses 16 bytes for each of the 256, 4,096 or 65,536 lines of two, three or four cells.
#[derive(Clone, Debug)]
pub struct SlideTable {
    shape: Shape,
    // The key of the locked tiles.
    locked: u64,
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
    slides: Vec<[LineSlide; 2]>,
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
        Self { shape, locked: shape.locked_key(), rows, columns }
    }

    /// Slides the tiles like [`Board::slide`].
    ///
    /// # Panics
    /// If the board has another shape.
    pub fn slide(&self, board: Board, action: Action) -> Option<Slide> {
        assert_eq!(board.shape(), self.shape, "the board has the shape of the table");
        let slide = match action {
            Action::Left => self.rows.slide(board, 0),
            Action::Right => self.rows.slide(board, 1),
            Action::Up => self.columns.slide(board.transposed(), 0).map(transposed),
            Action::Down => self.columns.slide(board.transposed(), 1).map(transposed),
        };
        self.with_locked(slide)
    }

    /// The slides of all actions, by [`Action::index`], with fewer lookups than one by one.
    ///
    /// # Panics
    /// If the board has another shape.
    pub fn slides(&self, board: Board) -> [Option<Slide>; 4] {
        assert_eq!(board.shape(), self.shape, "the board has the shape of the table");
        let [left, right] = self.rows.slides(board);
        let [up, down] = self.columns.slides(board.transposed());
        [left, right, up.map(transposed), down.map(transposed)].map(|slide| self.with_locked(slide))
    }

    /// The slide as one of the shape of the table; `None` if it moves a locked tile.
    #[inline]
    fn with_locked(&self, slide: Option<Slide>) -> Option<Slide> {
        let slide = slide?;
        let key = slide.after.board().key();
        // Locked tiles do not merge, so all of them are on locked cells if none has moved.
        (key & self.locked == self.locked).then(|| Slide {
            after: Afterstate::new(Board::from_key_unchecked(self.shape, key)),
            ..slide
        })
    }
}

fn transposed(slide: Slide) -> Slide {
    Slide { after: Afterstate::new(slide.after.board().transposed()), ..slide }
}

impl LineTable {
    /// The table of all lines of a number of cells.
    fn new(length: usize) -> Self {
        let bits = 4 * length as u32;
        let both = |line| [false, true].map(|reversed| LineSlide::new(line, length, reversed));
        Self { bits, mask: (1 << bits) - 1, slides: (0..1u64 << bits).map(both).collect() }
    }

    /// Slides the rows towards their first cell (direction 0) or their last (direction 1).
    fn slide(&self, board: Board, direction: usize) -> Option<Slide> {
        let mut sum = LineSlide::NONE;
        let mut after = 0;
        for (shift, slides) in self.lines(board) {
            after |= sum.add(&slides[direction]) << shift;
        }
        sum.of_board(board, after)
    }

    /// Slides the rows towards their first cell, and towards their last.
    #[inline]
    fn slides(&self, board: Board) -> [Option<Slide>; 2] {
        let [mut first, mut last] = [LineSlide::NONE; 2];
        let mut after = [0; 2];
        for (shift, slides) in self.lines(board) {
            after[0] |= first.add(&slides[0]) << shift;
            after[1] |= last.add(&slides[1]) << shift;
        }
        [first.of_board(board, after[0]), last.of_board(board, after[1])]
    }

    /// The slides of the rows of a board, with the position of the row in its key.
    #[inline]
    fn lines(&self, board: Board) -> impl Iterator<Item = (u32, &[LineSlide; 2])> {
        let key = board.key();
        (0..board.shape().rows() as u32).map(move |row| {
            let shift = self.bits * row;
            (shift, &self.slides[(key >> shift & self.mask) as usize])
        })
    }
}

impl LineSlide {
    /// The sum of no slides.
    const NONE: Self = Self { key: 0, largest_merge: Exponent::EMPTY, points: 0 };

    /// Adds the merges of another line, and returns its key after the slide.
    #[inline]
    fn add(&mut self, other: &Self) -> u64 {
        self.points += other.points;
        self.largest_merge = self.largest_merge.max(other.largest_merge);
        other.key.into()
    }

    /// The slide of a board with these merges, which has the key `after` then; `None` if nothing
    /// moves.
    #[inline]
    fn of_board(self, board: Board, after: u64) -> Option<Slide> {
        (after != board.key()).then(|| Slide {
            after: Afterstate::new(Board::from_key_unchecked(board.shape(), after)),
            points: self.points,
            largest_merge: self.largest_merge,
        })
    }

    /// Slides a line as the last row of a board whose other rows are empty.
    fn new(line: u64, length: usize, reversed: bool) -> Self {
        // A board has at least two rows.
        let board = Board::from_key_unchecked(Shape::of_size(2, length as u8), line);
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
                assert_eq!(table.slides(board), Action::ALL.map(|action| board.slide(action)));
            }
        }
        let locked: Shape = "..../..../.xxx/.xxx".parse().unwrap();
        let table = SlideTable::new(locked);
        let mut allowed = 0;
        let mut key = 1u64;
        for _ in 0..20_000 {
            key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let tiles = key >> 8 & key >> 17 & 0x7777_7777_7777_7777;
            let board = Board::from_key(locked, tiles | Board::empty(locked).key()).unwrap();
            assert_eq!(table.slides(board), Action::ALL.map(|action| board.slide(action)));
            allowed += board.allowed().count();
        }
        assert!(allowed > 10_000, "{allowed} of 80,000 actions are allowed");
        let full: Board = "32768 32768/0 0".parse().unwrap();
        assert_eq!(SlideTable::new(Shape::TWO_BY_TWO).slide(full, Action::Left), None);
    }
}
