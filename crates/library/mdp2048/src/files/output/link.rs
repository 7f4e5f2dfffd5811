//! Symbolic links to output files.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The most symbolic links that lead from one to the next.
const MOST_LINKS: usize = 40;

/// Follows symbolic links, so that the file they point to is replaced and not a link. The last one
/// may point to a file that is still to be made.
///
/// # Errors
/// The error of the system if the links have no end.
pub fn link_target(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match (fs::canonicalize(&target), fs::read_link(&target)) {
            (Ok(existing), _) => return Ok(existing),
            (Err(_), Ok(link)) => {
                let folder = target.parent().unwrap_or(Path::new(""));
                target = folder.join(link);
            }
            (Err(_), Err(_)) => return Ok(target),
        }
    }
    fs::canonicalize(path)
}
