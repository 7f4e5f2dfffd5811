//! The frame of checkpoints, the files from which a run goes on.
//!
//! It is the first bytes (8), the version of the layout (u32), what is kept, and the CRC-32
//! (ISO-HDLC) of all bytes before. Numbers are little-endian.

use std::io::{self, Read, Write};

use crc::{CRC_32_ISO_HDLC, Crc, Digest, Table};
use thiserror::Error;

use crate::provenance::{OtherProvenance, Provenance};

static CRC: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC);

/// The most bytes of the words of a provenance.
const LONGEST: usize = 1 << 16;

/// Why a run cannot resume from a file.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("could not read the checkpoint: {0}")]
    Read(io::Error),
    /// It is another file.
    #[error("the file is no checkpoint of such a run: choose another one")]
    NoCheckpoint,
    /// The layout differs, or what computes the numbers.
    #[error("the checkpoint is of another version of mdp2048: remove it to begin again")]
    Version,
    /// It is of another run.
    #[error("the checkpoint is {0}: choose another --work, or remove it to begin again")]
    Other(OtherProvenance),
    /// It ends early.
    #[error("the checkpoint is cut short: remove it to begin again, or use a copy")]
    Truncated,
    /// Bytes were changed or added.
    #[error("the checkpoint is damaged: remove it to begin again, or use a copy")]
    Damaged,
}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Truncated,
            io::ErrorKind::InvalidData => Self::Damaged,
            _ => Self::Read(error),
        }
    }
}

/// Writes or reads a checkpoint and computes the checksum of all bytes.
pub struct Checkpoint<T> {
    inner: T,
    digest: Digest<'static, u32, Table<16>>,
}

impl<W: Write> Checkpoint<W> {
    /// Writes the first bytes and the version of the layout.
    ///
    /// # Errors
    /// An error of `inner`.
    pub fn create(inner: W, magic: &[u8; 8], version: u32) -> io::Result<Self> {
        let mut checkpoint = Self { inner, digest: CRC.digest() };
        checkpoint.write_all(magic)?;
        checkpoint.write_all(&version.to_le_bytes())?;
        Ok(checkpoint)
    }

    /// Writes what the numbers depend on: the length of its words (u32), the words, and its digest
    /// (u64).
    ///
    /// # Errors
    /// An error of the writer.
    pub fn put_provenance(&mut self, provenance: &Provenance) -> io::Result<()> {
        let words = provenance.words();
        self.write_all(&(words.len() as u32).to_le_bytes())?;
        self.write_all(words.as_bytes())?;
        self.write_all(&provenance.digest().to_le_bytes())
    }

    /// Writes the checksum of all bytes.
    ///
    /// # Errors
    /// An error of the writer.
    pub fn finish(mut self) -> io::Result<()> {
        self.inner.write_all(&self.digest.finalize().to_le_bytes())
    }
}

impl<R: Read> Checkpoint<R> {
    /// Reads and checks the first bytes and the version of the layout.
    ///
    /// # Errors
    /// [`CheckpointError`] if they are others, or cannot be read.
    pub fn open(inner: R, magic: &[u8; 8], version: u32) -> Result<Self, CheckpointError> {
        let mut checkpoint = Self { inner, digest: CRC.digest() };
        if checkpoint.take_array().ok() != Some(*magic) {
            return Err(CheckpointError::NoCheckpoint);
        }
        if checkpoint.u32()? != version {
            return Err(CheckpointError::Version);
        }
        Ok(checkpoint)
    }

    /// Reads what the numbers depend on, which has to be what those of this run depend on.
    ///
    /// # Errors
    /// [`CheckpointError`] if it is something else, or cannot be read.
    pub fn check_provenance(&mut self, asked: &Provenance) -> Result<(), CheckpointError> {
        let length = self.u32()? as usize;
        if length > LONGEST {
            return Err(CheckpointError::Damaged);
        }
        let mut words = vec![0; length];
        self.read_exact(&mut words)?;
        let words = String::from_utf8(words).map_err(|_| CheckpointError::Damaged)?;
        let found = Provenance::from_parts(words, self.u64()?);
        found.check(asked).map_err(CheckpointError::Other)
    }

    /// Reads an array.
    pub(crate) fn take_array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a number of 32 bits.
    pub(crate) fn u32(&mut self) -> io::Result<u32> {
        self.take_array().map(u32::from_le_bytes)
    }

    /// Reads a number of 64 bits.
    pub(crate) fn u64(&mut self) -> io::Result<u64> {
        self.take_array().map(u64::from_le_bytes)
    }

    /// Reads the checksum, which is that of all bytes before and the last of the file.
    ///
    /// # Errors
    /// [`CheckpointError`] if it is not, or cannot be read.
    pub fn check_end(mut self) -> Result<(), CheckpointError> {
        let mut sum = [0; 4];
        self.inner.read_exact(&mut sum)?;
        let mut more = Vec::new();
        self.inner.take(1).read_to_end(&mut more)?;
        if more.is_empty() && u32::from_le_bytes(sum) == self.digest.finalize() {
            Ok(())
        } else {
            Err(CheckpointError::Damaged)
        }
    }
}

impl<W: Write> Write for Checkpoint<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Checkpoint<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.digest.update(&bytes[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAGIC: &[u8; 8] = b"numbers ";

    fn greedy() -> Provenance {
        Provenance::new("greedy".to_owned(), 1)
    }

    /// Reads the 5 bytes of a checkpoint.
    fn read(bytes: &[u8], asked: &Provenance) -> Result<[u8; 5], CheckpointError> {
        let mut input = Checkpoint::open(bytes, MAGIC, 1)?;
        input.check_provenance(asked)?;
        let contents = input.take_array()?;
        input.check_end()?;
        Ok(contents)
    }

    #[test]
    fn checkpoints_that_are_changed_or_of_other_runs_are_refused() {
        let mut bytes = Vec::new();
        let mut out = Checkpoint::create(&mut bytes, MAGIC, 1).unwrap();
        out.put_provenance(&greedy()).unwrap();
        out.write_all(b"12345").unwrap();
        out.finish().unwrap();
        assert_eq!(read(&bytes, &greedy()).unwrap(), *b"12345");
        for length in 0..bytes.len() {
            let error = read(&bytes[..length], &greedy()).unwrap_err();
            let is_short = matches!(error, CheckpointError::Truncated);
            assert!(is_short || length < MAGIC.len(), "{length}: {error}");
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(read(&changed, &greedy()).is_err(), "byte {at}");
        }
        let other = Provenance::new("random".to_owned(), 1);
        let error = read(&bytes, &other).unwrap_err().to_string();
        assert!(error.contains("is of greedy, not of random: choose another"), "{error}");
        assert!(matches!(Checkpoint::open(&bytes[..], MAGIC, 2), Err(CheckpointError::Version)));
        let no_checkpoint = Checkpoint::open(&b"mdp2048 c"[..], MAGIC, 1);
        assert!(matches!(no_checkpoint, Err(CheckpointError::NoCheckpoint)));
        bytes.push(0);
        assert!(matches!(read(&bytes, &greedy()), Err(CheckpointError::Damaged)));
    }
}
