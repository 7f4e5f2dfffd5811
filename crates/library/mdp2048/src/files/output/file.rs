//! Output files, written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::error::OutputError;
use super::link::link_target;
use super::partial::{PartialFile, remove_abandoned};

/// Bytes of the buffer between the writer of a format and the file.
const BUFFER_BYTES: usize = 1 << 20;

/// An output file, which is written whole or not at all.
///
/// Its contents are written to a hidden file in the same folder, which is renamed when it is
/// complete. Whatever ends the program before, an existing file stays as it was; a hidden file that
/// a killed program left behind is removed by the next one. A device or a pipe is written directly.
///
/// ```
/// use std::io::Write as _;
///
/// use mdp2048::files::OutputFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("values.csv");
/// // Before any long work: an error says what to choose instead.
/// let out = OutputFile::check(&path)?;
/// let bytes = out.write(|file| file.write_all(b"state,value\n"))?;
/// assert_eq!(bytes, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OutputFile {
    /// The path as given.
    path: PathBuf,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Written to a partial file in the same folder, which is then renamed.
    Regular(Target),
    /// A device or a pipe, written directly.
    Stream,
    /// A stream that is open already.
    Open(File),
}

/// The place of a regular file, behind symbolic links.
#[derive(Debug)]
struct Target {
    path: PathBuf,
    folder: PathBuf,
    /// Whether there is a file.
    exists: bool,
}

impl OutputFile {
    /// Finds the file of a path, without a check that it can be written.
    ///
    /// # Errors
    /// [`OutputError`] if there is a folder at the path, or a file that nobody may write to.
    pub fn at(path: &Path) -> Result<Self, OutputError> {
        Ok(Self { path: path.to_owned(), kind: Kind::of(path)? })
    }

    /// Finds the file of a path and checks that it can be written, before any long work. Nothing is
    /// left behind.
    ///
    /// # Errors
    /// [`OutputError`] if the file cannot be written.
    pub fn check(path: &Path) -> Result<Self, OutputError> {
        let output = Self::at(path)?;
        output.try_out()?;
        Ok(output)
    }

    /// An output file that is open already, such as standard output; errors name it as given here.
    pub fn of_stream(name: &Path, stream: File) -> Self {
        Self { path: name.to_owned(), kind: Kind::Open(stream) }
    }

    /// Checks that a regular file can be written, and removes what killed runs have left behind.
    ///
    /// # Errors
    /// [`OutputError::Create`] if a file beside it cannot be made.
    pub fn try_out(&self) -> Result<(), OutputError> {
        let Kind::Regular(target) = &self.kind else { return Ok(()) };
        remove_abandoned(&target.folder, &target.path);
        target.create_partial().map_err(|source| create_error(&self.path, source))?;
        Ok(())
    }

    /// Whether it is a regular file, and not a device or a pipe.
    pub const fn is_regular(&self) -> bool {
        matches!(self.kind, Kind::Regular(_))
    }

    /// Writes the file and returns its length in bytes.
    ///
    /// # Errors
    /// [`OutputError`] if the file cannot be written, or if `write` has an error.
    pub fn write(
        &self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<u64, OutputError> {
        let written = match &self.kind {
            Kind::Regular(target) => target.create_partial().and_then(|partial| {
                let bytes = write_buffered(partial.file(), write)?;
                partial.persist(&target.path)?;
                Ok(bytes)
            }),
            Kind::Stream => {
                let file = File::options().write(true).open(&self.path);
                file.and_then(|file| write_buffered(file, write))
            }
            Kind::Open(stream) => write_buffered(stream, write),
        };
        written.map_err(|source| self.error(source))
    }

    fn error(&self, source: io::Error) -> OutputError {
        let path = self.path.clone();
        match self.kind {
            Kind::Regular(_) => OutputError::Write { path, source },
            Kind::Stream | Kind::Open(_) => OutputError::WriteStream { path, source },
        }
    }
}

impl Kind {
    fn of(path: &Path) -> Result<Self, OutputError> {
        let error = |source| create_error(path, source);
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
                return Err(OutputError::ReadOnly(path.to_owned()));
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

fn create_error(path: &Path, source: io::Error) -> OutputError {
    OutputError::Create { path: path.to_owned(), source }
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
