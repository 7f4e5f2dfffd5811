//! Boards in rows.

use std::fmt::{self, Display};

use mdp2048_rules::Board;

/// A board with a line for each row.
pub(crate) struct BoardRows(pub(crate) Board);

impl Display for BoardRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(board) = self;
        let (shape, width) = (board.shape(), board.largest().to_string().len());
        for (cell, tile) in board.tiles().enumerate() {
            let end = if (cell + 1) % shape.cols() == 0 { "\n" } else { "" };
            let text = if shape.is_locked(cell) { "x".to_owned() } else { tile.to_string() };
            write!(f, "  {text:>width$}{end}")?;
        }
        Ok(())
    }
}
