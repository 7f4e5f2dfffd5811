//! The packed policy file: bytes in, lookups out.
//!
//! [`pack`] makes the bytes, [`PackedPolicy`] reads them and answers for any board of the game;
//! a [`Decoder`] reads them a layer at a time. This room never opens a path: whoever has the bytes
//! hands them over. [`TextPolicy`] is the same for the published player's text format. FORMAT.md
//! describes both.

mod actions;
mod by_key;
mod code;
mod decode;
mod error;
mod header;
mod learn;
mod pack;
mod packed;
mod part;
mod regrets;
mod rules;
mod table;
mod twenty48;
mod values;
mod walk;

pub use decode::Decoder;
pub use error::{PackError, PolicyError};
pub use header::{Coverage, FORMAT_VERSION, Header, Parts, Precision, REGRET_ERROR, ValuesHeld};
pub use pack::{PackOptions, pack, usual_tolerance};
pub use packed::PackedPolicy;
pub use part::Part;
pub use twenty48::{TEXT_VALUE_ERROR, TextError, TextFault, TextPolicy};
