//! Entropy coding: symbols to bytes and back. Encoder and decoder run the same program.

mod adaptive;
mod channel;
mod integers;
mod mixed_bits;
mod mixed_integers;
mod mixed_symbols;
mod power;
mod range;

pub(crate) use adaptive::AdaptiveInteger;
pub(crate) use channel::{Channel, TOTAL};
pub(crate) use mixed_integers::MixedIntegers;
pub(crate) use mixed_symbols::MixedSymbols;
pub(crate) use power::power;
pub(crate) use range::{RangeDecoder, RangeEncoder};
