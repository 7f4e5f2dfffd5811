//! Input files: solutions, packed policies and text policies.
//!
//! A file is opened once. Its first bytes determine its kind; its name does not. It may be a pipe.

pub(crate) mod answers;
pub(crate) mod folder;
mod more;
pub(crate) mod network;
pub(crate) mod solution;
pub(crate) mod text;
pub(crate) mod values;

use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::path::Path;

use mdp2048_model::FrameError;
use mdp2048_policy::{PackedPolicy, PolicyError, TextPolicy};

use crate::error::Error;
use crate::input::more::read_stated;
use crate::input::solution::SolutionFile;
use crate::input::text::{TextFile, TextGameArgs};
use crate::same_file::{input_name, is_dash, standard_input};

/// Bytes at the beginning of a file that suffice to know its kind.
const PROBE_BYTES: u64 = 64;

/// An opened file.
pub(crate) enum InputFile {
    /// A solution, of which the header is read.
    Solution(Box<SolutionFile>),
    /// A packed policy, which is read whole.
    Packed(Box<PackedPolicy>),
    /// A text policy, which is not read yet: its game must be known first.
    Text(TextFile),
}

impl InputFile {
    /// Opens a file of any kind; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let name = input_name(path);
        if !is_dash(path) {
            folder::check(path)?;
        }
        let read_error = |source| Error::Read { path: name.to_owned(), source };
        let file = if is_dash(path) { standard_input() } else { File::open(path) };
        let mut file = file.map_err(read_error)?;
        let is_seekable = is_seekable(&mut file);
        let mut bytes = Vec::new();
        file.by_ref().take(PROBE_BYTES).read_to_end(&mut bytes).map_err(read_error)?;
        if TextPolicy::is_text(&bytes) {
            return Ok(Self::Text(TextFile::new(name, file, bytes)));
        }
        let packed = PackedPolicy::from_bytes(&bytes);
        if let Err(PolicyError::Frame(FrameError::OtherKind(_))) = packed {
            if is_seekable {
                file.rewind().map_err(read_error)?;
                return Ok(Self::Solution(Box::new(SolutionFile::open(name, file)?)));
            }
            return Ok(Self::Solution(Box::new(SolutionFile::read_stream(name, file, bytes)?)));
        }
        Ok(Self::Packed(Box::new(read_packed(name, file, bytes)?)))
    }

    /// Opens a solution. `remark` says that a policy is none, and what needs one.
    pub(crate) fn open_solution(path: &Path, remark: &'static str) -> Result<SolutionFile, Error> {
        match Self::open(path)? {
            Self::Solution(file) => Ok(*file),
            Self::Packed(policy) => Err(Error::PolicyGiven {
                path: input_name(path).to_owned(),
                remark,
                game: Box::new(*policy.game()),
            }),
            Self::Text(text) => Err(text.unsupported("a solution, made by mdp2048 solve --out")),
        }
    }

    /// Opens a file of any kind for a command whose options may name the game of a text policy.
    ///
    /// It is an error to give these options for another kind of file, which names its game itself.
    pub(crate) fn open_with_game(path: &Path, options: &TextGameArgs) -> Result<Self, Error> {
        let file = Self::open(path)?;
        match &file {
            Self::Solution(solution) => options.expect_absent(input_name(path), solution.game())?,
            Self::Packed(policy) => options.expect_absent(input_name(path), policy.game())?,
            Self::Text(_) => {}
        }
        Ok(file)
    }
}

/// Reads a packed policy, of which the first bytes are already read.
fn read_packed(path: &Path, file: File, start: Vec<u8>) -> Result<PackedPolicy, Error> {
    read_stated(path, file, start, PackedPolicy::from_bytes, |source| match source {
        PolicyError::Frame(FrameError::CutShort { missing, .. }) => Some(*missing),
        _ => None,
    })
}

/// Whether a file can be read again from its start, and starts where it is.
fn is_seekable(file: &mut File) -> bool {
    let is_regular = file.metadata().is_ok_and(|metadata| metadata.is_file());
    is_regular && file.stream_position().is_ok_and(|position| position == 0)
}
