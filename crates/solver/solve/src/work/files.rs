//! The interface to the files of a work folder.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Write};

/// Writes the contents of a file.
pub type FileContents<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// The files of a work folder, by name.
pub trait WorkFiles: Send {
    /// Writes a file as a whole: after a return without an error, its contents are on the disk;
    /// before, the folder has the old file of that name or none. `is_sparse` says that the contents
    /// are mostly zeros, so that compression pays.
    ///
    /// # Errors
    /// Any error of the system.
    fn write(&mut self, name: &str, is_sparse: bool, contents: FileContents<'_>) -> io::Result<()>;

    /// Waits until the names of all files that were written are on the disk too. Before, a file may
    /// be missing after a failure of the machine.
    ///
    /// # Errors
    /// Any error of the system.
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Opens a file that [`write`](Self::write) has written.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if there is no such file; [`io::ErrorKind::InvalidData`], also
    /// while the file is read, if the contents cannot be decompressed; any other error of the
    /// system.
    fn read(&mut self, name: &str) -> io::Result<Box<dyn Read>>;

    /// Returns the names by which the files can be read. Files of other programs may be among them.
    ///
    /// # Errors
    /// Any error of the system.
    fn names(&mut self) -> io::Result<Vec<String>>;

    /// Removes a file, if there is one.
    ///
    /// # Errors
    /// Any error of the system.
    fn remove(&mut self, name: &str) -> io::Result<()>;
}

/// Files in memory, by name.
impl WorkFiles for BTreeMap<String, Vec<u8>> {
    fn write(&mut self, name: &str, _: bool, contents: FileContents<'_>) -> io::Result<()> {
        let mut bytes = Vec::new();
        contents(&mut bytes)?;
        self.insert(name.to_owned(), bytes);
        Ok(())
    }

    fn read(&mut self, name: &str) -> io::Result<Box<dyn Read>> {
        let bytes = self.get(name).ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(Cursor::new(bytes.clone())))
    }

    fn names(&mut self) -> io::Result<Vec<String>> {
        Ok(self.keys().cloned().collect())
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        Self::remove(self, name);
        Ok(())
    }
}
