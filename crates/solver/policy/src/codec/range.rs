//! A range coder: a symbol of probability p is coded in -log2 p bits, up to rounding.
//!
//! For each symbol, the encoder narrows an interval of 32-bit numbers to the part that belongs to
//! the symbol. While the interval is narrower than 2^24, the encoder writes the top byte of its low
//! end. The decoder narrows the same interval (G. N. N. Martin, "Range encoding: an algorithm for
//! removing redundancy from a digitised message", 1979).

use super::channel::{Channel, TOTAL};
use crate::error::PolicyError;

/// A byte is written while the width is below this.
const RENORMALISATION_WIDTH: u32 = 1 << 24;

/// The number of bytes that a decoder may read past the end. The encoder omits zero bytes at the
/// end, four at most.
const MAX_MISSING_BYTES: usize = 4;

/// Encodes symbols.
#[derive(Debug)]
pub(crate) struct RangeEncoder {
    /// The low end of the interval.
    low: u32,
    width: u32,
    /// The bytes written so far.
    bytes: Vec<u8>,
}

impl RangeEncoder {
    /// An encoder that has coded no symbol.
    pub(crate) const fn new() -> Self {
        Self { low: 0, width: u32::MAX, bytes: Vec::new() }
    }

    /// Ends the encoding and returns the bytes of all symbols.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        // The number in the interval with the most zero bits at its end is written, as four bytes
        // without the zero bytes at their end.
        let last = u64::from(self.low) + u64::from(self.width) - 1;
        let mut kept = u64::from(self.low);
        for zeros in (0..=32).rev() {
            let cut = last >> zeros << zeros;
            if cut >= u64::from(self.low) {
                kept = cut;
                break;
            }
        }
        if kept >> 32 != 0 {
            self.carry();
        }
        let last = (kept as u32).to_be_bytes();
        let zeros = last.iter().rev().take_while(|&&byte| byte == 0).count();
        self.bytes.extend(&last[..last.len() - zeros]);
        self.bytes
    }

    /// Adds 1 to the number that the written bytes form: the carry from adding to `low`.
    fn carry(&mut self) {
        for byte in self.bytes.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
    }
}

/// The part of an interval that belongs to a symbol: the distance of its beginning to the low end,
/// and its width. `before` is the sum of the weights of the symbols before this symbol.
fn part(width: u32, before: u32, weight: u32) -> (u32, u32) {
    let unit = width / TOTAL;
    let begin = unit * before;
    // The last symbol also gets the remainder of the division.
    (begin, if before + weight == TOTAL { width - begin } else { unit * weight })
}

impl Channel for RangeEncoder {
    fn symbol(&mut self, weights: &[u32], known: Option<usize>) -> Result<usize, PolicyError> {
        let symbol = known.filter(|&symbol| symbol < weights.len());
        let symbol = symbol.ok_or(PolicyError::malformed("a symbol to encode is missing"))?;
        let before = weights[..symbol].iter().sum();
        let (begin, width) = part(self.width, before, weights[symbol]);
        let (low, carries) = self.low.overflowing_add(begin);
        if carries {
            self.carry();
        }
        (self.low, self.width) = (low, width);
        while self.width < RENORMALISATION_WIDTH {
            self.bytes.push((self.low >> 24) as u8);
            self.low <<= 8;
            self.width <<= 8;
        }
        Ok(symbol)
    }
}

/// Decodes symbols.
#[derive(Clone, Debug)]
pub(crate) struct RangeDecoder<B> {
    bytes: B,
    /// The number of bytes read, missing bytes included.
    read: usize,
    /// The distance of the coded number to the low end of the interval.
    above: u32,
    width: u32,
}

impl<B: AsRef<[u8]>> RangeDecoder<B> {
    /// A decoder at the first symbol.
    pub(crate) fn new(bytes: B) -> Self {
        let mut decoder = Self { bytes, read: 0, above: 0, width: u32::MAX };
        for _ in 0..4 {
            decoder.above = decoder.above << 8 | decoder.next();
        }
        decoder
    }

