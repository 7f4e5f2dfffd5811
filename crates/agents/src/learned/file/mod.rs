//! The file of a network: a frame around
//!
//! | bytes | content |
//! | --- | --- |
//! | 40 | the cells of the eight tuples |
//! | 4 | the unit of the weights in points, a floating-point number |
//! | 208 | how many times the expected points followed: floating-point numbers, by plies and tile sum |
//! | | the code of the weights, tuple by tuple |

mod coder;
mod weights;

use mdp2048_model::{FileKind, FrameError};

use self::coder::{BitDecoder, BitEncoder};
use super::network::Network;
use super::ratios::UNMEASURED;
use super::tuples::{CELLS, CELLS_OF_TUPLES, ENTRIES, TUPLES};

/// The file of a network.
static NETWORK: FileKind =
    FileKind { name: "network", magic: *b"mdp2048n", version: 3, remedy: "train it again" };

impl Network {
    /// The file of the network that the example `train` made, as docs/arena.md describes.
    pub const TRAINED: &[u8] = include_bytes!("../../../learned.network");

    /// The file of the network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (mut encoder, mut weights) = (BitEncoder::new(), self.weights.clone());
        for weights in weights.chunks_mut(ENTRIES) {
            weights::code(&mut encoder, weights);
        }
        let mut payload = CELLS_OF_TUPLES.as_flattened().to_vec();
        payload.extend(self.step.to_le_bytes());
        payload.extend(self.ratios.as_flattened().iter().flat_map(|ratio| ratio.to_le_bytes()));
        payload.extend(encoder.finish());
        // The code takes at most a few bytes for each of some million weights.
        NETWORK.frame(&payload).unwrap_or_default()
    }

    /// The network of a file that [`Network::to_bytes`] made.
    ///
    /// # Errors
    /// [`FrameError`] if the bytes are not such a file.
    pub fn from_bytes(file: &[u8]) -> Result<Self, FrameError> {
        let mut bytes = NETWORK.unframe(file)?;
        if NETWORK.take::<{ TUPLES * CELLS }>(&mut bytes)? != *CELLS_OF_TUPLES.as_flattened() {
            return Err(NETWORK.malformed("it has other tuples than this build"));
        }
        let step = f32::from_le_bytes(NETWORK.take(&mut bytes)?);
        let mut ratios = UNMEASURED;
        for ratio in ratios.as_flattened_mut() {
            *ratio = f32::from_le_bytes(NETWORK.take(&mut bytes)?);
        }
        let mut numbers = ratios.as_flattened().iter().chain([&step]);
        if !numbers.all(|it| *it > 0.0 && it.is_finite()) {
            return Err(NETWORK.malformed("a number of points is not above 0"));
        }
        let (mut decoder, mut weights) = (BitDecoder::new(bytes), vec![0; TUPLES * ENTRIES]);
        let are_weights =
            weights.chunks_mut(ENTRIES).all(|weights| weights::code(&mut decoder, weights));
        if !are_weights || !decoder.is_at_end() {
            return Err(NETWORK.malformed("its code is not that of weights"));
        }
        Ok(Self { weights, step, ratios })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network with some weights of all sizes.
    fn network() -> Network {
        let mut number = 1u64;
        let mut weight = |index: usize| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let size = number >> 60;
            if index % 97 > 5 { 0 } else { ((number >> 40) as i16) >> size }
        };
        let weights = (0..TUPLES * ENTRIES).map(&mut weight).collect();
        Network { weights, step: 2.0, ratios: UNMEASURED }
    }

    #[test]
    fn a_file_holds_its_network() {
        let network = network();
        let bytes = network.to_bytes();
        assert_eq!(Network::from_bytes(&bytes), Ok(network));
        let missing = bytes.len() as u64 - 268;
        let cut = FrameError::CutShort { kind: &NETWORK, missing };
        assert_eq!(Network::from_bytes(&bytes[..268]), Err(cut));
    }

    #[test]
    fn bytes_with_a_right_checksum_need_not_be_a_network() {
        let whole = network().to_bytes();
        let payload = NETWORK.unframe(&whole).unwrap();
        let refuse = |payload: &[u8], words: &str| {
            let file = NETWORK.frame(payload).unwrap();
            let message = Network::from_bytes(&file).unwrap_err().to_string();
            assert!(
                message.starts_with(&format!("the network is malformed: {words}")),
                "{message}"
            );
        };
        let changed = |range: std::ops::Range<usize>| {
            let mut changed = payload.to_vec();
            let numbers = (1..=255).cycle();
            changed[range].iter_mut().zip(numbers).for_each(|(byte, number)| *byte ^= number);
            changed
        };
        refuse(&changed(0..1), "it has other tuples");
        refuse(&[&payload[..40], &[0; 4], &payload[44..]].concat(), "a number of points");
        refuse(&[&payload[..60], &[255; 4], &payload[64..]].concat(), "a number of points");
        // The code of other weights, after the header of a network.
        refuse(&changed(252..payload.len()), "its code");
        refuse(&[payload, &[1]].concat(), "its code");
        refuse(&payload[..251], "its contents end too early");
        refuse(&payload[..252], "its code");
    }
}
