//! Work folders: the files of a solve whose layers are on disk.

pub(crate) mod folder;
pub(crate) mod log;
