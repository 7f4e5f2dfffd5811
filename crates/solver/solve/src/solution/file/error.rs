//! Why a solution file cannot be written or read.

use std::io;

use thiserror::Error;

use super::header::SOLUTION_VERSION;
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
    /// The file does not begin with the magic number of a solution.
    #[error("this is not a solution file: make one with mdp2048 solve")]
    NotASolution,
    /// This build does not read the file's version.
    #[error(
        "this solution is version {0}, this build reads version {SOLUTION_VERSION}: \
         solve the game again with this build"
    )]
    Version(u16),
    /// The length of the file does not match its header.
    #[error(
        "the solution has {found} bytes where it should have {expected}: \
         it is cut short or was changed; copy it again or solve the game again"
    )]
    Length {
        /// The length according to the header.
        expected: u64,
        /// The length of the file.
        found: u64,
    },
    /// A checksum does not match.
    #[error(
        "the solution is damaged: the checksum of its {0} does not match; \
         copy it again or solve the game again"
    )]
    Checksum(String),
    /// The checksums match, but the header or a bitmap is impossible.
    #[error("the solution is malformed: {0}; solve the game again")]
    Malformed(&'static str),
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
            CountError::TooMany => Self::Malformed("a layer has more states than ranks can number"),
            CountError::Allocation(error) => Self::Allocation(error),
        }
    }
}
