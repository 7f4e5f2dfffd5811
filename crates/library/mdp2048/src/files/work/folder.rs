//! The files of a work folder.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mdp2048_solve::{
    FileContents, MANIFEST, MANIFEST_COPY, MANIFEST_OF_COUNTS, SolveError, WorkError, WorkFiles,
    is_file_of_run,
};

use super::compressed::{Decompressed, compress};
use super::error::FolderError;

/// The name of the log of a solve, to which a program may add.
pub const LOG: &str = "log.csv";

/// The name of the log of a count, which may be in the same folder.
pub const LOG_OF_COUNTS: &str = "log_of_counts.csv";

/// The end of the name of a compressed file.
const COMPRESSED: &str = ".zst";

/// The end of the name of a file that is being written.
const PARTIAL: &str = ".partial";

/// The name of the file that a run holds a lock on.
const LOCK: &str = "lock";

/// Bytes of the buffers of a file.
const BUFFER_BYTES: usize = 1 << 16;

/// The runs of which a folder has files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// A solve.
    Solve,
    /// A count, and no solve.
    Count,
}

/// A work folder: the files of a solve or a count, as `Solver::solve_in` and `Solver::count_in`
/// write them. A run that writes to it uses it alone; programs that only read it may use it at the
/// same time.
///
/// ```
/// use mdp2048::files::WorkFolder;
/// use mdp2048_model::Game;
/// use mdp2048_solve::Solver;
///
/// let place = tempfile::tempdir()?;
/// let game = Game::builder().board(2, 2).target(16).build()?;
/// let mut folder = WorkFolder::make(place.path())?;
/// Solver::new(&game).solve_in(&mut folder)?;
/// assert!(WorkFolder::is_at(place.path()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WorkFolder {
    path: PathBuf,
    /// The folders that were made for it: itself and those around it, the innermost first. They are
    /// removed again if no file is written.
    made: Vec<PathBuf>,
    /// Held until the program ends, however it ends; `None` if another process of the run holds it,
    /// or if there is none and nobody may write one.
    _lock: Option<File>,
    /// The sizes of the files but the logs in bytes, by name.
    sizes: BTreeMap<String, u64>,
    /// The sum of the sizes.
    bytes: Arc<AtomicU64>,
}

impl WorkFolder {
    /// Whether there is a work folder with a solve at a path.
    pub fn is_at(path: &Path) -> bool {
        Self::kind_at(path) == Some(RunKind::Solve)
    }

    /// The kind of run whose work folder is at a path; `None` if there is none.
    pub fn kind_at(path: &Path) -> Option<RunKind> {
        let has = |name: &str| path.join(name).is_file();
        if has(MANIFEST) || has(MANIFEST_COPY) {
            return Some(RunKind::Solve);
        }
        has(MANIFEST_OF_COUNTS).then_some(RunKind::Count)
    }

    /// Whether runs keep a file of this name in their folder.
    pub fn uses_name(name: &str) -> bool {
        let name = name.strip_suffix(PARTIAL).unwrap_or(name);
        let name = name.strip_suffix(COMPRESSED).unwrap_or(name);
        [LOCK, LOG, LOG_OF_COUNTS].contains(&name) || is_file_of_run(name)
    }

    /// Makes a folder unless there is one, and opens it. A folder that was made here is removed
    /// when this is dropped and there is no file in it: a run that is refused leaves nothing.
    ///
    /// # Errors
    /// [`FolderError`] if the folder cannot be made or opened, or another run uses it.
    pub fn make(path: &Path) -> Result<Self, FolderError> {
        let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
        let made: Vec<PathBuf> =
            path.ancestors().take_while(is_missing).map(Path::to_owned).collect();
        let opened = fs::create_dir_all(path)
            .map_err(|source| FolderError::Io { path: path.to_owned(), source })
            .and_then(|()| Self::open(path));
        match opened {
            Ok(mut folder) => {
                folder.made = made;
                Ok(folder)
            }
            Err(error) => {
                remove_unused(path, &made);
                Err(error)
            }
        }
    }

