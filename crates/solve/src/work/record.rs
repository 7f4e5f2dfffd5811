//! Records of what a work folder holds, in a frame with a version and a checksum.

use std::io::{self, Read as _};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::progress::SolveError;

use super::error::{WORK_VERSION, WorkError, read_error, write_error};
use super::files::WorkFiles;

/// Bytes before the contents: magic number, version, CRC-32 of the contents.
const FRAME_BYTES: usize = 8 + 2 + 4;

/// Writes a record, and waits until it and all files written before are on the disk. `magic` are
/// the first bytes of its file.
pub(super) fn write_record(
    files: &mut dyn WorkFiles,
    name: &str,
    magic: [u8; 8],
    record: &impl Serialize,
) -> Result<(), SolveError> {
    let contents = postcard::to_allocvec(record).map_err(|_| WorkError::Manifest)?;
    // The names of the other files may not follow that of the record: it says that they exist.
    files.sync().map_err(|error| write_error(name, &error))?;
    let written = files.write(name, false, &mut |out| {
        out.write_all(&magic)?;
        out.write_all(&WORK_VERSION.to_le_bytes())?;
        out.write_all(&crc32fast::hash(&contents).to_le_bytes())?;
        out.write_all(&contents)
    });
    Ok(written.and_then(|()| files.sync()).map_err(|error| write_error(name, &error))?)
}

/// Reads a record; `None` if there is none.
pub(super) fn read_record<T: DeserializeOwned>(
    files: &mut dyn WorkFiles,
    name: &str,
    magic: [u8; 8],
) -> Result<Option<T>, SolveError> {
    let mut bytes = Vec::new();
    match files.read(name).and_then(|mut file| file.read_to_end(&mut bytes)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| read_error(name, &error))?,
    };
    let (Some((frame, contents)), true) =
        (bytes.split_at_checked(FRAME_BYTES), bytes.starts_with(&magic))
    else {
        return Err(WorkError::Manifest.into());
    };
    let version = u16::from_le_bytes([frame[8], frame[9]]);
    if version != WORK_VERSION {
        return Err(WorkError::Version(version).into());
    }
    if frame[10..] != crc32fast::hash(contents).to_le_bytes() {
        return Err(WorkError::Manifest.into());
    }
    Ok(Some(postcard::from_bytes(contents).map_err(|_| WorkError::Manifest)?))
}
