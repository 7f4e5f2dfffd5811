//! The packed policy file: bytes in, lookups out.
//!
//! [`pack`] encodes a policy as bytes and [`PackedPolicy`] decodes them and looks boards up; a
//! [`Decoder`] decodes them layer by layer. [`TextPolicy`] reads and writes the text format of the
//! published player. FORMAT.md specifies both formats. This crate contains no file access: the
//! caller reads and writes the bytes.

mod codec;
mod contents;
mod error;
mod file;
mod predict;
mod rules;
mod table;
mod text;
mod version;
mod walk;

pub use contents::levels::REGRET_ERROR;
pub use error::{PackError, PolicyError};
pub use file::{
    Accuracy, Coverage, DecodedLayer, Decoder, FREE_STATES, PackOptions, PackedPolicy, PartLengths,
    PolicyHeader, STATES_PER_BYTE, ValuesHeld, ValuesHeldError, pack,
};
pub use text::{TEXT_VALUE_ERROR, TextError, TextFault, TextPolicy};
pub use version::FORMAT_VERSION;
