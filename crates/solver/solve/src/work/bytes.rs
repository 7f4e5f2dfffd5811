//! Arrays as bytes of a file, with a checksum.

use std::io::{self, Read as _, Write};

use bytemuck::Pod;

use crate::allocate::{self, Array};
use crate::little_endian::{is_zero, numbers};
use crate::options::Precision;
use crate::progress::SolveError;
use crate::store::values::LayerValues;

use super::error::{WorkError, read_error, write_error};
use super::files::WorkFiles;

/// The number of bytes that are passed on at a time, a multiple of eight.
const CHUNK_BYTES: usize = 1 << 16;

/// Writes arrays of numbers one after another and returns the CRC-32 of their bytes. `is_sparse`
/// says whether they are compressed.
pub(super) fn write_numbers<T: Pod>(
    files: &mut dyn WorkFiles,
    name: &str,
    is_sparse: bool,
    arrays: &[&[T]],
) -> Result<u32, SolveError> {
    let mut checksum = crc32fast::Hasher::new();
    let mut contents = |out: &mut dyn Write| -> io::Result<()> {
        checksum = crc32fast::Hasher::new();
        for array in arrays {
            for bytes in bytemuck::cast_slice::<T, u8>(array).chunks(CHUNK_BYTES) {
                checksum.update(bytes);
                out.write_all(bytes)?;
            }
        }
        Ok(())
    };
    files.write(name, is_sparse, &mut contents).map_err(|error| write_error(name, &error))?;
    Ok(checksum.finalize())
}

/// Reads arrays of these lengths, whose bytes have this checksum: those that are needed; the others
/// are empty.
pub(super) fn read_some<T: Pod>(
    files: &mut dyn WorkFiles,
    name: &str,
    arrays: &[(u64, bool)],
    checksum: u32,
) -> Result<Vec<Array<T>>, SolveError> {
    let zeroed = |&(len, is_needed)| allocate::zeroed(if is_needed { len as usize } else { 0 });
    let mut read: Vec<Array<T>> = arrays.iter().map(zeroed).collect::<Result<_, _>>()?;
    let mut found = crc32fast::Hasher::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    let error = |error| read_error(name, &error);
    let mut file = files.read(name).map_err(error)?;
    let each = CHUNK_BYTES / size_of::<T>();
    for (array, &(len, _)) in read.iter_mut().zip(arrays) {
        for first in (0..len as usize).step_by(each) {
            let bytes = &mut chunk[..size_of::<T>() * each.min(len as usize - first)];
            file.read_exact(bytes).map_err(error)?;
            found.update(bytes);
            for (at, number) in (first..).zip(numbers(bytes)) {
                // The pages of zeros are not touched.
                if let Some(entry) = array.get_mut(at)
                    && !is_zero(&number)
                {
                    *entry = number;
                }
            }
        }
    }
    // This also checks what follows the last byte, such as a checksum of the compression.
    let is_at_end = file.read(&mut chunk).map_err(error)? == 0;
    if is_at_end && found.finalize() == checksum {
        Ok(read)
    } else {
        Err(WorkError::Damaged(name.to_owned()).into())
    }
}

/// Reads arrays of these lengths.
pub(super) fn read_whole<T: Pod>(
    files: &mut dyn WorkFiles,
    name: &str,
    lens: impl IntoIterator<Item = u64>,
    checksum: u32,
) -> Result<Vec<Array<T>>, SolveError> {
    let arrays: Vec<_> = lens.into_iter().map(|len| (len, true)).collect();
    read_some(files, name, &arrays, checksum)
}

/// Reads a bitmap of this length in words.
pub(super) fn read_words(
    files: &mut dyn WorkFiles,
    name: &str,
    len: u64,
    checksum: u32,
) -> Result<Array<u64>, SolveError> {
    Ok(read_whole(files, name, [len], checksum)?.swap_remove(0))
}

/// Writes the values of a layer.
pub(super) fn write_values(
    files: &mut dyn WorkFiles,
    name: &str,
    values: &LayerValues,
) -> Result<u32, SolveError> {
    match values {
        LayerValues::Double(values) => write_numbers(files, name, false, &[&values[..]]),
        LayerValues::Single(values) => write_numbers(files, name, false, &[&values[..]]),
    }
}

/// Reads the values of the `len` states of a layer.
pub(super) fn read_values(
    files: &mut dyn WorkFiles,
    name: &str,
    len: u64,
    precision: Precision,
    checksum: u32,
) -> Result<LayerValues, SolveError> {
    Ok(match precision {
        Precision::Double => {
            LayerValues::Double(read_whole(files, name, [len], checksum)?.swap_remove(0))
        }
        Precision::Single => {
            LayerValues::Single(read_whole(files, name, [len], checksum)?.swap_remove(0))
        }
    })
}
