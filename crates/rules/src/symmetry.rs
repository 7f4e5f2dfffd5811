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
        let (rows, cols) = (shape.rows(), shape.cols());
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
        let key = (0..shape.cells()).fold(0, |key, cell| {
            let to = self.cell(shape, cell);
            key | u64::from(board.tile(cell).get()) << (4 * (shape.cells() - 1 - to))
        });
        Board::from_key_unchecked(shape, key)
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
