//! Compressed files, whose contents have a checksum.

use std::io::{self, BufReader, Read, Write};

use mdp2048_solve::FileContents;

/// The level of compression. Higher ones take much more time and save little.
const LEVEL: i32 = 1;

/// Writes contents in compressed form.
pub(super) fn compress(out: impl Write, contents: FileContents<'_>) -> io::Result<()> {
    let mut encoder = zstd::Encoder::new(out, LEVEL)?;
    encoder.include_checksum(true)?;
    contents(&mut encoder)?;
    encoder.finish()?;
    Ok(())
}

/// Reads what [`compress`] wrote. The errors of the compression become
/// [`io::ErrorKind::InvalidData`].
pub(super) struct Decompressed<R: Read>(zstd::Decoder<'static, BufReader<R>>);

impl<R: Read> Decompressed<R> {
    /// Begins to read a compressed file.
    pub(super) fn new(file: R) -> io::Result<Self> {
        Ok(Self(zstd::Decoder::new(file)?))
    }
}

impl<R: Read> Read for Decompressed<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out).map_err(|error| match error.raw_os_error() {
            // The system's own errors have a number.
            Some(_) => error,
            None => io::Error::new(io::ErrorKind::InvalidData, error),
        })
    }
}
