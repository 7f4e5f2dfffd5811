//! Output files, written whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile};

use crate::error::Error;

/// Bytes of the buffer between the writer of a format and the file.
const BUFFER_BYTES: usize = 1 << 20;

/// The most characters of a file's name that the name of its partial file repeats.
const PARTIAL_NAME_CHARS: usize = 40;

/// The partial file that a signal must remove before the process ends; `None` while no file is
/// being written.
static PARTIAL_FILE: Mutex<Option<PathBuf>> = Mutex::new(None);

/// An output file that was found to be writable.
pub(crate) struct OutputFile {
    path: PathBuf,
    kind: Kind,
}

enum Kind {
    /// Written to a partial file in the same folder, which is then renamed.
    Regular { folder: PathBuf },
    /// A device or a pipe, written directly.
    Stream,
}

impl OutputFile {
    /// Checks that a file can be written, before any long work, and leaves nothing behind.
    ///
    /// After this call an interrupt reports that nothing was written.
    pub(crate) fn check(path: &Path) -> Result<Self, Error> {
        let error = |source| Error::Create { path: path.to_owned(), source };
        // A symbolic link is followed, so that the file it points to is replaced and not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let kind = match fs::metadata(&target) {
            Ok(existing) if existing.is_dir() => {
                return Err(error(io::ErrorKind::IsADirectory.into()));
            }
            Err(_) if path.to_string_lossy().ends_with(std::path::is_separator) => {
                return Err(error(io::ErrorKind::NotADirectory.into()));
            }
            Ok(existing) if !existing.is_file() => Kind::Stream,
            _ => {
                let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = folder.unwrap_or(Path::new(".")).to_owned();
                create_partial(&folder, &target).map_err(error)?;
                Kind::Regular { folder }
            }
        };
        interrupts::handle();
        Ok(Self { path: target, kind })
    }

    /// Writes the file and returns its length in bytes.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<u64, Error> {
        let error = |source| Error::Write { path: self.path.clone(), source };
        match &self.kind {
            Kind::Stream => {
                let file = fs::File::options().write(true).open(&self.path).map_err(error)?;
                write_buffered(file, write).map_err(error)
            }
            Kind::Regular { folder } => {
                let mut registered = lock_partial_file();
                let file = create_partial(folder, &self.path).map_err(error)?;
                *registered = Some(file.path().to_owned());
                drop(registered);
                let bytes = write_buffered(file.as_file(), write).map_err(error)?;
                // The signal handler takes the same lock. So a signal ends the process before both
                // steps, and the partial file is removed, or after both.
                let mut registered = lock_partial_file();
                file.persist(&self.path).map_err(|failure| error(failure.error))?;
                *registered = None;
                interrupts::file_written();
                Ok(bytes)
            }
        }
    }
}

fn lock_partial_file() -> MutexGuard<'static, Option<PathBuf>> {
    PARTIAL_FILE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates the hidden partial file of an output file; it is removed when dropped.
fn create_partial(folder: &Path, target: &Path) -> io::Result<NamedTempFile> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let mut prefix = String::from(".");
    prefix.extend(name.chars().take(PARTIAL_NAME_CHARS));
    prefix.push('.');
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The permissions of any new file; by default only the owner may read a temporary file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Writes through a buffer and counts the bytes.
fn write_buffered(
    file: impl Write + Send,
    write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> io::Result<u64> {
    let mut counter = ByteCounter { inner: BufWriter::with_capacity(BUFFER_BYTES, file), bytes: 0 };
    write(&mut counter)?;
    counter.flush()?;
    Ok(counter.bytes)
}

struct ByteCounter<W> {
    inner: W,
    bytes: u64,
}

impl<W: Write> Write for ByteCounter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(unix)]
mod interrupts {
    use std::sync::Once;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::{fs, process, thread};

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use crate::error::print_error;

    static IS_HANDLED: Once = Once::new();
    static IS_WRITTEN: AtomicBool = AtomicBool::new(false);

    /// Installs a handler: an interrupt removes the partial file before it ends the process.
    pub(super) fn handle() {
        IS_HANDLED.call_once(|| {
            // If no handler can be installed, an interrupt ends the process as by default.
            let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
            thread::spawn(move || {
                if let Some(signal) = signals.forever().next() {
                    let mut registered = super::lock_partial_file();
                    if let Some(path) = registered.take() {
                        // An error means that the file is gone already.
                        let _ = fs::remove_file(path);
                    }
                    print_error(if IS_WRITTEN.load(Ordering::Relaxed) {
                        "interrupted after the file was written"
                    } else {
                        "interrupted, nothing was written"
                    });
                    process::exit(128 + signal);
                }
            });
        });
    }

    /// Records that the output file is complete.
    pub(super) fn file_written() {
        IS_WRITTEN.store(true, Ordering::Relaxed);
    }
}

#[cfg(not(unix))]
mod interrupts {
    pub(super) fn handle() {}
    pub(super) fn file_written() {}
}
