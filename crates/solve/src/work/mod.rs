//! Solves with layers in files: the layers stream through memory, and a run that was stopped goes
//! on from its last finished layer.
//!
//! This crate opens no files; [`files::WorkFiles`] is the interface to them.

mod bytes;
pub(crate) mod error;
pub(crate) mod files;
mod manifest;
pub(crate) mod solve;
mod store;
pub(crate) mod verify;