    /// The next byte; 0 after the end.
    fn next(&mut self) -> u32 {
        let byte = self.bytes.as_ref().get(self.read).copied().unwrap_or(0);
        self.read += 1;
        byte.into()
    }

    /// Checks that all bytes were read, but for zeros at the end.
    ///
    /// # Errors
    /// [`PolicyError::Frame`] if other bytes are left.
    pub(crate) fn finish(&self) -> Result<(), PolicyError> {
        let left = self.bytes.as_ref().get(self.read..).unwrap_or_default();
        if left.iter().any(|&byte| byte != 0) {
            return Err(PolicyError::malformed("bytes follow its last symbol"));
        }
        Ok(())
    }
}

impl<B: AsRef<[u8]>> Channel for RangeDecoder<B> {
    fn symbol(&mut self, weights: &[u32], _: Option<usize>) -> Result<usize, PolicyError> {
        let at = (self.above / (self.width / TOTAL)).min(TOTAL - 1);
        let (mut symbol, mut before) = (0, 0);
        while symbol + 1 < weights.len() && before + weights[symbol] <= at {
            before += weights[symbol];
            symbol += 1;
        }
        let (begin, width) = part(self.width, before, weights[symbol]);
        self.above -= begin;
        self.width = width;
        while self.width < RENORMALISATION_WIDTH {
            self.above = self.above << 8 | self.next();
            self.width <<= 8;
        }
        if self.read > self.bytes.as_ref().len() + MAX_MISSING_BYTES {
            return Err(PolicyError::malformed("its symbols are cut short"));
        }
        Ok(symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    /// Weights in proportion to some shares, with the sum [`TOTAL`].
    fn weights(shares: &[u32]) -> Vec<u32> {
        let sum: u32 = shares.iter().sum();
        let spare = TOTAL - shares.len() as u32;
        let mut weights: Vec<u32> = shares.iter().map(|share| 1 + share * spare / sum).collect();
        weights[0] += TOTAL - weights.iter().sum::<u32>();
        weights
    }

    proptest! {
        #[test]
        fn decoded_symbols_equal_encoded_symbols(
            choices in vec((vec(1u32..1000, 1..5), 0usize..5), 0..400),
        ) {
            let mut encoder = RangeEncoder::new();
            let mut bits = 0.0;
            for (shares, symbol) in &choices {
                let (weights, symbol) = (weights(shares), symbol % shares.len());
                prop_assert_eq!(encoder.symbol(&weights, Some(symbol)), Ok(symbol));
                bits -= (f64::from(weights[symbol]) / f64::from(TOTAL)).log2();
            }
            let bytes = encoder.finish();
            prop_assert!(bytes.len() as f64 <= bits * 1.005 / 8.0 + 2.0, "{} {bits}", bytes.len());
            let mut decoder = RangeDecoder::new(&bytes);
            for (shares, symbol) in &choices {
                let symbol = symbol % shares.len();
                prop_assert_eq!(decoder.symbol(&weights(shares), None), Ok(symbol));
            }
            prop_assert_eq!(decoder.finish(), Ok(()));
        }

        #[test]
        fn decoding_ends_for_any_bytes(bytes in vec(0u8..=255, 0..20)) {
            let mut decoder = RangeDecoder::new(&bytes);
            // Each symbol of two equal weights uses one bit of the bytes.
            let ended = (0..1000).find_map(|_| decoder.bit(TOTAL / 2, None).err());
            prop_assert_eq!(ended, Some(PolicyError::malformed("its symbols are cut short")));
        }
    }

    #[test]
    fn carries_propagate_through_bytes_of_ones() {
        // Many last symbols in a row move the low end to 0xffff....
        let weights = [TOTAL - 1, 1];
        let mut encoder = RangeEncoder::new();
        let symbols: Vec<usize> = (0..200).map(|i| usize::from(i % 3 != 0)).collect();
        for &symbol in &symbols {
            encoder.symbol(&weights, Some(symbol)).unwrap();
        }
        let bytes = encoder.finish();
        let mut decoder = RangeDecoder::new(&bytes);
        for &symbol in &symbols {
            assert_eq!(decoder.symbol(&weights, None), Ok(symbol));
        }
    }
}
