//! Why a work folder cannot be used.

use std::io;

use mdp2048_model::FrameError;
use thiserror::Error;

/// The version of the work folder that this build writes and reads.
pub const WORK_VERSION: u16 = 3;

/// Why a work folder cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WorkError {
    /// A file could not be read.
    #[error(
        "could not read {file} of the work folder: {reason}; mend that, then resume the solve or \
         the count from its last checkpoint, or start another command again"
    )]
    Read {
        /// The name of the file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// A file could not be written.
    #[error(
        "could not write {file} of the work folder: {reason}; mend that, then resume the solve \
         or the count from its last checkpoint, or start another command again"
    )]
    Write {
        /// The name of the file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// A checksum does not match.
    #[error(
        "{0} of the work folder is damaged: delete that file, whose name may go on with .zst, and \
         resume the run, which makes it again (pack makes one of visited states)"
    )]
    Damaged(String),
    /// A file that the manifest names is missing.
    #[error("{0} of the work folder is missing: resume the run, which makes it again")]
    Missing(String),
    /// A file was removed while a solve ran.
    #[error(
        "{0} of the work folder was removed while the solve ran: resume the solve, which makes it \
         again"
    )]
    Removed(String),
    /// The folder has layers of a solve but no manifest.
    #[error(
        "the work folder has layers but no manifest: put its manifest back, or give another folder"
    )]
    LayersWithoutManifest,
    /// The manifest and its copy are damaged.
    #[error(
        "the manifest of the work folder is damaged or that of another version, and it has no \
         intact copy: start again in an empty folder"
    )]
    Manifest,
    /// The folder was written by another version.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The folder is that of another game or precision.
    #[error(
        "the work folder is that of {0}: resume that one, or give another folder for this game"
    )]
    OtherGame(String),
    /// The folder holds a run, and the new one is not to resume it.
    #[error("the work folder holds a run already: resume it, or give another folder")]
    HoldsRun,
    /// There is no run to resume.
    #[error("the work folder holds no run to resume: start one without resuming")]
    NoRun,
    /// The run has not ended, so not every state has an action.
    #[error("the run of the work folder has not ended: resume it first")]
    Unfinished,
    /// The disk is too small.
    #[error(
        "this game needs at least {least} bytes of disk for its layers and {free} are free: \
         choose a smaller game, or a larger disk"
    )]
    Disk {
        /// The least estimate.
        least: u64,
        /// The free bytes.
        free: u64,
    },
}

/// Returns the error of reading a file.
pub(super) fn read_error(file: &str, error: &io::Error) -> WorkError {
    match error.kind() {
        // A file that ends too early, or that cannot be decompressed.
        io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => {
            WorkError::Damaged(file.to_owned())
        }
        io::ErrorKind::NotFound => WorkError::Missing(file.to_owned()),
        _ => WorkError::Read { file: file.to_owned(), reason: error.to_string() },
    }
}

/// Returns the error of writing a file.
pub(super) fn write_error(file: &str, error: &io::Error) -> WorkError {
    WorkError::Write { file: file.to_owned(), reason: error.to_string() }
}
