//! A binary range coder with adaptive probabilities.
//!
//! An interval of 32-bit numbers is narrowed to the part of each bit, in proportion to its
//! probability; leading bytes that both ends share are written (G. N. N. Martin, "Range encoding:
//! an algorithm for removing redundancy from a digitised message", 1979).

/// The probability of a 1, learned from the bits so far: the mean of an estimate that changes
/// quickly and one that changes slowly, each in units of 2^-16.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitProbability {
    quick: u16,
    slow: u16,
}

impl BitProbability {
    /// Both bits are as probable.
    pub(super) const HALF: Self = Self { quick: 1 << 15, slow: 1 << 15 };

    /// The probability in units of 2^-16, from 1 to 2^16 - 1.
    fn get(self) -> u32 {
        ((u32::from(self.quick) + u32::from(self.slow)) / 2).clamp(1, 65_535)
    }

    fn learn(&mut self, bit: bool) {
        if bit {
            self.quick += (u16::MAX - self.quick) >> 4;
            self.slow += (u16::MAX - self.slow) >> 7;
        } else {
            self.quick -= self.quick >> 4;
            self.slow -= self.slow >> 7;
        }
    }
}

/// Codes bits: an encoder is given each bit, a decoder ignores it and returns the one it finds.
pub(super) trait BitCoder {
    /// Codes a bit with a probability, which learns from it.
    fn bit(&mut self, probability: &mut BitProbability, bit: bool) -> bool;
}

/// The interval of an encoder or a decoder, both ends included.
#[derive(Debug)]
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const ALL: Self = Self { low: 0, high: u32::MAX };

    /// The last number of the part of a 1, which is at least `low` and below `high`.
    fn split(&self, probability: BitProbability) -> u32 {
        let width = u64::from(self.high - self.low);
        self.low + ((width * u64::from(probability.get())) >> 16) as u32
    }

    fn narrow(&mut self, split: u32, bit: bool) {
        if bit {
            self.high = split;
        } else {
            self.low = split + 1;
        }
    }

    /// Removes the first byte of both ends, if they share it.
    fn shared_byte(&mut self) -> Option<u8> {
        let byte = (self.high >> 24) as u8;
        ((self.low ^ self.high) >> 24 == 0).then(|| {
            self.low <<= 8;
            self.high = self.high << 8 | 255;
            byte
        })
    }
}

/// Writes bits.
#[derive(Debug)]
pub(super) struct BitEncoder {
    interval: Interval,
    bytes: Vec<u8>,
}

impl BitEncoder {
    pub(super) const fn new() -> Self {
        Self { interval: Interval::ALL, bytes: Vec::new() }
    }

    /// The bytes of all bits.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(self.interval.high.to_be_bytes());
        self.bytes
    }
}

impl BitCoder for BitEncoder {
    fn bit(&mut self, probability: &mut BitProbability, bit: bool) -> bool {
        let split = self.interval.split(*probability);
        self.interval.narrow(split, bit);
        probability.learn(bit);
        while let Some(byte) = self.interval.shared_byte() {
            self.bytes.push(byte);
        }
        bit
    }
}

/// Reads bits.
#[derive(Debug)]
pub(super) struct BitDecoder<'a> {
    interval: Interval,
    code: u32,
    bytes: &'a [u8],
    /// The number of bytes that were needed and not there.
    missing: usize,
}

impl<'a> BitDecoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { interval: Interval::ALL, code: 0, bytes, missing: 0 };
        for _ in 0..4 {
            decoder.next_byte();
        }
        decoder
    }

    fn next_byte(&mut self) {
        let byte = if let Some((&first, rest)) = self.bytes.split_first() {
            self.bytes = rest;
            first
        } else {
            self.missing += 1;
            0
        };
        self.code = self.code << 8 | u32::from(byte);
    }

    /// Whether exactly the bytes of an encoder were read.
    pub(super) const fn is_at_end(&self) -> bool {
        self.bytes.is_empty() && self.missing == 0
    }
}

impl BitCoder for BitDecoder<'_> {
    #[inline]
    fn bit(&mut self, probability: &mut BitProbability, _: bool) -> bool {
        let split = self.interval.split(*probability);
        let bit = self.code <= split;
        self.interval.narrow(split, bit);
        probability.learn(bit);
        while self.interval.shared_byte().is_some() {
            self.next_byte();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    proptest! {
        #[test]
        fn decoded_bits_equal_encoded_bits(bits in vec((any::<bool>(), 0usize..3), 0..3_000)) {
            let mut encoder = BitEncoder::new();
            let mut contexts = [BitProbability::HALF; 3];
            for &(bit, context) in &bits {
                // Two contexts have nearly always the same bit.
                encoder.bit(&mut contexts[context], bit || context > 0);
            }
            let bytes = encoder.finish();
            let mut decoder = BitDecoder::new(&bytes);
            let mut contexts = [BitProbability::HALF; 3];
            for &(bit, context) in &bits {
                let found = decoder.bit(&mut contexts[context], false);
                prop_assert_eq!(found, bit || context > 0);
            }
            prop_assert!(decoder.is_at_end());
            prop_assert!(bytes.len() < bits.len() / 12 + 60, "{}", bytes.len());
        }
    }
}
