//! The interface that the encoder and the decoder share.

use crate::error::PolicyError;

/// The sum of the weights of the possible symbols.
pub(crate) const TOTAL: u32 = 1 << 16;

/// The smallest probability of a predicted bit that is used for coding, in 1 / [`TOTAL`].
pub(crate) const MIN_CHANCE: u32 = 16;

/// Encodes or decodes a sequence of symbols.
///
/// The writer and the reader of a policy run the same program on a channel. For each symbol the
/// program computes the weights from the symbols before it. To *code* a symbol is to encode it or
/// to decode it: an encoder writes the symbol `known` and returns it; a decoder ignores `known` and
/// returns the symbol that it reads.
pub(crate) trait Channel {
    /// Codes one symbol; symbol i has the probability `weights[i]` / [`TOTAL`].
    ///
    /// The weights are at least 1 each and their sum is [`TOTAL`].
    ///
    /// # Errors
    /// [`PolicyError::Frame`] if a decoder has no bytes left, or if an encoder gets no symbol.
    fn symbol(&mut self, weights: &[u32], known: Option<usize>) -> Result<usize, PolicyError>;

    /// Codes a bit that is set with the probability `chance` / [`TOTAL`]; `chance` is 1 to
    /// `TOTAL - 1`.
    fn bit(&mut self, chance: u32, known: Option<bool>) -> Result<bool, PolicyError> {
        self.symbol(&[TOTAL - chance, chance], known.map(usize::from)).map(|symbol| symbol == 1)
    }
}
