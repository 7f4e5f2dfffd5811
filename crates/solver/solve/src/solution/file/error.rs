//! Why a solution file cannot be written or read.

use std::io;

use mdp2048_model::FrameError;
use thiserror::Error;

use super::header::SOLUTION;
use crate::allocate::AllocationError;
use crate::bits::ranked::CountError;
use crate::solution::contradiction::Contradiction;

/// Why a solution file cannot be written or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is not a whole file of a solution, or its contents are impossible.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The checksums match, but a value is none of its objective.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// The system does not provide the memory of an array.
    #[error("{0}: close other programs, or use a machine with more memory")]
    Allocation(#[from] AllocationError),
}

impl From<CountError> for FileError {
    fn from(error: CountError) -> Self {
        match error {
            CountError::TooMany => malformed("a layer has more states than ranks can number"),
            CountError::Allocation(error) => Self::Allocation(error),
        }
    }
}

/// The error of a file whose checksums match, but whose header or bitmaps are impossible.
pub(crate) fn malformed(reason: &'static str) -> FileError {
    SOLUTION.malformed(reason).into()
}
