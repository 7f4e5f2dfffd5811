//! Bytes with a checksum.

use std::io::{self, Read, Write};

use crc::{CRC_32_ISO_HDLC, Crc, Digest, Table};

static CRC: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC);

/// Writes or reads bytes and computes their checksum, a CRC-32 (ISO-HDLC).
pub(crate) struct Summed<T> {
    inner: T,
    digest: Digest<'static, u32, Table<16>>,
}

impl<T> Summed<T> {
    /// Before the first byte.
    pub(crate) fn new(inner: T) -> Self {
        Self { inner, digest: CRC.digest() }
    }
}

impl<W: Write> Summed<W> {
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

impl<R: Read> Summed<R> {
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

    /// Reads the checksum, and returns whether it is that of all bytes before and the last of the
    /// file.
    pub(crate) fn finish_intact(mut self) -> io::Result<bool> {
        let mut sum = [0; 4];
        self.inner.read_exact(&mut sum)?;
        let is_last = match self.inner.read_exact(&mut [0]) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => true,
            more => more.map(|()| false)?,
        };
        Ok(is_last && u32::from_le_bytes(sum) == self.digest.finalize())
    }
}