    /// Opens the folder of a run, which writes to it. No other program uses the folder meanwhile.
    ///
    /// # Errors
    /// [`FolderError`] if there is no folder, if it cannot be opened, or if another run uses it.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let error = |source| FolderError::Io { path: path.to_owned(), source };
        if !path.exists() {
            return Err(SolveError::from(WorkError::NoRun).into());
        }
        let lock = lock_file(path).map_err(error)?;
        if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(FolderError::InUse(path.to_owned()));
        }
        for entry in fs::read_dir(path).map_err(error)? {
            let entry = entry.map_err(error)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if Self::uses_name(&name) && name.ends_with(PARTIAL) {
                // A run that was stopped has left it behind. Other files stay.
                fs::remove_file(entry.path()).map_err(error)?;
            }
        }
        Self::with_lock(path, Some(lock)).map_err(error)
    }

    /// Opens the folder of a run to read it; other programs may read it at the same time, but no
    /// run writes to it.
    ///
    /// The lock keeps away runs, which remove files of the layers that are read. Where the lock
    /// file is missing and may not be made, as in a folder that is read-only, no run can be under
    /// way: it would have made one. Every file that is read has a checksum in any case.
    ///
    /// # Errors
    /// [`FolderError`] if the folder cannot be read, or a run writes to it.
    pub fn open_to_read(path: &Path) -> Result<Self, FolderError> {
        let error = |source| FolderError::Io { path: path.to_owned(), source };
        let lock = match lock_file(path) {
            Ok(lock) => Some(lock),
            Err(source) => match source.kind() {
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                    File::open(path.join(LOCK)).ok()
                }
                _ => return Err(error(source)),
            },
        };
        let is_used = |lock: &File| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock));
        if lock.as_ref().is_some_and(is_used) {
            return Err(FolderError::InUse(path.to_owned()));
        }
        Self::with_lock(path, lock).map_err(error)
    }

    fn with_lock(path: &Path, lock: Option<File>) -> io::Result<Self> {
        let (sizes, bytes) = (BTreeMap::new(), Arc::default());
        let mut folder =
            Self { path: path.to_owned(), made: Vec::new(), _lock: lock, sizes, bytes };
        folder.list()?;
        Ok(folder)
    }

    /// Reads the names and the sizes of the files but the logs. Other programs may remove some
    /// meanwhile.
    fn list(&mut self) -> io::Result<()> {
        self.sizes.clear();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            match entry.metadata() {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                metadata => {
                    let metadata = metadata?;
                    let name = entry.file_name().to_string_lossy().into_owned();
                    // A log grows while its run goes on.
                    if metadata.is_file() && ![LOG, LOG_OF_COUNTS].contains(&name.as_str()) {
                        self.sizes.insert(name, metadata.len());
                    }
                }
            }
        }
        self.bytes.store(self.sizes.values().sum(), Ordering::Relaxed);
        Ok(())
    }

    /// The sum of the sizes of the files in bytes; it changes while a solve goes on.
    pub fn bytes(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.bytes)
    }

    fn set_size(&mut self, name: String, bytes: u64) {
        let before = self.sizes.insert(name, bytes).unwrap_or(0);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.bytes.fetch_sub(before, Ordering::Relaxed);
    }

    /// Removes the file of exactly this name, if there is one.
    fn remove_file(&mut self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.path.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => {
                self.bytes.fetch_sub(self.sizes.remove(name).unwrap_or(0), Ordering::Relaxed);
                Ok(())
            }
        }
    }

    /// The free bytes of the disk of the folder; `None` where the system does not report them.
    pub fn free(&self) -> Option<u64> {
        #[cfg(unix)]
        return rustix::fs::statvfs(&self.path)
            .ok()
            .and_then(|disk| disk.f_bavail.checked_mul(disk.f_frsize));
        #[cfg(not(unix))]
        None
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        remove_unused(&self.path, &self.made);
    }
}

/// Removes a folder and those around it which were made with it, the innermost first, unless there
/// are files but the lock in it.
fn remove_unused(path: &Path, made: &[PathBuf]) {
    let is_lock = |entry: io::Result<fs::DirEntry>| entry.is_ok_and(|it| it.file_name() == LOCK);
    if made.is_empty() || !fs::read_dir(path).is_ok_and(|mut entries| entries.all(is_lock)) {
        return;
    }
    // What cannot be removed stays.
    let _ = fs::remove_file(path.join(LOCK));
    let _ = made.iter().try_for_each(fs::remove_dir);
}

impl WorkFiles for WorkFolder {
    fn write(&mut self, name: &str, is_sparse: bool, contents: FileContents<'_>) -> io::Result<()> {
        let name = if is_sparse { format!("{name}{COMPRESSED}") } else { name.to_owned() };
        let partial = self.path.join(format!("{name}{PARTIAL}"));
        let mut write = || {
            let mut out = BufWriter::with_capacity(BUFFER_BYTES, File::create(&partial)?);
            if is_sparse {
                compress(&mut out, contents)?;
            } else {
                contents(&mut out)?;
            }
            out.flush()?;
            out.get_ref().sync_all()?;
            Ok(out.get_ref().metadata()?.len())
        };
        let written: io::Result<u64> = write();
        let bytes = match written {
            Ok(bytes) => bytes,
            Err(error) => {
                // The space of the partial file may be what is missing.
                let _ = fs::remove_file(&partial);
                return Err(error);
            }
        };
        fs::rename(&partial, self.path.join(&name))?;
        let other = match name.strip_suffix(COMPRESSED) {
            Some(plain) => plain.to_owned(),
            None => format!("{name}{COMPRESSED}"),
        };
        self.set_size(name, bytes);
        // Another run may have left a file of this name.
        if self.sizes.contains_key(&other) { self.remove_file(&other) } else { Ok(()) }
    }

