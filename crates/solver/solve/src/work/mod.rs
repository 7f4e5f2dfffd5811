//! Solves with layers in files: memory holds only the layers in use, and a run that was stopped
//! goes on from its last checkpoint. The policy of a finished run is made layer by layer, too.
//!
//! This crate opens no files; [`files::WorkFiles`] is the interface to them.

mod bytes;
mod choice;
pub(crate) mod count;
pub(crate) mod error;
pub(crate) mod files;
mod kept;
mod layer;
mod manifest;
pub(crate) mod names;
pub(crate) mod policy;
mod record;
mod recovery;
mod samples;
pub(crate) mod solve;
pub(crate) mod solved_folder;
mod store;
pub(crate) mod verify;
