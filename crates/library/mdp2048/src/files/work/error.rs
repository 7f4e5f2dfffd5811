//! Why a work folder cannot be used.

use std::io;
use std::path::PathBuf;

use mdp2048_solve::SolveError;
use thiserror::Error;

use crate::files::output::error::reason;

/// Why a work folder cannot be used, or a solve in it has no result.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The folder cannot be made or opened.
    #[error(
        "could not use the work folder {}: {}; choose another folder",
        path.display(),
        reason(source)
    )]
    Io {
        /// The path of the folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Another run uses the folder.
    #[error(
        "another run uses the work folder {}: wait for it, or choose another folder",
        .0.display()
    )]
    InUse(PathBuf),
    /// The solve in the folder has ended without a result, or the folder holds no run.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
