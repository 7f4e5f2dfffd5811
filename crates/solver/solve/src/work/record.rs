//! Records of what a work folder holds, each in two files: a record that is damaged or missing is
//! replaced by its copy.

use std::io::{self, Read as _};

use mdp2048_model::{FileKind, FrameError};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::progress::SolveError;

use super::error::{WORK_VERSION, WorkError, read_error, write_error};
use super::files::WorkFiles;

/// A kind of record, and the names of its two files.
#[derive(Debug)]
pub(super) struct RecordFiles {
    pub(super) name: &'static str,
    /// The name of the second file, which is written after the first.
    pub(super) copy: &'static str,
    pub(super) kind: FileKind,
}

/// The kind of a record.
pub(super) const fn work_file(magic: [u8; 8]) -> FileKind {
    let remedy = "start again in an empty folder";
    FileKind { name: "work folder", magic, version: WORK_VERSION, remedy }
}

/// A record as it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FoundRecord<T> {
    pub(super) record: T,
    /// Whether the first file is damaged or missing, so that the record is that of the copy.
    pub(super) is_of_copy: bool,
}

impl RecordFiles {
    /// Writes a record, and waits until it and all files written before are on the disk.
    ///
    /// Both files are replaced one after the other, each as a whole. Files that only the previous
    /// record names may be removed after the return, so at any moment either file is right.
    pub(super) fn write(
        &'static self,
        files: &mut dyn WorkFiles,
        record: &impl Serialize,
    ) -> Result<(), SolveError> {
        let contents = postcard::to_allocvec(record).ok();
        let frame = contents.and_then(|contents| self.kind.frame(&contents));
        let frame = frame.ok_or(WorkError::Manifest)?;
        // The names of the other files may not follow that of the record: it says that they exist.
        files.sync().map_err(|error| write_error(self.name, &error))?;
        for name in [self.name, self.copy] {
            let written = files.write(name, false, &mut |out| out.write_all(&frame));
            written.and_then(|()| files.sync()).map_err(|error| write_error(name, &error))?;
        }
        Ok(())
    }

    /// Reads a record that is as `is_consistent` asks, from the copy if the first file is damaged
    /// or missing; `None` if there is neither.
    pub(super) fn read<T: DeserializeOwned>(
        &'static self,
        files: &mut dyn WorkFiles,
        is_consistent: impl Fn(&T) -> bool,
    ) -> Result<Option<FoundRecord<T>>, SolveError> {
        let first = match self.read_file(files, self.name, &is_consistent) {
            Ok(Some(record)) => return Ok(Some(FoundRecord { record, is_of_copy: false })),
            Ok(None) => None,
            Err(error @ WorkError::Manifest) => Some(error),
            Err(error) => return Err(error.into()),
        };
        match (self.read_file(files, self.copy, &is_consistent)?, first) {
            (Some(record), _) => Ok(Some(FoundRecord { record, is_of_copy: true })),
            (None, Some(error)) => Err(error.into()),
            (None, None) => Ok(None),
        }
    }

    /// Reads one of the two files; `None` if there is none.
    fn read_file<T: DeserializeOwned>(
        &'static self,
        files: &mut dyn WorkFiles,
        name: &str,
        is_consistent: impl Fn(&T) -> bool,
    ) -> Result<Option<T>, WorkError> {
        let mut bytes = Vec::new();
        match files.read(name).and_then(|mut file| file.read_to_end(&mut bytes)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| read_error(name, &error))?,
        };
        let contents = self.kind.unframe(&bytes).map_err(|error| match error {
            FrameError::Version { .. } => error.into(),
            _ => WorkError::Manifest,
        })?;
        match postcard::take_from_bytes(contents) {
            Ok((record, [])) if is_consistent(&record) => Ok(Some(record)),
            _ => Err(WorkError::Manifest),
        }
    }
}
