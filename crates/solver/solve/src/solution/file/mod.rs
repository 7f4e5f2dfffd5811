//! The solution file: a header, then for each layer a bitmap of its states and their values.
//!
//! FORMAT.md specifies the bytes.

pub(crate) mod error;
pub(crate) mod header;
pub(crate) mod read;
pub(crate) mod write;
