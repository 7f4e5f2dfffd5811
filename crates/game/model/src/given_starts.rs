//! The boards that a game is given to start from.

use mdp2048_rules::{Board, Shape};

/// The most boards that a game may be given to start from.
pub const MOST_STARTS: usize = 8;

/// The boards that a game is given to start from; none if it starts from two random tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct GivenStarts {
    // The keys of the boards; those behind the last one are 0.
    keys: [u64; MOST_STARTS],
    count: usize,
}

impl GivenStarts {
    /// These boards, at most [`MOST_STARTS`].
    pub(crate) fn new(boards: &[Board]) -> Self {
        let mut starts = Self { count: boards.len(), ..Self::default() };
        for (key, board) in starts.keys.iter_mut().zip(boards) {
            *key = board.key();
        }
        starts
    }

    /// The boards, which have this shape.
    pub(crate) fn boards(self, shape: Shape) -> impl ExactSizeIterator<Item = Board> {
        let keys = self.keys.into_iter().take(self.count);
        keys.map(move |key| Board::from_key(shape, key).unwrap_or(Board::empty(shape)))
    }
}
