//! The packed policy file: its header, its parts, the decoder and the encoder.

mod decoder;
mod header;
mod layer_message;
mod pack;
mod packed;
mod values_held;

pub use decoder::Decoder;
pub use header::{Accuracy, Coverage, PartLengths, PolicyHeader};
pub use layer_message::DecodedLayer;
pub use pack::{PackOptions, pack, usual_tolerance};
pub use packed::PackedPolicy;
pub use values_held::{ValuesHeld, ValuesHeldError};
