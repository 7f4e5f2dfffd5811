//! The packed policy file: bytes in, lookups out.
//!
//! [`pack`] makes the bytes, [`PackedPolicy`] reads them and answers for any board of the game.
//! This room never opens a path: whoever has the bytes hands them over. FORMAT.md describes them.

mod error;
mod header;
mod keys;
mod pack;
mod packed;
mod quantised;

pub use error::{PackError, PolicyError};
pub use header::{Coverage, FORMAT_VERSION, Header, ValuesHeld};
pub use pack::{Entry, pack};
pub use packed::PackedPolicy;
pub use quantised::VALUE_ERROR;
