//! Work folders and their files, where a solution or a policy is needed.

use std::path::Path;

use crate::error::Error;
use crate::work::folder::{RunKind, WorkFolder};

/// Checks that a path is neither a work folder nor a file that a run has written to one. Other
/// files may be in a work folder.
///
/// # Errors
/// What to give instead.
pub(super) fn check(path: &Path) -> Result<(), Error> {
    let folder = || path.to_owned();
    match WorkFolder::kind_at(path) {
        Some(RunKind::Solve) => {
            return Err(Error::WorkFolderGiven { folder: folder(), file: None });
        }
        Some(RunKind::Count) => return Err(Error::CountsGiven(folder())),
        None => {}
    }
    let (Some(name), Some(folder)) = (path.file_name(), path.parent()) else { return Ok(()) };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if path.is_file() && WorkFolder::uses_name(&name.to_string_lossy()) {
        let (file, folder) = (Some(path.to_owned()), folder.to_owned());
        match WorkFolder::kind_at(&folder) {
            Some(RunKind::Solve) => return Err(Error::WorkFolderGiven { folder, file }),
            Some(RunKind::Count) => return Err(Error::CountsGiven(folder)),
            None => {}
        }
    }
    Ok(())
}
