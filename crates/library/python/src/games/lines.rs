//! Slides of boards whose rows are 16 bits each.
//!
//! The tile on row r and column c is the nibble 4r + c of a `u64`, the lowest nibble first. So rows
//! and, after a transpose, columns are 16 bits each on every shape, and a table has the slide of
//! each.

use mdp2048::rules::Motion;
use mdp2048::rules::nibbles::{LineSlides, transposed};
use mdp2048::{Action, Board, Exponent, Shape};

/// The slides of all rows and columns of a shape.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    rows: LineTable,
    columns: LineTable,
}

/// The slides of all lines of one length.
#[derive(Clone, Debug)]
struct LineTable {
    slides: LineSlides,
    /// By the line: the set of directions that change it, the first one in the lowest bit, and two
    /// bits above, those that move a locked tile.
    directions: Box<[u8]>,
}

impl Lines {
    /// The table of a shape.
    pub(super) fn new(shape: Shape) -> Self {
        let table = |length| LineTable::new(length, shape.has_locked());
        Self { rows: table(shape.cols()), columns: table(shape.rows()) }
    }

    /// Slides a board by the allowed action with an index (see [`Action::index`]): the board after,
    /// and the points.
    #[inline(always)]
    pub(super) fn slide(&self, board: u64, action: usize) -> (u64, u32) {
        // The first cell is the lowest nibble.
        let to_high = action & 1 == 1;
        if action & 2 == 0 {
            return self.rows.slides.slide(board, to_high);
        }
        let (after, points) = self.columns.slides.slide(transposed(board), to_high);
        (transposed(after), points)
    }

    /// The set of allowed actions: bit i is that of the action with index i.
    #[inline(always)]
    pub(super) fn allowed(&self, board: u64) -> u8 {
        let columns = transposed(board);
        let mut directions = [0, 0];
        for shift in [0, 16, 32, 48] {
            directions[0] |= self.rows.directions[usize::from((board >> shift) as u16)];
            directions[1] |= self.columns.directions[usize::from((columns >> shift) as u16)];
        }
        let [rows, columns] = directions.map(|both| both & !(both >> 2) & 3);
        rows | columns << 2
    }
}

impl LineTable {
    /// The table of all lines of a number of cells. If any cell is locked, a 32768 is a locked tile.
    fn new(length: usize, has_locked: bool) -> Self {
        let slides = LineSlides::new(length);
        let changes =
            |line: u16, to_high| u8::from(slides.slide(line.into(), to_high).0 != u64::from(line));
        let moves_locked =
            |line, direction| u8::from(has_locked && moves_largest(line, length, direction));
        let directions = (0..1u32 << (4 * length)).map(|line| {
            let line = line as u16;
            let changed = changes(line, false) | changes(line, true) << 1;
            changed | moves_locked(line, Action::Left) << 2 | moves_locked(line, Action::Right) << 3
        });
        let directions = directions.collect();
        Self { slides, directions }
    }
}

/// The board whose first row is a line and whose other row is empty.
fn board_of_line(line: u16, length: usize) -> Board {
    let shape = Shape::new(2, length as u8).expect("lines have two to four cells");
    board_of(shape, line.into()).expect("no cell is locked")
}

/// Whether a slide of a line moves a 32768.
fn moves_largest(line: u16, length: usize, action: Action) -> bool {
    let board = board_of_line(line, length);
    let moves =
        |motion: Motion| motion.from != motion.to && board.tile(motion.from) == Exponent::MAX;
    board.largest() == Exponent::MAX && board.motions(action).into_iter().any(moves)
}

/// The nibbles of a board.
pub(super) fn nibbles_of(board: Board) -> u64 {
    let cols = board.shape().cols();
    let shift = |cell: usize| 16 * (cell / cols) + 4 * (cell % cols);
    board.tiles().enumerate().fold(0, |all, (at, tile)| all | u64::from(tile.get()) << shift(at))
}

/// The board with these nibbles, or `None` if a locked cell is not.
#[inline]
pub(super) fn board_of(shape: Shape, nibbles: u64) -> Option<Board> {
    let mut key = 0;
    for row in 0..shape.rows() {
        for col in 0..shape.cols() {
            key = key << 4 | nibbles >> (16 * row + 4 * col) & 15;
        }
    }
    Board::from_key(shape, key)
}

/// The lowest bit of the nibble of each cell of a shape.
pub(super) fn cells_of(shape: Shape) -> u64 {
    let full = vec![Exponent::TWO; shape.cells()];
    let board = Board::from_exponents(shape.unlocked(), &full);
    nibbles_of(board.expect("a tile for each cell"))
}

#[cfg(test)]
mod tests {
    use mdp2048::rules::nibbles::empty_cells;

    use super::*;

    #[test]
    fn nibbles_slide_as_boards_do() {
        let locked = ["..../..../.xxx/.xxx", ".x./...", "x../.../...", "x.x./..../.x../...."];
        let locked = locked.map(|shape| shape.parse().unwrap());
        for shape in Shape::all().chain(locked) {
            let lines = Lines::new(shape);
            let locked = Board::empty(shape).key();
            let mut number = 1u64;
            for _ in 0..3_000 {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                // The conjunction makes small tiles frequent, so that many tiles merge.
                let key = number >> 8 & number >> 17 & 0x7777_7777_7777_7777;
                let key = key >> (64 - 4 * shape.cells()) | locked;
                let board = Board::from_key(shape, key).unwrap();
                let nibbles = nibbles_of(board);
                assert_eq!(board_of(shape, nibbles), Some(board));
                let empty = cells_of(shape) & empty_cells(nibbles);
                assert_eq!(empty.count_ones() as usize, board.empty_cells().len());
                for action in Action::ALL {
                    let expected = board.slide(action);
                    let allowed = lines.allowed(nibbles) >> action.index() & 1 == 1;
                    let slid = allowed.then(|| lines.slide(nibbles, action.index()));
                    let expected =
                        expected.map(|slide| (nibbles_of(slide.after.board()), slide.points));
                    assert_eq!(slid, expected, "{board} {action}");
                }
            }
        }
    }
}
