//! The canonical form: one board for all its symmetric images.

use std::fmt;

use crate::{Board, Symmetry};

/// The least of a board's images under its symmetries, by [`Board::key`].
///
/// Made only by [`CanonicalState::of`], which also tells how to get there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalState(Board);

impl CanonicalState {
    /// The canonical form of a board, and the first symmetry (in the order of [`Symmetry::of`])
    /// that moves the board there.
    ///
    /// An action of the canonical state is brought back by the inverse of that symmetry.
    pub fn of(board: Board) -> (Self, Symmetry) {
        let mut least = (board, Symmetry::IDENTITY);
        for (image, &symmetry) in board.images().zip(Symmetry::of(board.shape())).skip(1) {
            if image < least.0 {
                least = (image, symmetry);
            }
        }
        (Self(least.0), least.1)
    }

    /// The board.
    pub const fn board(self) -> Board {
        self.0
    }
}

impl fmt::Debug for CanonicalState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for CanonicalState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
