//! Adaptive binary models, and integers coded with them.

use super::channel::{Channel, MIN_CHANCE, TOTAL};
use crate::error::PolicyError;

/// A bit whose probability is learnt from its earlier values in the same context.
///
/// The estimate is their running mean, in which later values weigh more.
struct AdaptiveBit<'a> {
    /// The probability of a set bit in 1 / [`TOTAL`], less one half.
    chance: &'a mut i16,
    /// The number of values so far, up to [`Self::MAX_COUNT`].
    count: &'a mut u8,
}

impl<'a> AdaptiveBit<'a> {
    /// From this number of values on, the rate of learning is constant.
    const MAX_COUNT: u8 = 250;

    fn new((chance, count): &'a mut (i16, u8)) -> Self {
        Self { chance, count }
    }

    fn code(self, channel: &mut impl Channel, known: Option<bool>) -> Result<bool, PolicyError> {
        let half = TOTAL as i32 / 2;
        let from = i32::from(*self.chance) + half;
        let chance = (from as u32).clamp(MIN_CHANCE, TOTAL - MIN_CHANCE);
        let bit = channel.bit(chance, known)?;
        let to = if bit { TOTAL - 1 } else { 0 };
        let to = to as i32;
        // The running mean of n values moves by 1 / n of the difference to the last value. It
        // starts as if half a clear and half a set bit had been seen.
        let step = (to - from) * 2 / (2 * i32::from(*self.count) + 3);
        *self.chance = (from + step - half) as i16;
        *self.count = (*self.count + 1).min(Self::MAX_COUNT);
        Ok(bit)
    }
}

/// Codes integers, most of them close to 0, in many contexts.
///
/// An integer is coded as adaptive bits: whether it is 0, its sign, the number of bits of its
/// absolute value in unary, and these bits. Only the first two after the leading bit are adaptive;
/// the others have probability 1/2.
#[derive(Clone, Debug)]
pub(crate) struct AdaptiveIntegers {
    /// The adaptive bits by context. All-zero bytes are new bits. The operating system commits
    /// zeroed pages only when they are written, and a small policy writes few.
    bits: Vec<[(i16, u8); Self::NODES]>,
}

impl AdaptiveIntegers {
    /// The largest number of bits of an absolute value.
    const MAX_BITS: usize = 40;
    const ZERO: usize = 0;
    const SIGN: usize = 1;
    const LENGTH: usize = 2;
    const TOP: usize = Self::LENGTH + Self::MAX_BITS;
    const NODES: usize = Self::TOP + 3 * 16;

    /// A coder with this number of contexts.
    pub(crate) fn new(contexts: usize) -> Self {
        Self { bits: vec![[(0, 0); Self::NODES]; contexts] }
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
            let done = length - 1 - place;
            let bit = if done < 2 {
                // The first bit has a model for each length, the second for each length and
                // first bit.
                let node = if done == 0 { 0 } else { 1 + (coded & 1) as usize };
                AdaptiveBit::new(&mut bits[Self::TOP + 3 * length.min(15) + node])
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
