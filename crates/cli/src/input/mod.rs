//! Opening a solution or a policy, whichever a file is.

pub(crate) mod text;

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use mdp2048_model::Game;
use mdp2048_policy::{PackedPolicy, PolicyError, TextPolicy};
use mdp2048_solve::{
    FileError, ProgressCallback, Solution, SolutionReader, Verification, VerifyError, verify,
};

use crate::errors::Error;

/// A file told apart by how it begins, not by its name.
pub(crate) enum Opened {
    /// A solution, of which only the header has been read.
    Solution(OpenSolution),
    /// A policy, read whole.
    Policy(Box<PackedPolicy>),
}

/// An open solution file that knows its name.
pub(crate) struct OpenSolution {
    pub(crate) reader: SolutionReader<File>,
    path: PathBuf,
}

impl OpenSolution {
    /// The game.
    pub(crate) fn game(&self) -> &Game {
        &self.reader.header().game
    }

    /// The most by which its values may be off, as a part of them, beyond the rounding of double
    /// precision.
    pub(crate) fn error(&self) -> f64 {
        self.reader.header().value_error()
    }

    /// Reads the whole solution.
    pub(crate) fn read_all(&mut self) -> Result<Solution, Error> {
        self.read(SolutionReader::read_all)
    }

    /// Reads the whole solution and checks it.
    pub(crate) fn verify(
        &mut self,
        threads: usize,
        watch: ProgressCallback<'_>,
    ) -> Result<Verification, Error> {
        verify(&mut self.reader, Some(threads), watch).map_err(|error| match error {
            VerifyError::File(source) => solution_error(&self.path, source),
            other => Error::Verify(other),
        })
    }

    /// Reads a part of the solution.
    pub(crate) fn read(
        &mut self,
        part: impl FnOnce(&mut SolutionReader<File>) -> Result<Solution, FileError>,
    ) -> Result<Solution, Error> {
        part(&mut self.reader).map_err(|source| solution_error(&self.path, source))
    }
}

impl Opened {
    /// The game.
    pub(crate) fn game(&self) -> &Game {
        match self {
            Self::Solution(solution) => solution.game(),
            Self::Policy(policy) => policy.game(),
        }
    }

    /// Opens a solution or a policy.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let read = |source| Error::Read { path: path.to_owned(), source };
        match SolutionReader::open(File::open(path).map_err(read)?) {
            Ok(reader) => {
                return Ok(Self::Solution(OpenSolution { reader, path: path.to_owned() }));
            }
            Err(FileError::NotASolution) => {}
            Err(source) => return Err(solution_error(path, source)),
        }
        let mut file = File::open(path).map_err(read)?;
        let mut bytes = Vec::new();
        // Its beginning tells what it is; of something else no more is read.
        file.by_ref().take(text::BEGINNING).read_to_end(&mut bytes).map_err(read)?;
        if TextPolicy::is_text(&bytes) {
            return Err(text::misplaced(path));
        }
        if let Err(PolicyError::NotAPolicy) = PackedPolicy::from_bytes(&bytes) {
            return Err(Error::Foreign(path.to_owned()));
        }
        file.read_to_end(&mut bytes).map_err(read)?;
        let policy = PackedPolicy::from_bytes(&bytes);
        let policy = policy.map_err(|source| Error::Policy { path: path.to_owned(), source })?;
        Ok(Self::Policy(Box::new(policy)))
    }
}

fn solution_error(path: &Path, source: FileError) -> Error {
    let path = path.to_owned();
    match source {
        FileError::Io(source) => Error::Read { path, source },
        source => Error::Solution { path, source },
    }
}
