//! The packed policy file: its header, its parts, the decoder and the encoder.

mod decoded_layer;
mod decoder;
mod header;
mod pack;
mod packed;
mod values_held;

pub use decoded_layer::DecodedLayer;
pub use decoder::Decoder;
pub use header::{Accuracy, Coverage, FREE_STATES, PartLengths, PolicyHeader, STATES_PER_BYTE};
pub use pack::{PackOptions, pack};
pub use packed::PackedPolicy;
pub use values_held::{ValuesHeld, ValuesHeldError};
