//! Work folders: the files of a run whose layers are on disk.

mod compressed;
pub(crate) mod folder;
pub(crate) mod log;
pub(crate) mod scratch;
