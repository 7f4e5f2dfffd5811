//! Entropy coding: symbols to bytes and back. Encoder and decoder run the same program.

mod adaptive;
mod channel;
mod mixed;
mod power;
mod range;

pub(crate) use adaptive::AdaptiveIntegers;
pub(crate) use channel::{Channel, TOTAL};
pub(crate) use mixed::MixedSymbols;
pub(crate) use power::Powers;
pub(crate) use range::{RangeDecoder, RangeEncoder};
