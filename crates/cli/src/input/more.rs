//! Reading more of a file, which may be a pipe without an end.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use mdp2048::files::machine;

use crate::error::Error;

/// Bytes that are read beyond the length that a header states, to see whether there are any.
const SURPLUS_BYTES: u64 = 1 << 16;

/// The share of the free memory that a text may fill. Its entries need several times its length.
const TEXT_SHARE: u64 = 4;

/// Reads a file whose header says how much to read, because a stream may have no end. `start` are
/// the bytes that are read already. `parse` makes the result of all bytes, and `missing` says how
/// many more an error asks for; `None` if more would not help.
pub(super) fn read_stated<T, E: std::error::Error + Send + Sync + 'static>(
    path: &Path,
    mut file: File,
    start: Vec<u8>,
    parse: impl Fn(&[u8]) -> Result<T, E>,
    missing: impl Fn(&E) -> Option<u64>,
) -> Result<T, Error> {
    let mut bytes = start;
    loop {
        let source = match parse(&bytes) {
            Ok(contents) => return Ok(contents),
            Err(source) => source,
        };
        let is_read = match missing(&source).filter(|&missing| missing > 0) {
            Some(missing) => read_missing(path, &mut file, &mut bytes, missing)?,
            None => false,
        };
        if !is_read {
            return Err(Error::contents(path, source));
        }
    }
}

/// Reads `missing` bytes, which a header states, and a few more if there are any. The result is
/// false at the end of the file.
pub(super) fn read_missing(
    path: &Path,
    file: &mut File,
    bytes: &mut Vec<u8>,
    missing: u64,
) -> Result<bool, Error> {
    if machine::available_memory().is_some_and(|most| missing > most) {
        return Err(Error::TooLong(path.to_owned()));
    }
    Ok(read_more(path, file, bytes, missing.saturating_add(SURPLUS_BYTES))? > 0)
}

/// Reads the rest of a text, if it fits the memory.
pub(super) fn read_text(path: &Path, file: &mut File, text: &mut Vec<u8>) -> Result<(), Error> {
    let most = machine::available_memory().map_or(u64::MAX, |bytes| bytes / TEXT_SHARE);
    if read_more(path, file, text, most)? == most {
        return Err(Error::TooLong(path.to_owned()));
    }
    Ok(())
}

/// Reads more bytes, at most `most`, and returns how many there were.
fn read_more(path: &Path, file: &mut File, bytes: &mut Vec<u8>, most: u64) -> Result<u64, Error> {
    match file.by_ref().take(most).read_to_end(bytes) {
        Ok(length) => Ok(length as u64),
        Err(source) => Err(Error::Read { path: path.to_owned(), source }),
    }
}
