//! Arrays as bytes of a file, with a checksum.

use std::io::{self, Read as _, Write};
use std::ops::Range;

use bytemuck::Pod;

use crate::allocate::{self, Array};
use crate::little_endian::{is_zero, numbers, to_bytes};
use crate::options::Precision;
use crate::progress::SolveError;
use crate::shards::exchange::{FIRST, gather};
use crate::shards::peers::Peers;
use crate::store::values::LayerValues;

use super::error::{WorkError, read_error, write_error};
use super::files::WorkFiles;

/// The number of bytes that are passed on at a time, a multiple of eight.
const CHUNK_BYTES: usize = 1 << 16;

/// Writes arrays of numbers one after another and returns the CRC-32 of their bytes. `is_sparse`
/// says whether they are compressed.
///
/// If several processes share the arrays, `arrays` are the parts of this process. Then the first
/// process writes the numbers of all, and the others return 0.
pub(super) fn write_numbers<T: Pod>(
    files: &mut dyn WorkFiles,
    peers: &mut dyn Peers,
    name: &str,
    is_sparse: bool,
    arrays: &[&[T]],
) -> Result<u32, SolveError> {
    let own = |array| Ok::<_, SolveError>(to_bytes(array)?);
    if peers.index() != FIRST {
        for array in arrays {
            gather(peers, is_sparse, || own(array), |_| Ok(()))?;
        }
        return Ok(0);
    }
    let mut checksum = crc32fast::Hasher::new();
    let mut gathered = Ok(());
    let mut contents = |out: &mut dyn Write| -> io::Result<()> {
        checksum = crc32fast::Hasher::new();
        for array in arrays {
            for bytes in bytemuck::cast_slice::<T, u8>(array).chunks(CHUNK_BYTES) {
                checksum.update(bytes);
                out.write_all(bytes)?;
            }
            gathered = gather(
                peers,
                is_sparse,
                || own(array),
                |bytes| {
                    checksum.update(bytes);
                    Ok(out.write_all(bytes).map_err(|error| write_error(name, &error))?)
                },
            );
            if gathered.is_err() {
                return Err(io::ErrorKind::Other.into());
            }
        }
        Ok(())
    };
    let written = files.write(name, is_sparse, &mut contents);
    gathered?;
    written.map_err(|error| write_error(name, &error))?;
    Ok(checksum.finalize())
}

/// Reads arrays of these lengths, whose bytes have this checksum. Calls `visit` with each number,
/// the array in which it is, and its position there.
fn read_numbers<T: Pod>(
    files: &mut dyn WorkFiles,
    name: &str,
    lens: impl IntoIterator<Item = usize>,
    checksum: u32,
    mut visit: impl FnMut(usize, usize, T),
) -> Result<(), SolveError> {
    let mut found = crc32fast::Hasher::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    let read = |error| read_error(name, &error);
    let mut file = files.read(name).map_err(read)?;
    let each = CHUNK_BYTES / size_of::<T>();
    for (array, len) in lens.into_iter().enumerate() {
        for first in (0..len).step_by(each) {
            let bytes = &mut chunk[..size_of::<T>() * each.min(len - first)];
            file.read_exact(bytes).map_err(read)?;
            found.update(bytes);
            for (at, number) in (first..).zip(numbers(bytes)) {
                visit(array, at, number);
            }
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

/// Reads those numbers of arrays of these lengths that are in these ranges.
fn read_ranges<T: Pod>(
    files: &mut dyn WorkFiles,
    name: &str,
    checksum: u32,
    arrays: &[(usize, Range<usize>)],
) -> Result<Vec<Array<T>>, SolveError> {
    let zeroed = |(_, range): &(usize, Range<usize>)| allocate::zeroed::<T>(range.len());
    let mut read: Vec<Array<T>> = arrays.iter().map(zeroed).collect::<Result<_, _>>()?;
    let lens = arrays.iter().map(|&(len, _)| len);
    read_numbers(files, name, lens, checksum, |array, at, number: T| {
        if let Some(entry) =
            at.checked_sub(arrays[array].1.start).and_then(|at| read[array].get_mut(at))
            && !is_zero(&number)
        {
            *entry = number;
        }
    })?;
    Ok(read)
}

/// Reads arrays of these lengths.
pub(super) fn read_whole<T: Pod>(
    files: &mut dyn WorkFiles,
    name: &str,
    lens: impl IntoIterator<Item = u64>,
    checksum: u32,
) -> Result<Vec<Array<T>>, SolveError> {
    let whole = |len: u64| (len as usize, 0..len as usize);
    let arrays: Vec<_> = lens.into_iter().map(whole).collect();
    read_ranges(files, name, checksum, &arrays)
}

/// Reads those numbers of an array of `len` numbers that are in a range.
fn read_range<T: Pod>(
    files: &mut dyn WorkFiles,
    name: &str,
    len: usize,
    checksum: u32,
    range: Range<usize>,
) -> Result<Array<T>, SolveError> {
    Ok(read_ranges(files, name, checksum, &[(len, range)])?.swap_remove(0))
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

/// The words of a shard of a bitmap.
pub(super) struct Shard {
    /// All words of the bitmap, of which those of other shards are 0.
    pub(super) words: Array<u64>,
    /// The number of members before the shard.
    pub(super) before: usize,
}

/// Reads shards of bitmaps: for each bitmap its length in words, and the words of the shard; `None`
/// for a bitmap that is not needed, of which no words are returned.
pub(super) fn read_shards(
    files: &mut dyn WorkFiles,
    name: &str,
    checksum: u32,
    bitmaps: &[(usize, Option<Range<usize>>)],
) -> Result<Vec<Shard>, SolveError> {
    let zeroed = |(len, range): &(usize, Option<Range<usize>>)| {
        let words = allocate::zeroed::<u64>(if range.is_some() { *len } else { 0 })?;
        Ok::<_, SolveError>(Shard { words, before: 0 })
    };
    let mut shards = bitmaps.iter().map(zeroed).collect::<Result<Vec<Shard>, _>>()?;
    let lens = bitmaps.iter().map(|&(len, _)| len);
    read_numbers(files, name, lens, checksum, |bitmap, at, word: u64| {
        let Some(range) = &bitmaps[bitmap].1 else { return };
        if at < range.start {
            shards[bitmap].before += word.count_ones() as usize;
        } else if at < range.end && word != 0 {
            shards[bitmap].words[at] = word;
        }
    })?;
    Ok(shards)
}

/// Writes the values of a layer, of which this process has those of a shard.
pub(super) fn write_values(
    files: &mut dyn WorkFiles,
    peers: &mut dyn Peers,
    name: &str,
    values: &LayerValues,
) -> Result<u32, SolveError> {
    match values {
        LayerValues::Double(values) => write_numbers(files, peers, name, false, &[&values[..]]),
        LayerValues::Single(values) => write_numbers(files, peers, name, false, &[&values[..]]),
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
