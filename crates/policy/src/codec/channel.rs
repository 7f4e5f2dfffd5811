//! The interface that the encoder and the decoder share.

use crate::error::PolicyError;

/// The sum of the weights of all symbols that are possible in one place.
pub(crate) const TOTAL: u32 = 1 << 16;

/// The smallest probability of a predicted bit that is used for coding, in 1 / [`TOTAL`].
pub(crate) const MIN_CHANCE: u32 = 16;

/// Encodes or decodes a sequence of symbols.
///
/// Writer and reader run the same program on a channel. For each symbol the program computes the
/// weights from the symbols before it. An encoder also needs the symbol itself and returns it; a
/// decoder ignores `known` and returns the symbol that it decodes.
pub(crate) trait Channel {
    /// Codes one symbol; symbol i has the probability `weights[i]` / [`TOTAL`].
    ///
    /// The weights are at least 1 each and their sum is [`TOTAL`].
    ///
    /// # Errors
    /// [`PolicyError::Malformed`] if the bytes are cut short, or if an encoder gets no symbol.
    fn symbol(&mut self, weights: &[u32], known: Option<usize>) -> Result<usize, PolicyError>;

    /// Codes a bit that is set with the probability `chance` / [`TOTAL`]; `chance` is 1 to
    /// `TOTAL - 1`.
    fn bit(&mut self, chance: u32, known: Option<bool>) -> Result<bool, PolicyError> {
        self.symbol(&[TOTAL - chance, chance], known.map(usize::from)).map(|symbol| symbol == 1)
    }
}
