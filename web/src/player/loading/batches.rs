//! Decoding a policy file in batches, each limited by a time budget.

use mdp2048_policy::{Decoder, PolicyError};
use web::browser::memory_bytes;

/// Time budget of the first batch in milliseconds: short, so that the first moves can be played
/// at once.
const FIRST_BATCH_MS: f64 = 4.0;

/// Consecutive layers of a policy file, decoded.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DecodedBatch {
    /// The encoded [`DecodedLayer`](mdp2048_policy::DecodedLayer)s, one after another.
    pub(super) layers: Vec<u8>,
    /// The fraction of the file that is decoded, 0 to 1.
    pub(super) progress: f64,
    /// Whether this is the last batch of the file.
    pub(super) is_last: bool,
    /// The size in bytes of the WebAssembly memory of the program that decodes.
    pub(super) memory: f64,
}

/// Decodes one policy file batch by batch.
#[derive(Debug)]
pub(super) struct BatchDecoder {
    decoder: Decoder,
    has_begun: bool,
}

impl BatchDecoder {
    /// Reads the header of a policy file.
    ///
    /// # Errors
    /// [`PolicyError`] if the frame or the header of the file is invalid.
    pub(super) fn new(bytes: &[u8]) -> Result<Self, PolicyError> {
        Ok(Self { decoder: Decoder::new(bytes)?, has_begun: false })
    }

    /// Decodes layers until `budget_ms` milliseconds have passed on `clock`; the first batch has a
    /// shorter budget.
    ///
    /// # Errors
    /// [`PolicyError::Malformed`] if the payload is invalid.
    pub(super) fn next_batch(
        &mut self,
        budget_ms: f64,
        clock: impl Fn() -> f64,
    ) -> Result<DecodedBatch, PolicyError> {
        let budget_ms = if self.has_begun { budget_ms } else { budget_ms.min(FIRST_BATCH_MS) };
        self.has_begun = true;
        let begin = clock();
        let mut layers = Vec::new();
        let mut is_last = false;
        while !is_last && clock() - begin < budget_ms {
            match self.decoder.step()? {
                Some(layer) => layer.write_to(&mut layers),
                None => is_last = true,
            }
        }
        let (progress, memory) = (self.decoder.progress(), memory_bytes());
        Ok(DecodedBatch { layers, progress, is_last, memory })
    }
}
