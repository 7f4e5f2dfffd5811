//! The errors of an export.

use std::io;

use mdp2048_solve::{Contradiction, SolveError};
use thiserror::Error;

/// An export that failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// Writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The probabilities of the game do not fit in fractions of 128-bit integers.
    #[error(
        "the chances of this game have too many digits to be written as fractions: \
         solve it with at most 15 digits in --spawn-four and --discount"
    )]
    Digits,
    /// The solution contradicts itself.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// The progress callback stopped the export, or a pass over the solution failed.
    #[error(transparent)]
    Stopped(#[from] SolveError),
}
