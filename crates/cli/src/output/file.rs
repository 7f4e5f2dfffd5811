//! Output files, written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::output::interrupts;
use crate::output::lock::{Locked, OutputLock};
use crate::output::partial::{PartialFile, remove_abandoned};
use crate::same_file::{is_standard_output, link_target, standard_output};

/// Bytes of the buffer between the writer of a format and the file.
const BUFFER_BYTES: usize = 1 << 20;

/// An output file that was found to be writable.
pub(crate) struct OutputFile {
    /// The path as given.
    path: PathBuf,
    /// The option that names it.
    option: &'static str,
    kind: Kind,
    /// Held as long as no other run may write the file.
    lock: Option<OutputLock>,
}

enum Kind {
    /// Written to a partial file in the same folder, which is then renamed.
    Regular(Target),
    /// A device or a pipe, written directly.
    Stream,
    StandardOutput,
}

/// The place of a regular file, behind symbolic links.
struct Target {
    path: PathBuf,
    folder: PathBuf,
    /// Whether there is a file.
    exists: bool,
}

/// An output file of which the contents are written, but not yet in place.
pub(crate) struct StagedFile<'a> {
    output: &'a OutputFile,
    /// `None` for a stream, which is complete.
    partial: Option<(PartialFile, &'a Target)>,
    /// The length of the file.
    bytes: u64,
}

impl OutputFile {
    /// Checks that a file can be written, before any long work, and leaves nothing behind.
    ///
    /// After this call a signal reports that nothing was written. `option` is the option that names
    /// the file, for messages.
    pub(crate) fn check(option: &'static str, path: &Path) -> Result<Self, Error> {
        let kind = Kind::of(option, path)?;
        interrupts::handle_size_limit();
        if let Kind::Regular(target) = &kind {
            interrupts::handle();
            remove_abandoned(&target.folder, &target.path);
            target.create_partial().map_err(|source| create_error(option, path, source))?;
        }
        Ok(Self { path: path.to_owned(), option, kind, lock: None })
    }

    /// Locks a regular file as long as this lives, for a run that reads it and writes it again. A
    /// file that another run has locked is an error.
    pub(crate) fn locked(mut self) -> Result<Self, Error> {
        if let Kind::Regular(target) = &self.kind {
            let locked = OutputLock::of(&target.folder, &target.path);
            self.lock = match locked.map_err(|source| self.error(source))? {
                Locked::Held(lock) => Some(lock),
                Locked::Unsupported => None,
                Locked::InUse => {
                    return Err(Error::OutputInUse { path: self.path, option: self.option });
                }
            };
        }
        Ok(self)
    }

    /// The folder of a regular file.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Regular(target) => Some(&target.folder),
            Kind::Stream | Kind::StandardOutput => None,
        }
    }

    /// Writes the file and returns its length in bytes.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<u64, Error> {
        commit(vec![self.stage(write)?])
    }

    /// Writes the contents of the file, which [`commit`] puts in place.
    pub(crate) fn stage(
        &self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<StagedFile<'_>, Error> {
        let written = match &self.kind {
            Kind::Regular(target) => target.create_partial().and_then(|partial| {
                let bytes = write_buffered(partial.file(), write)?;
                Ok((Some((partial, target)), bytes))
            }),
            Kind::Stream => File::options()
                .write(true)
                .open(&self.path)
                .and_then(|file| Ok((None, write_buffered(file, write)?))),
            Kind::StandardOutput => {
                standard_output().and_then(|file| Ok((None, write_buffered(file, write)?)))
            }
        };
        let (partial, bytes) = written.map_err(|source| self.error(source))?;
        Ok(StagedFile { output: self, partial, bytes })
    }

    fn error(&self, source: io::Error) -> Error {
        let (path, option) = (self.path.clone(), self.option);
        match self.kind {
            Kind::Regular(_) => Error::Write { path, option, source },
            Kind::Stream => Error::WriteStream { path, option, source },
            // A reader that has read enough is no failure, as where results are printed.
            Kind::StandardOutput if source.kind() == io::ErrorKind::BrokenPipe => {
                Error::Print(source)
            }
            Kind::StandardOutput => {
                Error::WriteStream { path: "standard output".into(), option, source }
            }
        }
    }
}

/// Puts files in place and returns the sum of their lengths. A signal ends the program before the
/// first or after the last of them.
pub(crate) fn commit(files: Vec<StagedFile<'_>>) -> Result<u64, Error> {
    let mut pending = interrupts::pending_files();
    let mut bytes = 0;
    for StagedFile { output, partial, bytes: length } in files {
        if let Some((partial, target)) = partial {
            let placed = partial.persist(&target.path, &mut pending);
            placed.map_err(|source| output.error(source))?;
        }
        bytes += length;
    }
    Ok(bytes)
}

impl Kind {
    fn of(option: &'static str, path: &Path) -> Result<Self, Error> {
        if is_standard_output(path) {
            return Ok(Self::StandardOutput);
        }
        let error = |source| create_error(option, path, source);
        let existing = match fs::metadata(path) {
            Ok(existing) if existing.is_dir() => {
                return Err(error(io::ErrorKind::IsADirectory.into()));
            }
            Ok(existing) if !existing.is_file() => return Ok(Self::Stream),
            Ok(existing) => Some(existing),
            Err(source) if source.kind() != io::ErrorKind::NotFound => return Err(error(source)),
            Err(_) if path.to_string_lossy().ends_with(std::path::is_separator) => {
                return Err(error(io::ErrorKind::NotADirectory.into()));
            }
            Err(_) => None,
        };
        let target = link_target(path).map_err(error)?;
        if let Some(existing) = &existing {
            if existing.permissions().readonly() {
                return Err(Error::ReadOnly { path: path.to_owned(), option });
            }
            // The permissions of the folder would allow replacing a file of others, too.
            File::options().write(true).open(&target).map_err(error)?;
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        Ok(Self::Regular(Target { path: target, folder, exists: existing.is_some() }))
    }
}

impl Target {
    fn create_partial(&self) -> io::Result<PartialFile> {
        PartialFile::create(&self.folder, &self.path, self.exists)
    }
}

fn create_error(option: &'static str, path: &Path, source: io::Error) -> Error {
    Error::Create { path: path.to_owned(), option, source }
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
