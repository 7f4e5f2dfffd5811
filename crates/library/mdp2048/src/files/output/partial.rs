//! Partial files: hidden files in the folder of an output file that are renamed when they are
//! complete.
//!
//! A run holds a lock on its partial file, which the system releases when the run ends, however it
//! ends. So a later run recognises the partial files of runs that were killed, and removes them.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use super::unfinished::unfinished_files;

/// The end of the name of a partial file.
const SUFFIX: &str = ".partial";

/// The random characters in the name of a partial file.
const RANDOM_CHARS: usize = 8;

/// The longest name of an output file that the name of its partial file repeats, in bytes. File
/// systems allow 255 bytes for a name.
const MOST_NAME_BYTES: usize = 200;

/// How often a partial file is created anew if another run removes it before it is locked.
const ATTEMPTS: usize = 8;

/// A partial file that this run holds; it is removed when dropped.
#[derive(Debug)]
pub(super) struct PartialFile(NamedTempFile);

impl PartialFile {
    /// Creates the partial file of an output file and adds it to the unfinished files.
    ///
    /// If the output file replaces a file, the content of the new one is the owner's alone until
    /// its permissions are those of the old one.
    pub(super) fn create(folder: &Path, target: &Path, replaces: bool) -> io::Result<Self> {
        let mut unfinished = unfinished_files();
        for _ in 0..ATTEMPTS {
            let file = create_file(folder, target, replaces)?;
            if hold(&file) {
                unfinished.begin(file.path());
                return Ok(Self(file));
            }
        }
        Err(io::Error::other("other programs remove the file while it is written"))
    }

    /// The file to write to.
    pub(super) fn file(&self) -> &File {
        self.0.as_file()
    }

    /// Gives the partial file the name of its output file. A program that handles signals by
    /// [`UnfinishedFiles`](crate::files::UnfinishedFiles) ends before this or after it.
    pub(super) fn persist(self, target: &Path) -> io::Result<()> {
        let mut unfinished = unfinished_files();
        if let Ok(existing) = fs::metadata(target) {
            copy_permissions(&existing, self.file());
        }
        let path = self.0.path().to_owned();
        self.0.persist(target).map_err(|failure| failure.error)?;
        unfinished.finish(&path);
        Ok(())
    }
}

#[cfg_attr(not(unix), allow(unused_variables, reason = "permissions are those of Unix"))]
fn create_file(folder: &Path, target: &Path, replaces: bool) -> io::Result<NamedTempFile> {
    let prefix = prefix(target);
    let mut builder = Builder::new();
    builder.prefix(&prefix).rand_bytes(RANDOM_CHARS).suffix(SUFFIX);
    #[cfg(unix)]
    if !replaces {
        use std::os::unix::fs::PermissionsExt as _;
        // The permissions of any new file; by default only the owner may read a temporary file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Locks a new file. Whether it is still there: another run may have found it without a lock.
fn hold(file: &NamedTempFile) -> bool {
    match file.as_file().try_lock() {
        Err(fs::TryLockError::WouldBlock) => false,
        // On a file system without locks no run removes the files of others.
        Ok(()) | Err(fs::TryLockError::Error(_)) => file.path().exists(),
    }
}

/// Removes the partial files of an output file that no live run holds.
pub(super) fn remove_abandoned(folder: &Path, target: &Path) {
    // Files that cannot be listed or opened may be held by others, so they stay.
    let Ok(entries) = fs::read_dir(folder) else { return };
    let prefix = prefix(target);
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_partial_name(&prefix, &entry.file_name()) {
            remove_if_abandoned(&entry.path());
        }
    }
}

fn remove_if_abandoned(path: &Path) {
    let Ok(file) = File::options().write(true).open(path) else { return };
    if file.try_lock().is_ok() {
        // An error means that another run has removed the file.
        let _ = fs::remove_file(path);
    }
}

/// Whether a file has the name of a partial file with this prefix.
fn is_partial_name(prefix: &OsStr, name: &OsStr) -> bool {
    let name = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
    let random = name.and_then(|name| name.strip_suffix(SUFFIX.as_bytes()));
    random.is_some_and(|random| {
        random.len() == RANDOM_CHARS && random.iter().all(u8::is_ascii_alphanumeric)
    })
}

/// The start of the names of the partial files of an output file.
fn prefix(target: &Path) -> OsString {
    let name = target.file_name().unwrap_or_default();
    let mut prefix = OsString::from(".");
    if name.len() <= MOST_NAME_BYTES {
        prefix.push(name);
    } else {
        // The checksum tells long names with the same start apart.
        let start: String = name.to_string_lossy().chars().take(MOST_NAME_BYTES / 4).collect();
        prefix.push(format!("{start}.{:08x}", crc32fast::hash(name.as_encoded_bytes())));
    }
    prefix.push(".");
    prefix
}

/// Gives a file the owner and the permissions of another, as far as the system allows.
///
/// Otherwise the file remains readable by its owner alone, which is no reason to lose it.
fn copy_permissions(from: &Metadata, to: &File) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        // Only the superuser may give a file away.
        let _ = fchown(to, Some(from.uid()), Some(from.gid()));
    }
    let _ = to.set_permissions(from.permissions());
}
