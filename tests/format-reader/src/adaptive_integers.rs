//! Integers as adaptive bits.

use std::collections::HashMap;

use crate::integers::{BitPlace, read_integer};
use crate::output::ReadError;
use crate::range_decoder::SymbolReader;

/// An adaptive bit: its chance in 1/65536 and its counter.
#[derive(Clone, Copy)]
struct LearntBit {
    chance: i32,
    counter: i32,
}

/// Decodes integers.
#[derive(Default)]
pub(crate) struct IntegerReader(HashMap<BitPlace, LearntBit>);

impl IntegerReader {
    fn bit(&mut self, symbols: &mut SymbolReader<'_>, place: BitPlace) -> Result<bool, ReadError> {
        let new = LearntBit { chance: 32768, counter: 0 };
        let bit = self.0.entry(place).or_insert(new);
        let set = symbols.bit(bit.chance.clamp(16, 65520) as u32)?;
        let target = if set { 65535 } else { 0 };
        bit.chance += (target - bit.chance) * 2 / (2 * bit.counter + 3);
        bit.counter = (bit.counter + 1).min(250);
        Ok(set)
    }

    pub(crate) fn read(&mut self, symbols: &mut SymbolReader<'_>) -> Result<i64, ReadError> {
        read_integer(symbols, |symbols, place| self.bit(symbols, place))
    }
}
