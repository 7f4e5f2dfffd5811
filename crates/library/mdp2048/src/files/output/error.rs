//! Why an output file cannot be written, and what to do about it.

use std::fmt::{self, Display};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why an output file cannot be written.
#[derive(Debug, Error)]
pub enum OutputError {
    /// The file cannot be created; found before any long work.
    Create {
        /// The path as given.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file could be created, but writing it failed. Nothing is left behind, and a file that
    /// was there before is as it was.
    Write {
        /// The path as given.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A pipe or a device could not be written to its end.
    WriteStream {
        /// The path as given.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file exists and nobody may write to it.
    ReadOnly(PathBuf),
}

impl Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message("path", &self.path().display()).fmt(f)
    }
}

impl OutputError {
    /// The path as it was given.
    pub fn path(&self) -> &Path {
        match self {
            Self::Create { path, .. }
            | Self::Write { path, .. }
            | Self::WriteStream { path, .. }
            | Self::ReadOnly(path) => path,
        }
    }

    /// The message for people, with the path as it is to be printed. `option` is what they chose
    /// the path by: the advice may be to choose another one.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use mdp2048::files::OutputFile;
    ///
    /// let error = OutputFile::check(Path::new("no folder/a.policy")).unwrap_err();
    /// assert_eq!(
    ///     error.message("--out", &error.path().display()),
    ///     "could not write no folder/a.policy: no such file or directory; create its folder \
    ///      first, or choose another --out",
    /// );
    /// ```
    pub fn message(&self, option: &str, path: &dyn Display) -> String {
        match self {
            Self::Create { source, .. } => format!(
                "could not write {path}: {}; {}",
                reason(source),
                advice_on_creating(source, option)
            ),
            Self::Write { source, .. } => format!(
                "could not write {path}: {}; nothing was left behind: {}",
                reason(source),
                advice_on_writing(source, option)
            ),
            Self::WriteStream { source, .. } => format!(
                "could not write {path}: {}; {}",
                reason(source),
                advice_on_writing(source, option)
            ),
            Self::ReadOnly(_) => format!(
                "{path} is read-only, so it is not replaced: allow writing to it (chmod u+w), or \
                 choose another {option}"
            ),
        }
    }
}

/// An I/O error in lower case and without the number of the operating system.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// What to do if an output file cannot be created. `option` is the option that names it.
fn advice_on_creating(error: &io::Error, option: &str) -> String {
    match error.kind() {
        ErrorKind::NotFound => format!("create its folder first, or choose another {option}"),
        ErrorKind::IsADirectory => format!("choose the name of a file in it as {option}"),
        ErrorKind::InvalidFilename => format!("choose a shorter {option}"),
        _ => advice_on_writing(error, option),
    }
}

/// What to do if an output file cannot be written to its end. `option` is what names the file, such
/// as `--out`.
pub fn advice_on_writing(error: &io::Error, option: &str) -> String {
    match error.kind() {
        ErrorKind::StorageFull => {
            format!("free some space and try again, or choose another {option}")
        }
        ErrorKind::QuotaExceeded => {
            format!("free some of your disk quota and try again, or choose another {option}")
        }
        ErrorKind::FileTooLarge => format!(
            "raise the limit on the size of files (ulimit -f), or choose another {option}, on \
             another file system"
        ),
        ErrorKind::PermissionDenied => {
            format!("change the permissions of the file and its folder, or choose another {option}")
        }
        ErrorKind::ReadOnlyFilesystem => {
            format!("choose another {option}, on a file system that can be written to")
        }
        ErrorKind::BrokenPipe => "its reader ended too early, so check the reader".to_owned(),
        _ => format!("choose another {option}"),
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
            let found = [advice_on_creating(&error, "--out"), advice_on_writing(&error, "--out")];
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
