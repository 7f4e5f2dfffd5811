//! Adaptive binary models, and integers coded with them.

use super::channel::{Channel, MIN_CHANCE, TOTAL};
use super::integers::{INTEGER_NODES, code_integer};
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

/// Codes integers, most of them close to 0. Each bit of an [integer](code_integer) has a state of
/// its own.
#[derive(Clone, Debug)]
pub(crate) struct AdaptiveInteger([(i16, u8); INTEGER_NODES]);

impl AdaptiveInteger {
    /// A coder of which every bit is new.
    pub(crate) const fn new() -> Self {
        Self([(0, 0); INTEGER_NODES])
    }

    /// Codes an integer. An encoder passes it as `known`.
    ///
    /// # Errors
    /// Those of [`code_integer`].
    pub(crate) fn code(
        &mut self,
        channel: &mut impl Channel,
        known: Option<i64>,
    ) -> Result<i64, PolicyError> {
        code_integer(channel, known, |channel, node, known| {
            AdaptiveBit::new(&mut self.0[node]).code(channel, known)
        })
    }
}
