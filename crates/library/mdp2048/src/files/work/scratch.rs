//! Files that a program needs only while it runs, beside those of a work folder that it only reads.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::Path;

use mdp2048_solve::{FileContents, WorkFiles};

use super::compressed::{Decompressed, compress};

/// Files that are parts of one file without a name, which the system removes when the program ends,
/// however it ends.
#[derive(Debug)]
pub struct ScratchFiles {
    file: File,
    /// The bytes of each part, whose contents are compressed.
    parts: BTreeMap<String, Range<u64>>,
    end: u64,
}

impl ScratchFiles {
    /// Makes the file on the disk of the first of these folders that may be written to.
    ///
    /// # Errors
    /// The error of the system for the last folder.
    pub fn new(folders: &[&Path]) -> io::Result<Self> {
        let mut made = Err(io::ErrorKind::NotFound.into());
        for folder in folders {
            made = tempfile::tempfile_in(folder);
            if made.is_ok() {
                break;
            }
        }
        Ok(Self { file: made?, parts: BTreeMap::new(), end: 0 })
    }
}

impl WorkFiles for ScratchFiles {
    fn write(&mut self, name: &str, _: bool, contents: FileContents<'_>) -> io::Result<()> {
        let start = self.end;
        self.file.seek(SeekFrom::Start(start))?;
        let mut out = BufWriter::new(&self.file);
        compress(&mut out, contents)?;
        out.flush()?;
        drop(out);
        self.end = self.file.stream_position()?;
        self.parts.insert(name.to_owned(), start..self.end);
        Ok(())
    }

    fn read(&mut self, name: &str) -> io::Result<Box<dyn Read>> {
        let bytes = self.parts.get(name).ok_or(io::ErrorKind::NotFound)?.clone();
        let part = FilePart { file: self.file.try_clone()?, bytes };
        Ok(Box::new(Decompressed::new(part)?))
    }

    fn names(&mut self) -> io::Result<Vec<String>> {
        Ok(self.parts.keys().cloned().collect())
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        self.parts.remove(name);
        Ok(())
    }
}

/// A part of a file whose position others change.
struct FilePart {
    file: File,
    /// What is not read yet.
    bytes: Range<u64>,
}

impl Read for FilePart {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.file.seek(SeekFrom::Start(self.bytes.start))?;
        let left = self.bytes.end - self.bytes.start;
        let read = (&self.file).take(left).read(out)?;
        self.bytes.start += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_in_any_order_and_leave_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        let mut files = ScratchFiles::new(&[&missing, folder.path()]).unwrap();
        let contents = |part: u8| vec![part; 1000 * usize::from(part)];
        for part in [3, 1, 2] {
            let write = &mut |out: &mut dyn io::Write| out.write_all(&contents(part));
            files.write(&part.to_string(), true, write).unwrap();
        }
        assert!(files.end < 1000);
        let mut readers = [1, 2, 3].map(|part: u8| files.read(&part.to_string()).unwrap());
        let mut found = [1, 2, 3].map(|_| Vec::new());
        // In turn, and only a part at a time.
        for part in [2, 0, 1, 1, 0, 2] {
            let mut bytes = [0; 700];
            let read = readers[part].read(&mut bytes).unwrap();
            found[part].extend(&bytes[..read]);
        }
        for (part, mut bytes) in found.into_iter().enumerate() {
            readers[part].read_to_end(&mut bytes).unwrap();
            assert_eq!(bytes, contents(part as u8 + 1));
        }
        assert_eq!(files.names().unwrap(), ["1", "2", "3"]);
        assert!(files.read("4").is_err_and(|error| error.kind() == io::ErrorKind::NotFound));
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        assert!(ScratchFiles::new(&[&missing]).is_err());
    }
}
