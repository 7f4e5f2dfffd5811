//! The interface that the encoder and the decoder share.

use crate::error::PolicyError;

/// What the weights of the symbols of a choice add up to.
pub(crate) const TOTAL: u32 = 1 << 16;

/// Where choices go to or come from.
///
/// Whoever codes says how likely each symbol is. When encoding it also knows the symbol, which
/// comes back as it is; when decoding the symbol is found in the bytes.
pub(crate) trait Channel {
    /// Codes one of the symbols, of which number i has the chance `weights[i]` / [`TOTAL`].
    ///
    /// The weights are at least 1 each and their sum is [`TOTAL`].
    ///
    /// # Errors
    /// [`PolicyError::Malformed`] if the bytes are at an end, or if nobody knows the symbol.
    fn symbol(&mut self, weights: &[u32], known: Option<usize>) -> Result<usize, PolicyError>;

    /// Codes whether something is so, which has the chance `chance` / [`TOTAL`], 1 to TOTAL - 1.
    fn bit(&mut self, chance: u32, known: Option<bool>) -> Result<bool, PolicyError> {
        self.symbol(&[TOTAL - chance, chance], known.map(usize::from)).map(|symbol| symbol == 1)
    }
}
