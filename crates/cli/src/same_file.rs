//! Which names are names of the same file, and which of standard input or standard output.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use mdp2048::files::link_target;

/// The name that means standard input or standard output.
const DASH: &str = "-";

/// Whether a path means standard input or standard output.
pub(crate) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == DASH
}

/// The name of an input file in messages.
pub(crate) fn input_name(path: &Path) -> &Path {
    if is_dash(path) { Path::new("standard input") } else { path }
}

/// The name of an output file in messages.
pub(crate) fn output_name(path: &Path) -> &Path {
    if is_dash(path) { Path::new("standard output") } else { path }
}

/// Standard input as a file.
pub(crate) fn standard_input() -> io::Result<File> {
    stream_file(&io::stdin())
}

/// Standard output as a file: without a buffer, and with every error.
pub(crate) fn standard_output() -> io::Result<File> {
    stream_file(&io::stdout())
}

/// Standard output as a file that gets an output.
///
/// # Errors
/// [`io::ErrorKind::NotConnected`] if it was closed when the program began. In its place Rust then
/// opens the null device for reading and writing; shells open that for writing only.
pub(crate) fn open_standard_output() -> io::Result<File> {
    let stream = standard_output()?;
    if identity::is_closed(&stream) {
        return Err(io::Error::new(io::ErrorKind::NotConnected, "it is closed"));
    }
    Ok(stream)
}

#[cfg(unix)]
fn stream_file(stream: &impl std::os::fd::AsFd) -> io::Result<File> {
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn stream_file(stream: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    Ok(stream.as_handle().try_clone_to_owned()?.into())
}

/// Whether an output file is standard output: `-`, or on Unix a name of the regular file or the
/// pipe that standard output is, such as `/dev/stdout`.
pub(crate) fn is_standard_output(path: &Path) -> bool {
    is_dash(path) || identity::is_standard_output(path)
}

/// Whether the names of an output file and an input file are names of one regular file or one pipe.
/// The file need not exist.
pub(crate) fn is_same_file(output: &Path, input: &Path) -> bool {
    identity::is_same_file(output, input) || is_same_missing_file(output, input)
}

/// The name of a file that is, or would be, in a folder, which need not exist; `None` if it is
/// elsewhere.
pub(crate) fn name_in(file: &Path, folder: &Path) -> Option<OsString> {
    if is_dash(file) || folder.exists() && !folder.is_dir() {
        return None;
    }
    // There is no file in a folder that does not exist, and so no link.
    let file = if folder.exists() { resolved(file) } else { file.to_owned() };
    (resolved(file.parent()?) == resolved(folder)).then(|| file.file_name().map(OsStr::to_owned))?
}

/// Whether two names are names of one file that does not exist.
fn is_same_missing_file(a: &Path, b: &Path) -> bool {
    let is_missing = |path| !is_dash(path) && !path.exists();
    is_missing(a) && is_missing(b) && resolved(a) == resolved(b)
}

/// The absolute path of a file behind symbolic links. The file need not exist.
fn resolved(path: &Path) -> PathBuf {
    let target = link_target(path).unwrap_or_else(|_| path.to_owned());
    let in_folder = || {
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(target.file_name()?))
    };
    fs::canonicalize(&target)
        .ok()
        .or_else(in_folder)
        .or_else(|| std::path::absolute(&target).ok())
        .unwrap_or(target)
}

#[cfg(unix)]
mod identity {
    use std::fs::{self, File, Metadata};
    use std::io;
    use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
    use std::path::Path;

    use rustix::fs::{OFlags, fcntl_getfl};

    use super::{is_dash, standard_input, standard_output};

    pub(super) fn is_standard_output(path: &Path) -> bool {
        is_one(fs::metadata(path), of_stream(standard_output))
    }

    pub(super) fn is_closed(stream: &File) -> bool {
        let is_null = |stream: &File| {
            let (stream, null) = (stream.metadata()?, fs::metadata("/dev/null")?);
            Ok::<_, io::Error>(stream.file_type().is_char_device() && stream.rdev() == null.rdev())
        };
        let is_for_both = |flags: OFlags| flags & OFlags::RWMODE == OFlags::RDWR;
        is_null(stream).unwrap_or(false) && fcntl_getfl(stream).is_ok_and(is_for_both)
    }

    pub(super) fn is_same_file(output: &Path, input: &Path) -> bool {
        let output =
            if is_dash(output) { of_stream(standard_output) } else { fs::metadata(output) };
        let input = if is_dash(input) { of_stream(standard_input) } else { fs::metadata(input) };
        is_one(output, input)
    }

    /// Whether two files are one. A terminal or `/dev/null` may well be both, so devices are not.
    fn is_one(a: io::Result<Metadata>, b: io::Result<Metadata>) -> bool {
        match (a, b) {
            (Ok(a), Ok(b)) => {
                (a.dev(), a.ino()) == (b.dev(), b.ino()) && !a.file_type().is_char_device()
            }
            _ => false,
        }
    }

    fn of_stream(stream: impl FnOnce() -> io::Result<File>) -> io::Result<Metadata> {
        stream()?.metadata()
    }
}

#[cfg(not(unix))]
mod identity {
    use std::fs::{self, File};
    use std::path::Path;

    pub(super) fn is_standard_output(_: &Path) -> bool {
        false
    }

    pub(super) fn is_closed(_: &File) -> bool {
        false
    }

    pub(super) fn is_same_file(output: &Path, input: &Path) -> bool {
        match (fs::canonicalize(output), fs::canonicalize(input)) {
            (Ok(output), Ok(input)) => output == input,
            _ => false,
        }
    }
}
