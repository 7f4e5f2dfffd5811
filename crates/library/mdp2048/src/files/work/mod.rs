//! Work folders: the files of a run whose layers are on disk.

mod compressed;
pub(crate) mod error;
pub(crate) mod folder;
pub(crate) mod scratch;
pub(crate) mod solve;
