//! Arrays as bytes of a file, with a checksum: little-endian numbers, one after another.

use std::io::{self, Read, Write};

use crate::allocate::{self, Array};
use crate::options::Precision;
use crate::progress::SolveError;
use crate::store::values::LayerValues;

use super::error::{WorkError, read_error, write_error};
use super::files::WorkFiles;

/// The number of bytes that are passed on at a time, a multiple of eight.
const CHUNK_BYTES: usize = 1 << 18;

/// Numbers that a file holds.
trait FileNumber: Copy + bytemuck::Zeroable {
    const BYTES: usize;
    fn write(self, bytes: &mut [u8]);
    fn read(bytes: &[u8]) -> Self;
    fn is_zero(self) -> bool;
}

macro_rules! file_number {
    ($number:ty, $bits:expr) => {
        impl FileNumber for $number {
            const BYTES: usize = size_of::<$number>();

            fn write(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            fn read(bytes: &[u8]) -> Self {
                let mut number = [0; size_of::<$number>()];
                number.copy_from_slice(bytes);
                Self::from_le_bytes(number)
            }

            fn is_zero(self) -> bool {
                $bits(self) == 0
            }
        }
    };
}

file_number!(u8, std::convert::identity);
file_number!(u64, std::convert::identity);
file_number!(f64, f64::to_bits);
file_number!(f32, f32::to_bits);

/// Writes an array of numbers and returns the CRC-32 of its bytes.
fn write_numbers<T: FileNumber>(
    files: &mut dyn WorkFiles,
    name: &str,
    is_sparse: bool,
    numbers: &[T],
) -> Result<u32, SolveError> {
    let mut checksum = crc32fast::Hasher::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut contents = |out: &mut dyn Write| -> io::Result<()> {
        checksum = crc32fast::Hasher::new();
        for numbers in numbers.chunks(CHUNK_BYTES / T::BYTES) {
            for (number, bytes) in numbers.iter().zip(chunk.chunks_exact_mut(T::BYTES)) {
                number.write(bytes);
            }
            let bytes = &chunk[..T::BYTES * numbers.len()];
            checksum.update(bytes);
            out.write_all(bytes)?;
        }
        Ok(())
    };
    let written = files.write(name, is_sparse, &mut contents);
    written.map_err(|error| write_error(name, &error))?;
    Ok(checksum.finalize())
}

/// Reads an array of `len` numbers with this checksum.
fn read_numbers<T: FileNumber>(
    files: &mut dyn WorkFiles,
    name: &str,
    len: usize,
    checksum: u32,
) -> Result<Array<T>, SolveError> {
    let mut array = allocate::zeroed::<T>(len)?;
    let mut found = crc32fast::Hasher::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    let read = |error| read_error(name, &error);
    let mut file = files.read(name).map_err(read)?;
    for numbers in array.chunks_mut(CHUNK_BYTES / T::BYTES) {
        let bytes = &mut chunk[..T::BYTES * numbers.len()];
        file.read_exact(bytes).map_err(read)?;
        found.update(bytes);
        for (number, bytes) in numbers.iter_mut().zip(bytes.chunks_exact(T::BYTES)) {
            let read = T::read(bytes);
            // The system provides memory only for pages that are written to.
            if !read.is_zero() {
                *number = read;
            }
        }
    }
    // This also checks what follows the last byte, such as a checksum of the compression.
    let is_at_end = file.read(&mut chunk).map_err(read)? == 0;
    if is_at_end && found.finalize() == checksum {
        Ok(array)
    } else {
        Err(WorkError::Damaged(name.to_owned()).into())
    }
}

/// Writes a bitmap.
pub(super) fn write_words(
    files: &mut dyn WorkFiles,
    name: &str,
    words: &[u64],
) -> Result<u32, SolveError> {
    write_numbers(files, name, true, words)
}

/// Reads a bitmap.
pub(super) fn read_words(
    files: &mut dyn WorkFiles,
    name: &str,
    len: u64,
    checksum: u32,
) -> Result<Array<u64>, SolveError> {
    read_numbers(files, name, len as usize, checksum)
}

/// Reads the packed actions of a layer.
pub(super) fn read_actions(
    files: &mut dyn WorkFiles,
    name: &str,
    len: usize,
    checksum: u32,
) -> Result<Array<u8>, SolveError> {
    read_numbers(files, name, len, checksum)
}

/// Writes the values of a layer.
pub(super) fn write_values(
    files: &mut dyn WorkFiles,
    name: &str,
    values: &LayerValues,
) -> Result<u32, SolveError> {
    match values {
        LayerValues::Double(values) => write_numbers(files, name, false, values),
        LayerValues::Single(values) => write_numbers(files, name, false, values),
    }
}

/// Reads the values of a layer.
pub(super) fn read_values(
    files: &mut dyn WorkFiles,
    name: &str,
    len: u64,
    precision: Precision,
    checksum: u32,
) -> Result<LayerValues, SolveError> {
    let len = len as usize;
    Ok(match precision {
        Precision::Double => LayerValues::Double(read_numbers(files, name, len, checksum)?),
        Precision::Single => LayerValues::Single(read_numbers(files, name, len, checksum)?),
    })
}
