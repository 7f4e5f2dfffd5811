//! Input files: solutions, packed policies and text policies.
//!
//! A file is opened once. Its first bytes determine its kind; its name does not.

pub(crate) mod solution;
pub(crate) mod text;

use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::path::Path;

use mdp2048_policy::{PackedPolicy, PolicyError, TextPolicy};

use crate::error::Error;
use crate::input::solution::SolutionFile;
use crate::input::text::{TextFile, TextGameArgs};

/// Bytes at the beginning of a file that suffice to know its kind.
const PROBE_BYTES: u64 = 64;

/// An opened file.
pub(crate) enum InputFile {
    /// A solution, of which the header is read.
    Solution(SolutionFile),
    /// A packed policy, which is read whole.
    Packed(Box<PackedPolicy>),
    /// A text policy, which is not read yet: its game must be known first.
    Text(TextFile),
}

impl InputFile {
    /// Opens a file of any kind.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let read_error = |source| Error::Read { path: path.to_owned(), source };
        let mut file = File::open(path).map_err(read_error)?;
        let mut bytes = Vec::new();
        file.by_ref().take(PROBE_BYTES).read_to_end(&mut bytes).map_err(read_error)?;
        if TextPolicy::is_text(&bytes) {
            return Ok(Self::Text(TextFile::new(path, file, bytes)));
        }
        if let Err(PolicyError::NotAPolicy) = PackedPolicy::from_bytes(&bytes) {
            file.rewind().map_err(read_error)?;
            return Ok(Self::Solution(SolutionFile::open(path, file)?));
        }
        file.read_to_end(&mut bytes).map_err(read_error)?;
        match PackedPolicy::from_bytes(&bytes) {
            Ok(policy) => Ok(Self::Packed(Box::new(policy))),
            Err(source) => Err(Error::Policy { path: path.to_owned(), source }),
        }
    }

    /// Opens a file of any kind for a command whose options may name the game of a text policy.
    ///
    /// It is an error to give these options for another kind of file, which names its game itself.
    pub(crate) fn open_with_game(path: &Path, options: &TextGameArgs) -> Result<Self, Error> {
        let file = Self::open(path)?;
        match &file {
            Self::Solution(solution) => options.expect_absent(path, solution.game())?,
            Self::Packed(policy) => options.expect_absent(path, policy.game())?,
            Self::Text(_) => {}
        }
        Ok(file)
    }
}
