//! An opened solution file.

use std::fs::File;
use std::io::{Cursor, Read, Seek};
use std::path::{Path, PathBuf};

use mdp2048_model::{FrameError, Game};
use mdp2048_rules::TileSum;
use mdp2048_solve::{
    FileError, Solution, SolutionReader, SolutionTotals, SolutionWindow, Verification, Verifier,
    VerifyError,
};

use crate::error::Error;
use crate::input::more::read_missing;

/// What a solution is read from: a file, or memory.
pub(crate) trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

/// A solution file of which the header is read; its errors name the path.
pub(crate) struct SolutionFile {
    reader: SolutionReader<Box<dyn Source>>,
    pub(crate) path: PathBuf,
}

impl SolutionFile {
    /// Reads the header of a file.
    pub(crate) fn open(path: &Path, file: File) -> Result<Self, Error> {
        Self::of(path, Box::new(file))
    }

    /// Reads a pipe into memory; its first bytes are already read.
    pub(crate) fn read_stream(path: &Path, mut file: File, start: Vec<u8>) -> Result<Self, Error> {
        let mut bytes = start;
        // The header says how much to read, and must be right: a stream may have no end.
        while let Err(error) = SolutionReader::open(Cursor::new(&bytes[..])) {
            let missing = match error {
                FileError::Frame(FrameError::CutShort { missing, .. }) => missing,
                _ => return Err(file_error(path, error)),
            };
            if !read_missing(path, &mut file, &mut bytes, missing)? {
                return Err(file_error(path, error));
            }
        }
        Self::of(path, Box::new(Cursor::new(bytes)))
    }

    fn of(path: &Path, source: Box<dyn Source>) -> Result<Self, Error> {
        match SolutionReader::open(source) {
            Ok(reader) => Ok(Self { reader, path: path.to_owned() }),
            Err(source) => Err(file_error(path, source)),
        }
    }

    /// The game that was solved.
    pub(crate) fn game(&self) -> &Game {
        self.totals().game()
    }

    pub(crate) fn totals(&self) -> &SolutionTotals {
        self.reader.totals()
    }

    /// The length of the file in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.reader.bytes()
    }

    /// Refuses values in single precision.
    ///
    /// # Errors
    /// [`Error::SinglePrecision`]
    pub(crate) fn expect_double(&self) -> Result<(), Error> {
        match self.totals().value_error() > 0.0 {
            true => Err(Error::SinglePrecision(self.path.clone())),
            false => Ok(()),
        }
    }

    /// Reads the whole solution.
    pub(crate) fn read_all(&mut self) -> Result<Solution, Error> {
        self.reader.read_all().map_err(|source| file_error(&self.path, source))
    }

    /// Reads the layers that a query about states of a tile sum needs.
    pub(crate) fn read_around(&mut self, sum: TileSum) -> Result<SolutionWindow, Error> {
        self.reader.read_around(sum).map_err(|source| file_error(&self.path, source))
    }

    /// Reads the whole solution and checks every value.
    pub(crate) fn verify(&mut self, verifier: Verifier<'_>) -> Result<Verification, Error> {
        verifier.verify(&mut self.reader).map_err(|error| match error {
            VerifyError::File(source) => file_error(&self.path, source),
            other => Error::Verify(other),
        })
    }
}

fn file_error(path: &Path, source: FileError) -> Error {
    let path = path.to_owned();
    match source {
        FileError::Io(source) => Error::Read { path, source },
        FileError::Frame(FrameError::OtherKind(_)) => Error::UnknownKind(path),
        source => Error::contents(&path, source),
    }
}
