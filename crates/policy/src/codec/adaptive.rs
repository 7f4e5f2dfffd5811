//! Chances learnt from what was coded before.

use super::channel::{Channel, TOTAL};
use crate::error::PolicyError;

/// How likely a bit is to be set: the share so far, later ones counting more.
struct AdaptiveBit<'a> {
    /// In 1 / [`TOTAL`], less one half.
    chance: &'a mut i16,
    seen: &'a mut u8,
}

impl<'a> AdaptiveBit<'a> {
    /// After so many bits each one counts as much as the one before.
    const MOST: u8 = 250;
    /// The least chance of either outcome, in 1 / [`TOTAL`].
    const LEAST: u32 = 16;

    fn new((chance, seen): &'a mut (i16, u8)) -> Self {
        Self { chance, seen }
    }

    fn code(self, channel: &mut impl Channel, known: Option<bool>) -> Result<bool, PolicyError> {
        let half = TOTAL as i32 / 2;
        let from = i32::from(*self.chance) + half;
        let chance = (from as u32).clamp(Self::LEAST, TOTAL - Self::LEAST);
        let bit = channel.bit(chance, known)?;
        let to = if bit { TOTAL - 1 } else { 0 };
        let to = to as i32;
        // The share after n bits is that after n - 1 moved by 1 / n to the last, and begins as if
        // half a bit of either kind had been seen.
        let step = (to - from) * 2 / (2 * i32::from(*self.seen) + 3);
        *self.chance = (from + step - half) as i16;
        *self.seen = (*self.seen + 1).min(Self::MOST);
        Ok(bit)
    }
}

/// AdaptiveIntegers of unknown size, near 0 for the most part, in many contexts.
///
/// Coded are: whether it is 0, its sign, how many bits its size has, and these bits, of which the
/// first two are learnt too.
#[derive(Clone, Debug)]
pub(crate) struct AdaptiveIntegers {
    /// By context. Zeros, which stand for new bits and which the system gives for nothing as long
    /// as they are not touched: a small policy uses few of them.
    bits: Vec<[(i16, u8); Self::NODES]>,
}

impl AdaptiveIntegers {
    /// Sizes have at most so many bits.
    const MOST_BITS: usize = 40;
    const ZERO: usize = 0;
    const SIGN: usize = 1;
    const LENGTH: usize = 2;
    const TOP: usize = Self::LENGTH + Self::MOST_BITS;
    const NODES: usize = Self::TOP + 3 * 16;

    /// AdaptiveIntegers in so many contexts.
    pub(crate) fn new(contexts: usize) -> Self {
        Self { bits: vec![[(0, 0); Self::NODES]; contexts] }
    }

    /// Codes an integer in a context.
    ///
    /// # Errors
    /// As the channel; [`PolicyError::Malformed`] for an integer of more than 40 bits.
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
        // Sizes from 1 up: a leading bit that is known, and `length` bits after it.
        let size = known.map(i64::unsigned_abs);
        let known_length = size.map(|size| size.max(1).ilog2() as usize);
        let mut length = 0;
        while AdaptiveBit::new(&mut bits[Self::LENGTH + length])
            .code(channel, known_length.map(|known| known > length))?
        {
            length += 1;
            if length == Self::MOST_BITS {
                return Err(PolicyError::Malformed("a number is too large"));
            }
        }
        let mut coded = 1u64;
        for place in (0..length).rev() {
            let known = size.map(|size| size >> place & 1 == 1);
            let done = length - 1 - place;
            let bit = if done < 2 {
                // The first bit by the length; the second by the length and the first.
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
