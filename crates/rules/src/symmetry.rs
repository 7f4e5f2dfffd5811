//! The symmetries of a board and how they move tiles and actions.

use crate::{Action, Board, Cell, Shape};

/// A symmetry of a board: a number of quarter turns, then perhaps a left-right reflection.
///
/// It moves the tile on cell `p` to cell `symmetry.cell(shape, p)`. One quarter turn is a
/// left-right reflection followed by a transpose, so it takes (row, column) to
/// (columns - 1 - column, row).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    // In 0..4; odd only on a square board.
    turns: u8,
    reflected: bool,
}

impl Symmetry {
    /// The symmetry that moves nothing.
    pub const IDENTITY: Self = Self { turns: 0, reflected: false };

    /// The eight symmetries of a square: identity, r90, r180, r270, then each of these reflected.
    const SQUARE: [Self; 8] = {
        let mut all = [Self::IDENTITY; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Self { turns: i as u8 % 4, reflected: i >= 4 };
            i += 1;
        }
        all
    };

    /// The four symmetries of a rectangle, in the order of the square's.
    const RECTANGLE: [Self; 4] =
        [Self::SQUARE[0], Self::SQUARE[2], Self::SQUARE[4], Self::SQUARE[6]];

    /// The symmetries of a shape, in the order that decides between equal images.
    pub const fn of(shape: Shape) -> &'static [Self] {
        if shape.is_square() { &Self::SQUARE } else { &Self::RECTANGLE }
    }

    /// Where the tile on a cell goes.
    pub const fn cell(self, shape: Shape, cell: Cell) -> Cell {
        self.cell_of(shape.rows(), shape.cols(), cell)
    }

    const fn cell_of(self, rows: usize, cols: usize, cell: Cell) -> Cell {
        let (r, c) = (cell / cols, cell % cols);
        let (r, c) = match self.turns {
            0 => (r, c),
            1 => (cols - 1 - c, r),
            2 => (rows - 1 - r, cols - 1 - c),
            _ => (c, rows - 1 - r),
        };
        r * cols + if self.reflected { cols - 1 - c } else { c }
    }

    /// The board with every tile moved.
    pub fn board(self, board: Board) -> Board {
        let shape = board.shape();
        let shifts = &SHIFTS[shape.rows() - 2][shape.cols() - 2][self.index()];
        let (mut tiles, mut key) = (board.key(), 0);
        for shift in &shifts[..shape.cells()] {
            key |= (tiles & 15) << shift;
            tiles >>= 4;
        }
        Board::from_key_unchecked(shape, key)
    }

    /// The place in the order of the square's symmetries, 0..8.
    const fn index(self) -> usize {
        self.turns as usize + if self.reflected { 4 } else { 0 }
    }

    /// The action that does on the moved board what `action` does on the board.
    pub fn action(self, action: Action) -> Action {
        let (mut r, mut c) = action.direction();
        for _ in 0..self.turns {
            (r, c) = (-c, r);
        }
        Action::from_direction(if self.reflected { (r, -c) } else { (r, c) })
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // A turned reflection is its own inverse.
        let turns = if self.reflected { self.turns } else { (4 - self.turns) % 4 };
        Self { turns, ..self }
    }
}

/// By rows and columns from 2, by symmetry, by cell from the last one back: where the bits of the
/// tile begin in the key of the moved board.
///
/// Canonical forms are most of the work wherever many boards are looked at, so where each tile
/// goes is worked out when this room is compiled.
const SHIFTS: [[[[u8; 16]; 8]; 3]; 3] = {
    let mut shifts = [[[[0; 16]; 8]; 3]; 3];
    let mut at = 0;
    while at < 3 * 3 * 8 {
        let (rows, cols, symmetry) = (at / 24 + 2, at / 8 % 3 + 2, Symmetry::SQUARE[at % 8]);
        let mut cell = 0;
        // An odd number of quarter turns does not keep a rectangle.
        while cell < rows * cols && (rows == cols || symmetry.turns % 2 == 0) {
            let (last, to) = (rows * cols - 1, symmetry.cell_of(rows, cols, cell));
            shifts[rows - 2][cols - 2][at % 8][last - cell] = 4 * (last - to) as u8;
            cell += 1;
        }
        at += 1;
    }
    shifts
};
