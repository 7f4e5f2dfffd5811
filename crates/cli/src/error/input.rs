//! Why an input has no answer: the file of a game, a position.

use mdp2048_model::Game;
use mdp2048_rules::{Board, Exponent, Shape};
use thiserror::Error;

/// Why the file of a game cannot be reviewed.
#[derive(Debug, Error)]
pub(crate) enum RecordFileError {
    #[error("the file is longer than any game: check that it is the file of one game")]
    TooLong,
    #[error("the file is not text: give a game as mdp2048 play prints it")]
    NotText,
}

/// Why `query` has no answer for a position.
#[derive(Debug, Error)]
pub(crate) enum PositionError {
    #[error("the position is {found}, but {game} was solved: give a {} position", game.shape())]
    Shape { found: Shape, game: Box<Game> },
    #[error("the position is already won: it holds a {0}, so there is nothing left to decide")]
    Won(Exponent),
    #[error("the position is lost: no action is allowed, so there is nothing left to decide")]
    Lost,
    #[error(
        "no game of {game} reaches the position {board}: check its tiles (games start with two \
         random tiles, and every random tile is a 2 or a 4)"
    )]
    Unreachable { board: Board, game: Box<Game> },
    #[error(
        "the policy has no entry for the position {board}: it holds only states of occupancy \
         {threshold:e} or more under optimal play, so query a solution of {game} or pack with a \
         lower threshold"
    )]
    OffPolicy { board: Board, threshold: f64, game: Box<Game> },
    #[error(
        "the text policy has no entry for the position {board}: no game reaches it, or too rarely \
         for the policy to keep it, so query a solution of {game}"
    )]
    NoEntry { board: Board, game: Box<Game> },
}
