//! The canonical form: one board for all its symmetric images.

use std::fmt;

use crate::{Board, Images, Symmetry};

/// The least of a board's images under its symmetries, by [`Board::key`].
///
/// Made only from a board and its images; [`CanonicalState::of`] also tells how to get there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalState(Board);

impl CanonicalState {
    /// The canonical form of a board, and the first symmetry (in the order of [`Symmetry::of`])
    /// that moves the board there.
    ///
    /// An action of the canonical state is brought back by the inverse of that symmetry.
    pub fn of(board: Board) -> (Self, Symmetry) {
        let images = board.images();
        let least = images.least();
        let first = images.boards().position(|image| image == least);
        (Self(least), Symmetry::of(board.shape())[first.unwrap_or(0)])
    }

    /// The canonical form of the board that has these images.
    #[inline]
    pub fn least_of(images: &Images) -> Self {
        Self(images.least())
    }

    /// The board.
    pub const fn board(self) -> Board {
        self.0
    }
}

impl From<CanonicalState> for Board {
    fn from(state: CanonicalState) -> Self {
        state.0
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
