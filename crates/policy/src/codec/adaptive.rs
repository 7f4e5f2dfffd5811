//! Adaptive binary models, and integers coded with them.

use super::channel::{Channel, MIN_CHANCE, TOTAL};
use crate::error::PolicyError;

/// The state of one adaptive bit: the probability that it is set, learnt from its earlier values.
///
/// The probability is the mean of the earlier values; after many values, later ones weigh more.
struct AdaptiveBit<'a> {
    /// The probability of a set bit in 1 / [`TOTAL`], less one half.
    chance: &'a mut i16,
    /// The number of earlier values, up to [`Self::MAX_COUNT`].
    count: &'a mut u8,
}

impl<'a> AdaptiveBit<'a> {
    /// After this number of values, the rate of learning is constant.
    const MAX_COUNT: u8 = 250;

    fn new((chance, count): &'a mut (i16, u8)) -> Self {
        Self { chance, count }
    }

    /// Codes the next value of the bit and learns from it.
    fn code(self, channel: &mut impl Channel, known: Option<bool>) -> Result<bool, PolicyError> {
        let half = TOTAL as i32 / 2;
        let from = i32::from(*self.chance) + half;
        let chance = (from as u32).clamp(MIN_CHANCE, TOTAL - MIN_CHANCE);
        let bit = channel.bit(chance, known)?;
        let to = if bit { TOTAL - 1 } else { 0 };
        let to = to as i32;
        // The mean of n numbers moves by 1 / n of the difference to the last number. Here n is
        // `count` + 1.5: this value, the earlier values, and a first 1/2 of half their weight.
        let step = (to - from) * 2 / (2 * i32::from(*self.count) + 3);
        *self.chance = (from + step - half) as i16;
        *self.count = (*self.count + 1).min(Self::MAX_COUNT);
        Ok(bit)
    }
}

/// Codes integers, most of them close to 0, in many contexts.
///
/// An integer is coded as bits: whether it is 0; its sign; in unary, the number of bits of its
/// absolute value after the leading bit; and these bits. Of these, the first two are adaptive and
/// the others have probability 1/2.
#[derive(Clone, Debug)]
pub(crate) struct AdaptiveIntegers {
    /// The adaptive bits by context. A new bit is all zeros. The operating system commits zeroed
    /// pages only when they are written, and a small policy writes few.
    bits: Vec<[(i16, u8); Self::BITS_PER_CONTEXT]>,
}

impl AdaptiveIntegers {
    /// The largest number of bits of an absolute value.
    const MAX_BITS: usize = 40;
    /// The index of the bit that is set for 0.
    const ZERO: usize = 0;
    /// The index of the bit that is set for negative integers.
    const SIGN: usize = 1;
    /// The index of the first bit of the length in unary.
    const LENGTH: usize = 2;
    /// The index of the first of three bits for each length from 0 to 15 (15 also represents longer
    /// integers): the bit after the leading bit, and the next bit after a 0 and after a 1.
    const HIGH_BITS: usize = Self::LENGTH + Self::MAX_BITS;
    const BITS_PER_CONTEXT: usize = Self::HIGH_BITS + 3 * 16;

    /// A coder with this number of contexts.
    pub(crate) fn new(contexts: usize) -> Self {
        Self { bits: vec![[(0, 0); Self::BITS_PER_CONTEXT]; contexts] }
    }

    /// Codes an integer in a context. An encoder passes it as `known`.
    ///
    /// # Errors
    /// As [`Channel::symbol`]; [`PolicyError::Malformed`] for an integer of more than 40 bits.
    pub(crate) fn code(
        &mut self,
        channel: &mut impl Channel,
        context: usize,
        known: Option<i64>,
    ) -> Result<i64, PolicyError> {
        let bits = &mut self.bits[context];
        if AdaptiveBit::new(&mut bits[Self::ZERO]).code(channel, known.map(|known| known == 0))? {
            return Ok(0);
        }
        let negative =
            AdaptiveBit::new(&mut bits[Self::SIGN]).code(channel, known.map(|known| known < 0))?;
        // The absolute value is a leading 1 and `length` bits after it.
        let size = known.map(i64::unsigned_abs);
        let known_length = size.map(|size| size.max(1).ilog2() as usize);
        let mut length = 0;
        while AdaptiveBit::new(&mut bits[Self::LENGTH + length])
            .code(channel, known_length.map(|known| known > length))?
        {
            length += 1;
            if length == Self::MAX_BITS {
                return Err(PolicyError::Malformed("an integer has more than 40 bits"));
            }
        }
        let mut coded = 1u64;
        for place in (0..length).rev() {
            let known = size.map(|size| size >> place & 1 == 1);
            let coded_bits = length - 1 - place;
            let bit = if coded_bits < 2 {
                let node = if coded_bits == 0 { 0 } else { 1 + (coded & 1) as usize };
                AdaptiveBit::new(&mut bits[Self::HIGH_BITS + 3 * length.min(15) + node])
                    .code(channel, known)?
            } else {
                channel.bit(TOTAL / 2, known)?
            };
            coded = coded << 1 | u64::from(bit);
        }
        Ok(if negative { -(coded as i64) } else { coded as i64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{RangeDecoder, RangeEncoder};

    #[test]
    fn decoded_integers_equal_encoded_integers() {
        let largest = (1i64 << AdaptiveIntegers::MAX_BITS) - 1;
        let integers = [0, 0, 1, -1, 2, 3, -4, 5, 1000, -123_456_789, largest, -largest, 0];
        let mut encoder = RangeEncoder::new();
        let mut coder = AdaptiveIntegers::new(2);
        for (at, &integer) in integers.iter().enumerate() {
            assert_eq!(coder.code(&mut encoder, at % 2, Some(integer)), Ok(integer));
        }
        assert!(coder.code(&mut encoder, 0, Some(largest + 1)).is_err());
        let bytes = encoder.finish();
        let (mut decoder, mut coder) = (RangeDecoder::new(&bytes), AdaptiveIntegers::new(2));
        for (at, &integer) in integers.iter().enumerate() {
            assert_eq!(coder.code(&mut decoder, at % 2, None), Ok(integer));
        }
    }
}
