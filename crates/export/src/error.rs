//! Why a game cannot be written.

use std::io;

use mdp2048_solve::SolveError;
use thiserror::Error;

/// Why a game cannot be written for another tool.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// Writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The chances are no handy fractions.
    #[error(
        "the chances of this game have too many digits to be written as fractions: solve it with at most 15 digits in --spawn-four and --discount"
    )]
    Chances,
    /// Everything would have to be held in memory at once.
    #[error(
        "an npz file of {states} states would be too large: write at most {most} states, or choose --format parquet"
    )]
    TooManyStates {
        /// The states of the game.
        states: u64,
        /// The most that are written.
        most: u64,
    },
    /// The watcher stopped the writing.
    #[error(transparent)]
    Stopped(#[from] SolveError),
}
