//! The status of a board in a game.

/// Whether a game is over on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A target tile is on the board.
    Won,
    /// No action changes the board.
    Lost,
    /// The player is to act.
    Playing,
}
