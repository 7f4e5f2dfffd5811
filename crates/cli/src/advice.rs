//! What to do about an error of the operating system.

use std::io::{self, ErrorKind};

/// What to do if an input file cannot be opened or read.
pub(crate) fn on_reading(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::PermissionDenied => "change its permissions, or read a copy that you may read",
        ErrorKind::IsADirectory => "give the name of a file in it",
        ErrorKind::InvalidFilename => "give a shorter name",
        ErrorKind::NotFound | ErrorKind::NotADirectory => "check the path of the file",
        _ => "check the file, or read a copy of it",
    }
}

/// What to do if standard output cannot be written to.
pub(crate) fn on_printing(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull => "free some space and try again",
        ErrorKind::QuotaExceeded => "free some of your disk quota and try again",
        ErrorKind::FileTooLarge => "raise the limit on the size of files (ulimit -f)",
        _ => "send standard output elsewhere",
    }
}

/// What to do if more cannot be written to a folder that is in use.
pub(crate) fn on_writing_more(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull => "free some space",
        ErrorKind::QuotaExceeded => "free some of your disk quota",
        ErrorKind::FileTooLarge => "raise the limit on the size of files (ulimit -f)",
        _ => "allow writing to it",
    }
}
