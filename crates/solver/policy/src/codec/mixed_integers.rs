//! Integers that are mostly close to 0, predicted from several contexts at once.

use super::channel::Channel;
use super::integers::{INTEGER_NODES, code_integer};
use super::mixed_bits::MixedBits;
use crate::error::PolicyError;

/// Codes [integers](code_integer) as mixed bits.
#[derive(Clone, Debug)]
pub(crate) struct MixedIntegers(MixedBits);

impl MixedIntegers {
    /// A coder, given the number of contexts of each input, at most 8, and the number of mixtures.
    pub(crate) fn new(contexts: &[usize], mixtures: usize) -> Self {
        Self(MixedBits::new(contexts, mixtures, INTEGER_NODES, 65_536 / 200))
    }

    /// Codes an integer, given the context of each input and the mixture. An encoder passes it as
    /// `known`.
    ///
    /// # Errors
    /// Those of [`code_integer`].
    pub(crate) fn code(
        &mut self,
        channel: &mut impl Channel,
        contexts: &[usize],
        mixture: usize,
        known: Option<i64>,
    ) -> Result<i64, PolicyError> {
        code_integer(channel, known, |channel, node, known| {
            self.0.code(channel, contexts, mixture, node, known)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::RangeEncoder;

    #[test]
    fn an_integer_that_follows_from_one_context_costs_little() {
        let mut encoder = RangeEncoder::new();
        let mut coder = MixedIntegers::new(&[5, 7], 1);
        for at in 0..2000 {
            let integer = (at % 5) as i64 - 2;
            assert_eq!(coder.code(&mut encoder, &[at % 5, at % 7], 0, Some(integer)), Ok(integer));
        }
        // Without contexts these would be 2.3 bits each.
        assert!(encoder.finish().len() < 100);
    }
}
