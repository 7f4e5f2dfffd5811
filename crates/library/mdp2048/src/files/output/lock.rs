//! Locks on output files that a run reads and writes again.
//!
//! An output file is replaced whenever it is written, so a lock on the file itself would end then.
//! A run locks a hidden file beside it, and removes it at its end. The system releases the lock
//! when the run ends, however it ends, so a file that was left behind locks nothing.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::partial::prefix;
use super::unfinished::unfinished_files;

/// The end of the name of a lock file.
const SUFFIX: &str = "lock";

/// How often a lock file is created anew if the run before removes it before it is locked.
const ATTEMPTS: usize = 8;

/// A lock that this run holds.
#[derive(Debug)]
pub(super) struct OutputLock {
    path: PathBuf,
    /// Holds the lock until it is closed.
    _file: File,
}

/// The result of locking.
pub(super) enum Locked {
    Held(OutputLock),
    /// Another run holds the lock.
    InUse,
    /// The file system has no locks.
    Unsupported,
}

impl OutputLock {
    /// Locks an output file.
    pub(super) fn of(folder: &Path, target: &Path) -> io::Result<Locked> {
        let mut name = prefix(target);
        name.push(SUFFIX);
        let path = folder.join(name);
        let mut unfinished = unfinished_files();
        for _ in 0..ATTEMPTS {
            let file = File::options().create(true).append(true).open(&path)?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Ok(Locked::InUse),
                Err(TryLockError::Error(_)) => {
                    // An error means that another run has removed it.
                    let _ = fs::remove_file(&path);
                    return Ok(Locked::Unsupported);
                }
                Ok(()) => {}
            }
            // The run before may have removed the file after it was opened here.
            if is_at(&file, &path) {
                unfinished.begin(&path);
                return Ok(Locked::Held(Self { path, _file: file }));
            }
        }
        Ok(Locked::InUse)
    }
}

impl Drop for OutputLock {
    /// Removes the file while it is still locked.
    fn drop(&mut self) {
        let mut unfinished = unfinished_files();
        // An error means that somebody has removed it.
        let _ = fs::remove_file(&self.path);
        unfinished.forget(&self.path);
    }
}

/// Whether a path is the path of a file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(file), Ok(found)) => id(file) == id(found),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
