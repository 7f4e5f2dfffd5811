//! The result of an action before the random tile.

use mdp2048_rules::Afterstate;

/// What an allowed action does, before the random tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveResult {
    /// The board after the slide.
    pub after: Afterstate,
    /// The points that the action scores: the sum of the faces of the tiles made by merging.
    pub points: u32,
    /// Whether the action makes the target, which ends the game.
    pub wins: bool,
}
