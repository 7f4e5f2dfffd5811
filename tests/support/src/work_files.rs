//! Files of a work folder, in memory.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard};

use mdp2048_solve::{FileContents, WorkFiles};

/// Files in memory, of which the disk may be full after a number of writes.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    /// The files by name.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The files that ever existed, with their last contents.
    pub ever: BTreeMap<String, Vec<u8>>,
    /// How many writes the disk has space for; `None` for any number.
    pub writes_left: Option<usize>,
}

impl MemoryFiles {
    /// Files on a disk that is full after this many writes.
    pub fn of_writes(writes: usize) -> Self {
        Self { writes_left: Some(writes), ..Self::default() }
    }
}

impl WorkFiles for MemoryFiles {
    fn write(&mut self, name: &str, _: bool, contents: FileContents<'_>) -> io::Result<()> {
        if let Some(left) = &mut self.writes_left {
            *left = left.checked_sub(1).ok_or(io::ErrorKind::StorageFull)?;
        }
        let mut bytes = Vec::new();
        contents(&mut bytes)?;
        self.ever.insert(name.to_owned(), bytes.clone());
        self.files.insert(name.to_owned(), bytes);
        Ok(())
    }

    fn read(&mut self, name: &str) -> io::Result<Box<dyn Read>> {
        WorkFiles::read(&mut self.files, name)
    }

    fn names(&mut self) -> io::Result<Vec<String>> {
        self.files.names()
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        WorkFiles::remove(&mut self.files, name)
    }
}

/// Files that several threads use; clones share them.
#[derive(Clone, Debug, Default)]
pub struct SharedFiles(Arc<Mutex<MemoryFiles>>);

impl SharedFiles {
    /// The files, which no other thread uses meanwhile.
    pub fn lock(&self) -> MutexGuard<'_, MemoryFiles> {
        self.0.lock().unwrap_or_else(|_| panic!("another thread has panicked"))
    }
}

impl WorkFiles for SharedFiles {
    fn write(&mut self, name: &str, is_sparse: bool, contents: FileContents<'_>) -> io::Result<()> {
        // The contents may come from other threads, which read files.
        let mut bytes = Vec::new();
        contents(&mut bytes)?;
        self.lock().write(name, is_sparse, &mut |out| out.write_all(&bytes))
    }

    fn read(&mut self, name: &str) -> io::Result<Box<dyn Read>> {
        self.lock().read(name)
    }

    fn names(&mut self) -> io::Result<Vec<String>> {
        self.lock().names()
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        self.lock().remove(name)
    }
}