    fn sync(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        File::open(&self.path)?.sync_all()?;
        Ok(())
    }

    fn read(&mut self, name: &str) -> io::Result<Box<dyn Read>> {
        match File::open(self.path.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let file = File::open(self.path.join(format!("{name}{COMPRESSED}")))?;
                Ok(Box::new(Decompressed::new(file)?))
            }
            file => Ok(Box::new(BufReader::with_capacity(BUFFER_BYTES, file?))),
        }
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        self.remove_file(name)?;
        self.remove_file(&format!("{name}{COMPRESSED}"))
    }

    fn names(&mut self) -> io::Result<Vec<String>> {
        match self.list() {
            // The folder itself was removed.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            listed => listed?,
        }
        let plain = |name: &String| name.strip_suffix(COMPRESSED).unwrap_or(name).to_owned();
        Ok(self.sizes.keys().map(plain).collect())
    }
}

/// Opens the file that a run holds a lock on, and makes it if it is missing.
fn lock_file(folder: &Path) -> io::Result<File> {
    File::options().create(true).read(true).append(true).open(folder.join(LOCK))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, WorkFolder) {
        let dir = tempfile::tempdir().unwrap();
        let folder = WorkFolder::make(&dir.path().join("work")).unwrap();
        (dir, folder)
    }

    fn read(folder: &mut WorkFolder, name: &str) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        folder.read(name)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    #[test]
    fn sparse_files_are_compressed() {
        let (_dir, mut folder) = folder();
        let mut bytes = vec![0; 100_000];
        bytes[70_000] = 1;
        for is_sparse in [false, true] {
            let name = format!("layer_{is_sparse}");
            folder.write(&name, is_sparse, &mut |out| out.write_all(&bytes)).unwrap();
            assert_eq!(read(&mut folder, &name).unwrap(), bytes);
        }
        let [raw, compressed] = ["layer_false", "layer_true.zst"].map(|name| folder.sizes[name]);
        assert!(raw == 100_000 && compressed < 1_000, "{compressed} bytes");
        assert_eq!(folder.bytes().load(Ordering::Relaxed), raw + compressed);
        folder.remove("layer_true").unwrap();
        assert_eq!(folder.names().unwrap(), ["layer_false", "lock"]);
        assert_eq!(folder.bytes().load(Ordering::Relaxed), raw);
    }

    #[test]
    fn a_folder_that_was_made_and_not_used_is_removed() {
        let dir = tempfile::tempdir().unwrap();
        let names = || dir.path().read_dir().unwrap().count();
        let path = dir.path().join("some/new/work");
        drop(WorkFolder::make(&path).unwrap());
        assert_eq!(names(), 0);
        // A file in it is not removed, nor a folder that was there before.
        let mut folder = WorkFolder::make(&path).unwrap();
        folder.write("layer", false, &mut |out| out.write_all(&[1])).unwrap();
        drop(folder);
        assert!(path.join("layer").is_file());
        fs::remove_file(path.join("layer")).unwrap();
        drop(WorkFolder::make(&path).unwrap());
        assert!(path.join(LOCK).is_file());
    }

    #[test]
    fn damaged_compressed_files_are_invalid() {
        let (_dir, mut folder) = folder();
        folder.write("layer", true, &mut |out| out.write_all(&[1, 2, 3])).unwrap();
        let path = folder.path.join("layer.zst");
        let whole = fs::read(&path).unwrap();
        let last = whole.len() - 1;
        let mut changed = whole.clone();
        changed[last] ^= 1;
        for damaged in [&changed[..], &whole[..last], b"no zstd"] {
            fs::write(&path, damaged).unwrap();
            let error = read(&mut folder, "layer").unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        }
    }

    #[test]
    fn a_file_replaces_the_one_of_another_run() {
        let (_dir, mut folder) = folder();
        for (is_sparse, byte) in [(false, 1), (true, 2), (false, 3)] {
            folder.write("layer", is_sparse, &mut |out| out.write_all(&[byte])).unwrap();
            assert_eq!(read(&mut folder, "layer").unwrap(), [byte]);
            assert_eq!(folder.names().unwrap(), ["layer", "lock"]);
        }
    }
}
