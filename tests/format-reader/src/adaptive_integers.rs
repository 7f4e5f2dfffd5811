//! Integers as adaptive bits.

use std::collections::HashMap;

use crate::output::ReadError;
use crate::range_decoder::SymbolReader;

/// An adaptive bit: its chance in 1/65536 and its counter.
#[derive(Clone, Copy)]
struct LearntBit {
    chance: i32,
    counter: i32,
}

/// Which bit of an integer an adaptive bit codes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum BitPlace {
    IsZero,
    IsNegative,
    /// Whether there are more than this many bits after the leading one.
    MoreThan(u32),
    /// The first bit after the leading one, by their number.
    First(u32),
    /// The second bit, by their number and the first.
    Second(u32, bool),
}

/// Decodes integers, each in a context.
#[derive(Default)]
pub(crate) struct IntegerReader(HashMap<(usize, BitPlace), LearntBit>);

impl IntegerReader {
    fn bit(
        &mut self,
        symbols: &mut SymbolReader<'_>,
        context: usize,
        place: BitPlace,
    ) -> Result<bool, ReadError> {
        let new = LearntBit { chance: 32768, counter: 0 };
        let bit = self.0.entry((context, place)).or_insert(new);
        let set = symbols.bit(bit.chance.clamp(16, 65520) as u32)?;
        let target = if set { 65535 } else { 0 };
        bit.chance += (target - bit.chance) * 2 / (2 * bit.counter + 3);
        bit.counter = (bit.counter + 1).min(250);
        Ok(set)
    }

    pub(crate) fn read(
        &mut self,
        symbols: &mut SymbolReader<'_>,
        context: usize,
    ) -> Result<i64, ReadError> {
        if self.bit(symbols, context, BitPlace::IsZero)? {
            return Ok(0);
        }
        let negative = self.bit(symbols, context, BitPlace::IsNegative)?;
        let mut length = 0;
        while self.bit(symbols, context, BitPlace::MoreThan(length))? {
            length += 1;
            if length == 40 {
                return Err(ReadError("an integer is too large"));
            }
        }
        let mut size = 1;
        let mut first = false;
        for at in 0..length {
            let bit = match at {
                0 => self.bit(symbols, context, BitPlace::First(length.min(15)))?,
                1 => self.bit(symbols, context, BitPlace::Second(length.min(15), first))?,
                _ => symbols.bit(32768)?,
            };
            if at == 0 {
                first = bit;
            }
            size = size << 1 | i64::from(bit);
        }
        Ok(if negative { -size } else { size })
    }
}
