//! Files and folders of which every value is needed.

use std::path::Path;

use mdp2048_model::Game;
use mdp2048_solve::Solution;

use crate::error::Error;
use crate::input::InputFile;
use crate::input::folder::FolderInput;
use crate::input::solution::SolutionFile;

/// A solution, or a work folder whose values are computed again.
pub(crate) enum ValuesInput {
    File(Box<SolutionFile>),
    Folder(Box<FolderInput>),
}

impl ValuesInput {
    /// Opens a solution or a work folder. `remark` says that a policy is none, and what needs one.
    pub(crate) fn open(path: &Path, remark: &'static str) -> Result<Self, Error> {
        Ok(match FolderInput::at(path)? {
            Some(folder) => Self::Folder(Box::new(folder)),
            None => Self::File(Box::new(InputFile::open_solution(path, remark)?)),
        })
    }

    /// The game that was solved.
    pub(crate) fn game(&self) -> &Game {
        match self {
            Self::File(file) => file.game(),
            Self::Folder(folder) => folder.game(),
        }
    }

    /// The path of the file or the folder.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::File(file) => &file.path,
            Self::Folder(folder) => &folder.path,
        }
    }

    /// Refuses values in single precision.
    ///
    /// # Errors
    /// [`Error::SinglePrecision`]
    pub(crate) fn expect_double(&self) -> Result<(), Error> {
        match self {
            Self::File(file) => file.expect_double(),
            Self::Folder(folder) if folder.folder.totals().value_error() > 0.0 => {
                Err(Error::SinglePrecision(folder.path.clone()))
            }
            Self::Folder(_) => Ok(()),
        }
    }

    /// Reads the whole solution, or solves the game of the folder in memory.
    ///
    /// # Errors
    /// [`Error::FolderValues`] if the folder has too many states.
    pub(crate) fn read_all(&mut self) -> Result<Solution, Error> {
        match self {
            Self::File(file) => file.read_all(),
            Self::Folder(folder) => folder.solve()?.ok_or_else(|| folder.values_error()),
        }
    }
}
