//! Reading more of a file, which may be a pipe without an end.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::error::Error;
use crate::machine;

/// Reads more bytes, at most `most`, and returns how many there were.
pub(super) fn read_more(
    path: &Path,
    file: &mut File,
    bytes: &mut Vec<u8>,
    most: u64,
) -> Result<u64, Error> {
    match file.by_ref().take(most).read_to_end(bytes) {
        Ok(length) => Ok(length as u64),
        Err(source) => Err(Error::Read { path: path.to_owned(), source }),
    }
}

/// Reads the rest of a file, if it fits the memory.
pub(super) fn read_rest(path: &Path, file: &mut File, bytes: &mut Vec<u8>) -> Result<(), Error> {
    let most = machine::available_memory().unwrap_or(u64::MAX);
    if read_more(path, file, bytes, most)? == most {
        return Err(Error::TooLong(path.to_owned()));
    }
    Ok(())
}
