//! Boards turned, reflected or emptied.

use mdp2048_rules::{Board, Shape};

/// A change of a whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A quarter turn clockwise; half a turn of a board that is not square.
    Rotate,
    /// A reflection that exchanges left and right.
    Mirror,
    /// Removes all tiles.
    Clear,
}

impl Turn {
    /// The changed board. It has the same shape.
    pub fn of(self, board: Board) -> Board {
        let shape = board.shape();
        let (rows, cols) = (shape.rows(), shape.cols());
        let from = |cell: usize| {
            let (row, col) = (cell / cols, cell % cols);
            match self {
                Self::Rotate if shape.is_square() => (rows - 1 - col) * cols + row,
                Self::Rotate => shape.cells() - 1 - cell,
                Self::Mirror | Self::Clear => row * cols + (cols - 1 - col),
            }
        };
        if self == Self::Clear {
            return Board::empty(shape);
        }
        cells(shape).fold(board, |turned, cell| turned.with(cell, board.tile(from(cell))))
    }
}

fn cells(shape: Shape) -> std::ops::Range<usize> {
    0..shape.cells()
}
