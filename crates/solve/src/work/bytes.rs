//! Arrays as bytes of a file, with a checksum.

use std::io::{self, Read as _, Write};
use std::ops::Range;

use crate::allocate::{self, Array};
use crate::little_endian::{LittleEndian, numbers, to_bytes};
use crate::options::Precision;
use crate::progress::SolveError;
use crate::shards::exchange::{FIRST, gather};
use crate::shards::peers::Peers;
use crate::store::values::LayerValues;

use super::error::{WorkError, read_error, write_error};
use super::files::WorkFiles;

/// The number of bytes that are passed on at a time, a multiple of eight.
const CHUNK_BYTES: usize = 1 << 18;

/// Writes an array of numbers and returns the CRC-32 of its bytes.
///
/// If several processes share the array, `numbers` are those of this process. Then the first
/// process writes the numbers of all, and the others return 0.
fn write_numbers<T: LittleEndian>(
    files: &mut dyn WorkFiles,
    peers: &mut dyn Peers,
    name: &str,
    is_sparse: bool,
    numbers: &[T],
) -> Result<u32, SolveError> {
    let own = || Ok::<_, SolveError>(std::mem::take(&mut *to_bytes(numbers)?));
    if peers.index() != FIRST {
        gather(peers, is_sparse, own, |_| Ok(()))?;
        return Ok(0);
    }
    let mut checksum = crc32fast::Hasher::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut gathered = Ok(());
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
        gathered = gather(peers, is_sparse, own, |bytes| {
            checksum.update(bytes);
            Ok(out.write_all(bytes).map_err(|error| write_error(name, &error))?)
        });
        if gathered.is_err() { Err(io::ErrorKind::Other.into()) } else { Ok(()) }
    };
    let written = files.write(name, is_sparse, &mut contents);
    gathered?;
    written.map_err(|error| write_error(name, &error))?;
    Ok(checksum.finalize())
}

/// Reads an array of `len` numbers with this checksum. Calls `visit` with the position of each
/// number and the number.
fn read_numbers<T: LittleEndian>(
    files: &mut dyn WorkFiles,
    name: &str,
    len: usize,
    checksum: u32,
    mut visit: impl FnMut(usize, T),
) -> Result<(), SolveError> {
    let mut found = crc32fast::Hasher::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    let read = |error| read_error(name, &error);
    let mut file = files.read(name).map_err(read)?;
    let each = CHUNK_BYTES / T::BYTES;
    for first in (0..len).step_by(each) {
        let bytes = &mut chunk[..T::BYTES * each.min(len - first)];
        file.read_exact(bytes).map_err(read)?;
        found.update(bytes);
        for (at, number) in (first..).zip(numbers(bytes)) {
            visit(at, number);
        }
    }
    // This also checks what follows the last byte, such as a checksum of the compression.
    let is_at_end = file.read(&mut chunk).map_err(read)? == 0;
    if is_at_end && found.finalize() == checksum {
        Ok(())
    } else {
        Err(WorkError::Damaged(name.to_owned()).into())
    }
}

/// Reads those numbers of an array of `len` numbers that are in a range.
fn read_range<T: LittleEndian>(
    files: &mut dyn WorkFiles,
    name: &str,
    len: usize,
    checksum: u32,
    range: Range<usize>,
) -> Result<Array<T>, SolveError> {
    let mut array = allocate::zeroed::<T>(range.len())?;
    read_numbers(files, name, len, checksum, |at, number: T| {
        // The system provides memory only for pages that are written to.
        if let Some(entry) = at.checked_sub(range.start).and_then(|at| array.get_mut(at))
            && !number.is_zero()
        {
            *entry = number;
        }
    })?;
    Ok(array)
}

/// Writes a bitmap, of which this process holds a shard.
pub(super) fn write_words(
    files: &mut dyn WorkFiles,
    peers: &mut dyn Peers,
    name: &str,
    shard: &[u64],
) -> Result<u32, SolveError> {
    write_numbers(files, peers, name, true, shard)
}

/// Reads a bitmap.
pub(super) fn read_words(
    files: &mut dyn WorkFiles,
    name: &str,
    len: u64,
    checksum: u32,
) -> Result<Array<u64>, SolveError> {
    read_range(files, name, len as usize, checksum, 0..len as usize)
}

/// Reads the words of a shard of a bitmap. The other words are 0. Also returns the number of
/// members before the shard.
pub(super) fn read_shard(
    files: &mut dyn WorkFiles,
    name: &str,
    len: u64,
    checksum: u32,
    shard: Range<usize>,
) -> Result<(Array<u64>, usize), SolveError> {
    let mut words = allocate::zeroed::<u64>(len as usize)?;
    let mut before = 0;
    read_numbers(files, name, len as usize, checksum, |at, word: u64| {
        if at < shard.start {
            before += word.count_ones() as usize;
        } else if at < shard.end && word != 0 {
            words[at] = word;
        }
    })?;
    Ok((words, before))
}

/// Writes the packed actions of a layer, of which this process has those of a shard.
pub(super) fn write_actions(
    files: &mut dyn WorkFiles,
    peers: &mut dyn Peers,
    name: &str,
    actions: &[u8],
) -> Result<u32, SolveError> {
    write_numbers(files, peers, name, false, actions)
}

/// Reads the packed actions of a layer.
pub(super) fn read_actions(
    files: &mut dyn WorkFiles,
    name: &str,
    len: usize,
    checksum: u32,
) -> Result<Array<u8>, SolveError> {
    read_range(files, name, len, checksum, 0..len)
}

/// Writes the values of a layer, of which this process has those of a shard.
pub(super) fn write_values(
    files: &mut dyn WorkFiles,
    peers: &mut dyn Peers,
    name: &str,
    values: &LayerValues,
) -> Result<u32, SolveError> {
    match values {
        LayerValues::Double(values) => write_numbers(files, peers, name, false, values),
        LayerValues::Single(values) => write_numbers(files, peers, name, false, values),
    }
}

/// Reads the values of the states with these ranks; the layer has `len` states.
pub(super) fn read_values(
    files: &mut dyn WorkFiles,
    name: &str,
    len: u64,
    precision: Precision,
    checksum: u32,
    ranks: Range<usize>,
) -> Result<LayerValues, SolveError> {
    let len = len as usize;
    Ok(match precision {
        Precision::Double => LayerValues::Double(read_range(files, name, len, checksum, ranks)?),
        Precision::Single => LayerValues::Single(read_range(files, name, len, checksum, ranks)?),
    })
}
