//! The files that are being written, for the handlers of signals.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The partial files of this process. Those that are removed already do no harm.
#[derive(Debug)]
struct Registry {
    paths: Vec<PathBuf>,
    complete: u64,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry { paths: Vec::new(), complete: 0 });

/// The files that this process is writing. While this lives, no other is begun or completed.
///
/// A program that ends by itself does not need this: a file that is not complete is removed when its
/// writer is dropped. A program that ends at a signal, without dropping, calls
/// [`remove`](Self::remove).
#[derive(Debug)]
pub struct UnfinishedFiles(MutexGuard<'static, Registry>);

/// Waits until no file is being begun or completed, and returns those that are being written.
pub fn unfinished_files() -> UnfinishedFiles {
    UnfinishedFiles(REGISTRY.lock().unwrap_or_else(PoisonError::into_inner))
}

impl UnfinishedFiles {
    /// How many output files this process has put in place.
    pub fn complete(&self) -> u64 {
        self.0.complete
    }

    /// Removes the unfinished files. The process must end afterwards, without writing any.
    pub fn remove(&mut self) {
        for path in self.0.paths.drain(..) {
            // An error means that the file is gone already.
            let _ = fs::remove_file(path);
        }
    }

    /// Adds a file that was created.
    pub(super) fn begin(&mut self, path: &Path) {
        self.0.paths.push(path.to_owned());
    }

    /// Forgets a file that is in place.
    pub(super) fn finish(&mut self, path: &Path) {
        self.0.paths.retain(|unfinished| unfinished != path);
        self.0.complete += 1;
    }
}
