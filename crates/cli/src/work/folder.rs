//! The files of a work folder.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mdp2048_solve::{FileContents, MANIFEST, SolveError, WorkError, WorkFiles, is_work_file};

use super::log::LOG;
use crate::error::Error;

/// The end of the name of a compressed file.
const COMPRESSED: &str = ".zst";

/// The end of the name of a file that is being written.
const PARTIAL: &str = ".partial";

/// The name of the file that a run holds a lock on.
const LOCK: &str = "lock";

/// The level of compression. Higher ones take much more time and save little.
const LEVEL: i32 = 1;

/// Bytes of the buffers of a file.
const BUFFER_BYTES: usize = 1 << 16;

/// A work folder, which no other run uses at the same time.
pub(crate) struct WorkFolder {
    path: PathBuf,
    /// Held until the run ends, however it ends; `None` if another process of the run holds it.
    _lock: Option<File>,
    /// The sizes of the files in bytes, by name.
    sizes: BTreeMap<String, u64>,
    /// The sum of the sizes.
    bytes: Arc<AtomicU64>,
}

impl WorkFolder {
    /// Whether there is a work folder with a run at a path.
    pub(crate) fn is_at(path: &Path) -> bool {
        path.join(MANIFEST).is_file()
    }

    /// Whether runs keep a file of this name in their folder.
    pub(crate) fn uses_name(name: &str) -> bool {
        name == LOCK || name == LOG || is_work_file(name)
    }

    /// Makes a folder unless there is one, and opens it.
    pub(crate) fn make(path: &Path) -> Result<Self, Error> {
        fs::create_dir_all(path)
            .map_err(|source| Error::WorkFolder { path: path.to_owned(), source })?;
        Self::open(path)
    }

    /// Opens the folder of a run.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let error = |source| Error::WorkFolder { path: path.to_owned(), source };
        if !path.exists() {
            return Err(SolveError::from(WorkError::NoRun).into());
        }
        let lock = File::options().create(true).append(true).open(path.join(LOCK));
        let lock = lock.map_err(error)?;
        if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(Error::WorkFolderInUse(path.to_owned()));
        }
        let mut folder = Self {
            path: path.to_owned(),
            _lock: Some(lock),
            sizes: BTreeMap::new(),
            bytes: Arc::default(),
        };
        for entry in fs::read_dir(path).map_err(error)? {
            let entry = entry.map_err(error)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_work_file(&name) && name.ends_with(PARTIAL) {
                // A run that was stopped has left it behind. Other files stay.
                fs::remove_file(entry.path()).map_err(error)?;
                continue;
            }
            let metadata = entry.metadata().map_err(error)?;
            if metadata.is_file() {
                folder.set_size(name, metadata.len());
            }
        }
        Ok(folder)
    }

    /// Returns the folder of a run whose first process has opened it.
    #[cfg(feature = "distributed")]
    pub(crate) fn of_another_process(path: &Path) -> Self {
        let path = path.to_owned();
        Self { path, _lock: None, sizes: BTreeMap::new(), bytes: Arc::default() }
    }

    /// The sum of the sizes of the files in bytes; it changes while a solve goes on.
    pub(crate) fn bytes(&self) -> Arc<AtomicU64> {
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
    pub(crate) fn free(&self) -> Option<u64> {
        #[cfg(unix)]
        return rustix::fs::statvfs(&self.path)
            .ok()
            .and_then(|disk| disk.f_bavail.checked_mul(disk.f_frsize));
        #[cfg(not(unix))]
        None
    }
}

impl WorkFiles for WorkFolder {
    fn write(&mut self, name: &str, is_sparse: bool, contents: FileContents<'_>) -> io::Result<()> {
        let name = if is_sparse { format!("{name}{COMPRESSED}") } else { name.to_owned() };
        let partial = self.path.join(format!("{name}{PARTIAL}"));
        let mut write = || {
            let mut out = BufWriter::with_capacity(BUFFER_BYTES, File::create(&partial)?);
            if is_sparse {
                let mut encoder = zstd::Encoder::new(&mut out, LEVEL)?;
                encoder.include_checksum(true)?;
                contents(&mut encoder)?;
                encoder.finish()?;
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
                Ok(Box::new(Decompressed(zstd::Decoder::new(file)?)))
            }
            file => Ok(Box::new(BufReader::with_capacity(BUFFER_BYTES, file?))),
        }
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        self.remove_file(name)?;
        self.remove_file(&format!("{name}{COMPRESSED}"))
    }

    fn names(&mut self) -> io::Result<Vec<String>> {
        let plain = |name: &String| name.strip_suffix(COMPRESSED).unwrap_or(name).to_owned();
        Ok(self.sizes.keys().map(plain).collect())
    }
}

/// A compressed file. The errors of the compression become [`io::ErrorKind::InvalidData`].
struct Decompressed(zstd::Decoder<'static, BufReader<File>>);

impl Read for Decompressed {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out).map_err(|error| match error.raw_os_error() {
            // The system's own errors have a number.
            Some(_) => error,
            None => io::Error::new(io::ErrorKind::InvalidData, error),
        })
    }
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
