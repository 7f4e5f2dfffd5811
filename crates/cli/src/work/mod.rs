//! Work folders: the files of a run whose layers are on disk.

pub(crate) mod folder;
pub(crate) mod log;
