//! The canonical form of a board: one of its symmetry images.

use std::fmt;

use crate::board::Board;
use crate::images::Images;
use crate::symmetry::Symmetry;

/// The symmetry image of a board with the least [`Board::key`].
///
/// All symmetry images of a board have the same canonical state. The constructors compute the least
/// image, so every value of this type is canonical.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalState(Board);

impl CanonicalState {
    /// The canonical form of a board, and the first symmetry in the order of [`Symmetry::of`] that
    /// maps the board to it.
    ///
    /// The inverse of that symmetry maps an action of the canonical state to the action of the
    /// board.
    ///
    /// ```
    /// use mdp2048::{Board, CanonicalState};
    ///
    /// let of = |board: Board| CanonicalState::of(board).0;
    /// assert_eq!(of("8 4/0 2".parse()?), of("0 2/8 4".parse()?));
    /// # Ok::<(), mdp2048::NotationError>(())
    /// ```
    #[inline]
    pub fn of(board: Board) -> (Self, Symmetry) {
        let images = board.images();
        let least = images.least();
        // The entries behind the images of a rectangle repeat one of them, so none is the first. An
        // image with other locked cells differs from the least one.
        let is_least = |bits, (at, &key)| bits | u32::from(key == least.key()) << at;
        let first = images.keys().iter().enumerate().fold(0, is_least).trailing_zeros();
        (Self(least), Symmetry::of(board.shape().unlocked())[first as usize])
    }

    /// The canonical form of the board with these images.
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
