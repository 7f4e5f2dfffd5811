//! What to do about an error of the operating system.

use std::io::{self, ErrorKind};

/// An I/O error in lower case and without the number of the operating system.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

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

/// What to do if an output file cannot be created. `option` is the option that names it.
pub(crate) fn on_creating(error: &io::Error, option: &str) -> String {
    match error.kind() {
        ErrorKind::NotFound => format!("create its folder first, or choose another {option}"),
        ErrorKind::IsADirectory => format!("choose the name of a file in it as {option}"),
        ErrorKind::InvalidFilename => format!("choose a shorter {option}"),
        _ => on_writing(error, option),
    }
}

/// What to do if an output file cannot be written to its end. `option` is the option that names it.
pub(crate) fn on_writing(error: &io::Error, option: &str) -> String {
    match error.kind() {
        ErrorKind::StorageFull => {
            format!("free some space and try again, or choose another {option}")
        }
        ErrorKind::QuotaExceeded => {
            format!("free some of your disk quota and try again, or choose another {option}")
        }
        ErrorKind::FileTooLarge => format!(
            "raise the limit on the size of files (ulimit -f), or choose {option} on another file \
             system"
        ),
        ErrorKind::PermissionDenied => {
            format!("change the permissions of the file and its folder, or choose another {option}")
        }
        ErrorKind::ReadOnlyFilesystem => {
            format!("choose {option} on a file system that can be written to")
        }
        ErrorKind::BrokenPipe => "its reader ended too early, so check the reader".to_owned(),
        _ => format!("choose another {option}"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn advice_fits_the_error() {
        let check = |code: i32, expected: [&str; 2]| {
            let error = io::Error::from_raw_os_error(code);
            let found = [on_creating(&error, "--out"), on_writing(&error, "--out")];
            for (found, expected) in found.into_iter().zip(expected) {
                assert!(found.contains(expected), "{}: {found}", reason(&error));
                // Only a full disk is helped by free space.
                assert_eq!(found.contains("space"), code == 28, "{}: {found}", reason(&error));
            }
        };
        let (eperm, enoent, eio, eacces, eisdir, efbig, enospc, erofs, enametoolong, edquot) =
            (1, 2, 5, 13, 21, 27, 28, 30, 36, 122);
        check(eperm, ["permissions"; 2]);
        check(eacces, ["permissions"; 2]);
        check(enoent, ["create its folder", "another --out"]);
        check(eio, ["another --out"; 2]);
        check(eisdir, ["a file in it", "another --out"]);
        check(efbig, ["ulimit -f"; 2]);
        check(enospc, ["free some space"; 2]);
        check(erofs, ["can be written to"; 2]);
        check(enametoolong, ["shorter", "another --out"]);
        check(edquot, ["quota"; 2]);
    }
}
