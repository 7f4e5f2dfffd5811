//! The bits of an integer.

use crate::output::ReadError;
use crate::range_decoder::SymbolReader;

/// Which bit of an integer a learnt chance is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum BitPlace {
    IsZero,
    IsNegative,
    /// Whether there are more than this many bits after the leading one.
    MoreThan(u32),
    /// The first bit after the leading one, by their number.
    First(u32),
    /// The second bit, by their number and the first.
    Second(u32, bool),
}

impl BitPlace {
    /// The node of a mixed bit.
    pub(crate) const fn node(self) -> usize {
        match self {
            Self::IsZero => 0,
            Self::IsNegative => 1,
            Self::MoreThan(bits) => 2 + bits as usize,
            Self::First(length) => 42 + 3 * length as usize,
            Self::Second(length, first) => 43 + 3 * length as usize + first as usize,
        }
    }
}

/// Decodes an integer, whose bits with a place `bit` decodes.
pub(crate) fn read_integer(
    symbols: &mut SymbolReader<'_>,
    mut bit: impl FnMut(&mut SymbolReader<'_>, BitPlace) -> Result<bool, ReadError>,
) -> Result<i64, ReadError> {
    if bit(symbols, BitPlace::IsZero)? {
        return Ok(0);
    }
    let negative = bit(symbols, BitPlace::IsNegative)?;
    let mut length = 0;
    while bit(symbols, BitPlace::MoreThan(length))? {
        length += 1;
        if length == 40 {
            return Err(ReadError("an integer is too large"));
        }
    }
    let mut size = 1;
    let mut first = false;
    for at in 0..length {
        let bit = match at {
            0 => bit(symbols, BitPlace::First(length.min(15)))?,
            1 => bit(symbols, BitPlace::Second(length.min(15), first))?,
            _ => symbols.bit(32768)?,
        };
        if at == 0 {
            first = bit;
        }
        size = size << 1 | i64::from(bit);
    }
    Ok(if negative { -size } else { size })
}
