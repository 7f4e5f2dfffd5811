//! The frame of checkpoints: first bytes, the version of the layout, what is kept, and a checksum.

use std::io::{self, Read, Write};

use crc::{CRC_32_ISO_HDLC, Crc, Digest, Table};
use thiserror::Error;

use crate::provenance::OtherProvenance;

static CRC: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC);

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
    #[error("the checkpoint is {0}: choose another --checkpoint, or remove it to begin again")]
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
            _ => Self::Read(error),
        }
    }
}

/// Writes or reads a checkpoint and computes the checksum of all bytes, a CRC-32 (ISO-HDLC).
pub(crate) struct Checkpoint<T> {
    inner: T,
    digest: Digest<'static, u32, Table<16>>,
}

impl<W: Write> Checkpoint<W> {
    /// Writes the first bytes and the version of the layout.
    pub(crate) fn create(inner: W, magic: &[u8; 8], version: u32) -> io::Result<Self> {
        let mut checkpoint = Self { inner, digest: CRC.digest() };
        checkpoint.put(magic)?;
        checkpoint.put(&version.to_le_bytes())?;
        Ok(checkpoint)
    }

    /// Writes bytes.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.digest.update(bytes);
        self.inner.write_all(bytes)
    }

    /// Writes the checksum of all bytes.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.inner.write_all(&self.digest.finalize().to_le_bytes())
    }
}

impl<R: Read> Checkpoint<R> {
    /// Reads and checks the first bytes and the version of the layout.
    pub(crate) fn open(inner: R, magic: &[u8; 8], version: u32) -> Result<Self, CheckpointError> {
        let mut checkpoint = Self { inner, digest: CRC.digest() };
        if checkpoint.take().ok() != Some(*magic) {
            return Err(CheckpointError::NoCheckpoint);
        }
        if checkpoint.u32()? != version {
            return Err(CheckpointError::Version);
        }
        Ok(checkpoint)
    }

    /// Reads as many bytes as there is space for.
    pub(crate) fn fill(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.inner.read_exact(bytes)?;
        self.digest.update(bytes);
        Ok(())
    }

    /// Reads an array.
    pub(crate) fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a number of 32 bits.
    pub(crate) fn u32(&mut self) -> io::Result<u32> {
        self.take().map(u32::from_le_bytes)
    }

    /// Reads a number of 64 bits.
    pub(crate) fn u64(&mut self) -> io::Result<u64> {
        self.take().map(u64::from_le_bytes)
    }

    /// Reads the checksum, which is that of all bytes before and the last of the file.
    pub(crate) fn check_end(mut self) -> Result<(), CheckpointError> {
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
