//! An opened solution file.

use std::fs::File;
use std::path::{Path, PathBuf};

use mdp2048_model::Game;
use mdp2048_solve::{
    FileError, ProgressCallback, Solution, SolutionHeader, SolutionReader, Verification,
    VerifyError, verify,
};

use crate::error::Error;

/// A solution file of which the header is read; its errors name the path.
pub(crate) struct SolutionFile {
    reader: SolutionReader<File>,
    path: PathBuf,
}

impl SolutionFile {
    /// Reads the header of a file.
    pub(crate) fn open(path: &Path, file: File) -> Result<Self, Error> {
        match SolutionReader::open(file) {
            Ok(reader) => Ok(Self { reader, path: path.to_owned() }),
            Err(FileError::NotASolution) => Err(Error::UnknownKind(path.to_owned())),
            Err(source) => Err(file_error(path, source)),
        }
    }

    /// The game that was solved.
    pub(crate) fn game(&self) -> &Game {
        &self.header().game
    }

    pub(crate) fn header(&self) -> &SolutionHeader {
        self.reader.header()
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The length of the file in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.reader.bytes()
    }

    /// A bound on the error of every value relative to it, beyond the rounding of double precision.
    pub(crate) fn relative_error(&self) -> f64 {
        self.header().value_error()
    }

    /// Reads the whole solution.
    pub(crate) fn read_all(&mut self) -> Result<Solution, Error> {
        self.read(SolutionReader::read_all)
    }

    /// Reads a part of the solution.
    pub(crate) fn read(
        &mut self,
        read_part: impl FnOnce(&mut SolutionReader<File>) -> Result<Solution, FileError>,
    ) -> Result<Solution, Error> {
        read_part(&mut self.reader).map_err(|source| file_error(&self.path, source))
    }

    /// Reads the whole solution and checks every value.
    pub(crate) fn verify(
        &mut self,
        threads: usize,
        progress: ProgressCallback<'_>,
    ) -> Result<Verification, Error> {
        verify(&mut self.reader, Some(threads), progress).map_err(|error| match error {
            VerifyError::File(source) => file_error(&self.path, source),
            other => Error::Verify(other),
        })
    }
}

fn file_error(path: &Path, source: FileError) -> Error {
    let path = path.to_owned();
    match source {
        FileError::Io(source) => Error::Read { path, source },
        source => Error::Solution { path, source },
    }
}
