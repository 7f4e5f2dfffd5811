//! Output files, written whole or not at all.

pub(crate) mod error;
pub(crate) mod file;
pub(crate) mod link;
mod partial;
pub(crate) mod save;
pub(crate) mod unfinished;
