//! A game of a training.

use mdp2048_rules::Exponent;

/// A game from the start that a trainer has played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// The score.
    pub points: u64,
    /// The number of moves.
    pub moves: u32,
    /// The largest tile.
    pub largest: Exponent,
}
