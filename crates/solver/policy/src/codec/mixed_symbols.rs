//! Symbols of eight bits, predicted from several contexts at once.

use super::channel::Channel;
use super::mixed_bits::MixedBits;
use crate::error::PolicyError;

/// Codes symbols from 0 to 255 as mixed bits, most significant first. The node of a bit is 1
/// followed by the bits of the symbol so far.
#[derive(Clone, Debug)]
pub(crate) struct MixedSymbols(MixedBits);

impl MixedSymbols {
    /// A coder, given the number of contexts of each input, at most 8, and the number of mixtures.
    pub(crate) fn new(contexts: &[usize], mixtures: usize) -> Self {
        Self(MixedBits::new(contexts, mixtures, 256, 65_536 / 80))
    }

    /// Codes a symbol, given the context of each input and the mixture.
    ///
    /// # Errors
    /// As [`Channel::symbol`].
    pub(crate) fn code(
        &mut self,
        channel: &mut impl Channel,
        contexts: &[usize],
        mixture: usize,
        known: Option<u8>,
    ) -> Result<u8, PolicyError> {
        let mut node = 1;
        for place in (0..8).rev() {
            let known = known.map(|known| known >> place & 1 == 1);
            let bit = self.0.code(channel, contexts, mixture, node, known)?;
            node = node << 1 | usize::from(bit);
        }
        Ok((node & 255) as u8)
    }
}
