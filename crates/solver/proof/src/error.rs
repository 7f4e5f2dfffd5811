//! Why there is no proof.

use std::io;

use mdp2048_model::{FrameError, Game};
use thiserror::Error;

use crate::file_kinds::CHECKPOINT;

/// Why a bound cannot be proven.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The game is not that of reaching a target without discount, or it has locked cells or given
    /// start boards.
    #[error(
        "{0} is not the game of reaching a target without discount, from two random tiles without \
         locked cells: choose such a game, with a target such as 64"
    )]
    Objective(Box<Game>),
    /// The probability of a 4 is not a whole number of millionths.
    #[error("a probability of {0} of a 4 has more than six decimals: choose one with at most six")]
    SpawnFour(f64),
    /// The probability of joining is 0 or no number.
    #[error(
        "a set that boards join at a probability of {0} would have no end: choose one above 0, \
         such as 1e-6"
    )]
    Join(f64),
    /// The probability of staying is above that of joining, or no number.
    #[error(
        "boards that join at a probability of {join:e} would go at once, because those below \
         {keep:e} go: choose a probability of keeping that is not above that of joining"
    )]
    Keep {
        /// The probability of staying.
        keep: f64,
        /// The probability of joining.
        join: f64,
    },
    /// The files of the set cannot be read.
    #[error("could not read the files of the set: {0}")]
    Files(io::Error),
    /// The saved state is no whole file of one, or a layer of the set is damaged.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The files of the set cannot be written. What was saved before stays whole.
    #[error("could not write the files of the set: {0}")]
    Write(io::Error),
    /// The set does not fit.
    #[error(
        "the set needs more than the memory that may be used at tile sum {tile_sum}: choose a \
         higher probability of joining, or allow more memory"
    )]
    Memory {
        /// The tile sum at which the memory ended.
        tile_sum: u32,
    },
}

impl From<io::Error> for ProofError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidData => CHECKPOINT.malformed("a layer of it is damaged").into(),
            _ => Self::Files(error),
        }
    }
}

/// Why a certificate cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not a whole file of a certificate, or its contents contradict each other.
    #[error(transparent)]
    Frame(#[from] FrameError),
}
