//! Writing a result file: whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile};

use crate::errors::Error;

/// What a signal must take away before the process ends; `None` before and after the writing.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// A place for a result file, seen to be writable.
pub(crate) struct Out {
    path: PathBuf,
    kind: Kind,
}

enum Kind {
    /// Written beside the place, then renamed onto it.
    File { folder: PathBuf },
    /// A device or a pipe, written as it is.
    Stream,
}

impl Out {
    /// Checks early, before any long work, that a file can be written here; nothing is left there.
    ///
    /// From here on an interrupt says that nothing was written.
    pub(crate) fn check(path: &Path) -> Result<Self, Error> {
        let error = |source| Error::Out { path: path.to_owned(), source };
        // Through links, so that the file they lead to is replaced and not the link.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let kind = match fs::metadata(&place) {
            Ok(there) if there.is_dir() => {
                return Err(error(io::ErrorKind::IsADirectory.into()));
            }
            Err(_) if path.to_string_lossy().ends_with(std::path::is_separator) => {
                return Err(error(io::ErrorKind::NotADirectory.into()));
            }
            Ok(there) if !there.is_file() => Kind::Stream,
            _ => {
                let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = folder.unwrap_or(Path::new(".")).to_owned();
                beside(&folder, &place).map_err(error)?;
                Kind::File { folder }
            }
        };
        interrupts::watch();
        Ok(Self { path: place, kind })
    }

    /// Writes the file and gives the number of its bytes.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<u64, Error> {
        let error = |source| Error::Write { path: self.path.clone(), source };
        match &self.kind {
            Kind::Stream => {
                let file = fs::File::options().write(true).open(&self.path).map_err(error)?;
                fill(file, write).map_err(error)
            }
            Kind::File { folder } => {
                let mut unfinished = unfinished();
                let file = beside(folder, &self.path).map_err(error)?;
                *unfinished = Some(file.path().to_owned());
                drop(unfinished);
                let bytes = fill(file.as_file(), write).map_err(error)?;
                // An interrupt comes before this and finds the unfinished file, or after it.
                let mut unfinished = self::unfinished();
                file.persist(&self.path).map_err(|failure| error(failure.error))?;
                *unfinished = None;
                interrupts::written();
                Ok(bytes)
            }
        }
    }
}

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A new file beside a place, gone when dropped.
fn beside(folder: &Path, place: &Path) -> io::Result<NamedTempFile> {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let mut prefix = String::from(".");
    prefix.extend(name.chars().take(40));
    prefix.push('.');
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // What any new file gets; the default is readable by its owner only.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Writes through a buffer and a counter.
fn fill(
    file: impl Write + Send,
    write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> io::Result<u64> {
    let mut counter = Counter { inner: BufWriter::with_capacity(1 << 20, file), bytes: 0 };
    write(&mut counter)?;
    counter.flush()?;
    Ok(counter.bytes)
}

struct Counter<W> {
    inner: W,
    bytes: u64,
}

impl<W: Write> Write for Counter<W> {
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

    use crate::errors::complain;

    static WATCHING: Once = Once::new();
    static WRITTEN: AtomicBool = AtomicBool::new(false);

    /// From now on an interrupt takes the unfinished file away and ends the process.
    pub(super) fn watch() {
        WATCHING.call_once(|| {
            // Without the watch an interrupt still ends the process, as it does by default.
            let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
            thread::spawn(move || {
                if let Some(signal) = signals.forever().next() {
                    let mut unfinished = super::unfinished();
                    if let Some(path) = unfinished.take() {
                        // It is in the process of being made; if it is gone, all the better.
                        let _ = fs::remove_file(path);
                    }
                    complain(if WRITTEN.load(Ordering::Relaxed) {
                        "interrupted after the file was written"
                    } else {
                        "interrupted, nothing was written"
                    });
                    process::exit(128 + signal);
                }
            });
        });
    }

    /// The file is in its place.
    pub(super) fn written() {
        WRITTEN.store(true, Ordering::Relaxed);
    }
}

#[cfg(not(unix))]
mod interrupts {
    pub(super) fn watch() {}
    pub(super) fn written() {}
}
