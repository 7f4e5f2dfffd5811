//! The range coder, as a decoder.

use crate::output::ReadError;

/// Decodes the symbols of one part.
pub(crate) struct SymbolReader<'a> {
    bytes: &'a [u8],
    next: usize,
    /// The distance of the coded number to the low end.
    above: u32,
    width: u32,
}

impl<'a> SymbolReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let mut reader = Self { bytes, next: 0, above: 0, width: u32::MAX };
        for _ in 0..4 {
            reader.above = reader.above << 8 | reader.next_byte();
        }
        reader
    }

    fn next_byte(&mut self) -> u32 {
        self.next += 1;
        self.bytes.get(self.next - 1).map_or(0, |&byte| u32::from(byte))
    }

    /// Decodes a symbol, whose weights add up to 65536.
    pub(crate) fn symbol(&mut self, weights: &[u32]) -> Result<usize, ReadError> {
        let unit = self.width / 65536;
        let at = (self.above / unit).min(65535);
        let (mut symbol, mut before) = (0, 0);
        for (later, &weight) in weights[..weights.len() - 1].iter().enumerate() {
            if before + weight > at {
                break;
            }
            (symbol, before) = (later + 1, before + weight);
        }
        self.above -= before * unit;
        self.width = if symbol + 1 == weights.len() {
            self.width - before * unit
        } else {
            weights[symbol] * unit
        };
        while self.width < 1 << 24 {
            self.above = self.above << 8 | self.next_byte();
            self.width <<= 8;
        }
        if self.next > self.bytes.len() + 4 {
            return Err(ReadError("a part is cut short"));
        }
        Ok(symbol)
    }

    /// Decodes a bit that is set with this chance in 1/65536.
    pub(crate) fn bit(&mut self, chance: u32) -> Result<bool, ReadError> {
        Ok(self.symbol(&[65536 - chance, chance])? == 1)
    }

    /// Checks that all bytes were read, but for zeros at the end.
    pub(crate) fn finish(&self) -> Result<(), ReadError> {
        let left = self.bytes.get(self.next..).unwrap_or_default();
        if left.iter().any(|&byte| byte > 0) {
            Err(ReadError("a part is too long"))
        } else {
            Ok(())
        }
    }
}
