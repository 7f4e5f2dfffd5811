//! The file of a network.
//!
//! Numbers are little-endian. The file holds:
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | `mdp2048n` |
//! | 4 | the version of this layout, 2 |
//! | 40 | the cells of the eight tuples |
//! | 4 | the unit of the weights in points, a floating-point number |
//! | 208 | how many times the expected points followed: floating-point numbers, by plies and tile sum |
//! | 4 | the number of bytes of the code |
//! | | the code of the weights, tuple by tuple |
//! | 4 | the CRC-32 (ISO-HDLC) of all bytes before |

mod coder;
mod weights;

use crc::{CRC_32_ISO_HDLC, Crc, Table};
use thiserror::Error;

use self::coder::{BitDecoder, BitEncoder};
use super::network::Network;
use super::ratios::UNMEASURED;
use super::tuples::{CELLS, CELLS_OF_TUPLES, ENTRIES, TUPLES};

/// The first bytes.
const MAGIC: &[u8; 8] = b"mdp2048n";

/// The version of the layout.
const VERSION: u32 = 2;

/// The bytes of the checksum.
const SUM: usize = 4;

static CRC: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC);

/// Why bytes are not a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// It is another file.
    #[error("the file is no network: choose another one")]
    NoNetwork,
    /// The layout or the tuples differ.
    #[error(
        "the network is of another version of mdp2048: train it again, or use the program of that \
         version"
    )]
    Version,
    /// Bytes are missing.
    #[error("the network is cut short: copy the file again, or train another one")]
    Truncated {
        /// The least number of bytes that follow: a whole file may need more after them.
        missing: u64,
    },
    /// Bytes were changed or added.
    #[error("the network is damaged: copy the file again, or train another one")]
    Damaged,
}

/// Removes the first bytes.
fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], NetworkError> {
    let missing = N.saturating_sub(bytes.len()) as u64;
    let (&first, rest) = bytes.split_first_chunk().ok_or(NetworkError::Truncated { missing })?;
    *bytes = rest;
    Ok(first)
}

impl Network {
    /// The file of the network that the example `train` made, as docs/arena.md describes.
    pub const TRAINED: &[u8] = include_bytes!("../../../learned.network");

    /// The file of the network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (mut encoder, mut weights) = (BitEncoder::new(), self.weights().to_vec());
        for weights in weights.chunks_mut(ENTRIES) {
            weights::code(&mut encoder, weights);
        }
        let code = encoder.finish();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(CELLS_OF_TUPLES.as_flattened());
        bytes.extend(self.step().to_le_bytes());
        bytes.extend(self.ratios.as_flattened().iter().flat_map(|ratio| ratio.to_le_bytes()));
        bytes.extend((code.len() as u32).to_le_bytes());
        bytes.extend(code);
        bytes.extend(CRC.checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The network of a file that [`Network::to_bytes`] made.
    ///
    /// # Errors
    /// [`NetworkError`] if the bytes are not such a file.
    pub fn from_bytes(file: &[u8]) -> Result<Self, NetworkError> {
        let mut bytes = file;
        if take(&mut bytes).ok() != Some(*MAGIC) {
            return Err(NetworkError::NoNetwork);
        }
        if u32::from_le_bytes(take(&mut bytes)?) != VERSION
            || take::<{ TUPLES * CELLS }>(&mut bytes)? != *CELLS_OF_TUPLES.as_flattened()
        {
            return Err(NetworkError::Version);
        }
        let step = f32::from_le_bytes(take(&mut bytes)?);
        let mut ratios = UNMEASURED;
        for ratio in ratios.as_flattened_mut() {
            *ratio = f32::from_le_bytes(take(&mut bytes)?);
        }
        let length = u32::from_le_bytes(take(&mut bytes)?);
        let missing = (u64::from(length) + SUM as u64).saturating_sub(bytes.len() as u64);
        let code = if missing == 0 { bytes.split_off(..length as usize) } else { None };
        let code = code.ok_or(NetworkError::Truncated { missing })?;
        let sum = u32::from_le_bytes(take::<SUM>(&mut bytes)?);
        let are_numbers =
            ratios.as_flattened().iter().chain([&step]).all(|it| *it > 0.0 && it.is_finite());
        if sum != CRC.checksum(&file[..file.len() - SUM - bytes.len()])
            || !bytes.is_empty()
            || !are_numbers
        {
            return Err(NetworkError::Damaged);
        }
        let (mut decoder, mut weights) = (BitDecoder::new(code), vec![0; TUPLES * ENTRIES]);
        let are_weights =
            weights.chunks_mut(ENTRIES).all(|weights| weights::code(&mut decoder, weights));
        if !are_weights || !decoder.is_at_end() {
            return Err(NetworkError::Damaged);
        }
        Ok(Self::new(weights, step, ratios))
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
        Network::new((0..TUPLES * ENTRIES).map(&mut weight).collect(), 2.0, UNMEASURED)
    }

    #[test]
    fn a_file_holds_its_network() {
        let network = network();
        let bytes = network.to_bytes();
        assert_eq!(Network::from_bytes(&bytes), Ok(network));
        assert_eq!(Network::from_bytes(&bytes[..5]), Err(NetworkError::NoNetwork));
        let end = bytes.len();
        // Until the length is known, only the next field is missing.
        for (cut, missing) in [(9, 3), (40, 12), (267, 1), (268, end - 268), (end - 1, 1)] {
            let missing = missing as u64;
            let error = NetworkError::Truncated { missing };
            assert_eq!(Network::from_bytes(&bytes[..cut]), Err(error), "{cut}");
        }
        for (at, error) in [
            (0, NetworkError::NoNetwork),
            (8, NetworkError::Version),
            (12, NetworkError::Version),
            (52, NetworkError::Damaged),
            (60, NetworkError::Damaged),
            (400, NetworkError::Damaged),
            (bytes.len() - 1, NetworkError::Damaged),
        ] {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(Network::from_bytes(&changed), Err(error), "{at}");
        }
        let mut longer = bytes;
        longer.push(0);
        assert_eq!(Network::from_bytes(&longer), Err(NetworkError::Damaged));
    }

    #[test]
    fn bytes_with_a_right_checksum_need_not_be_a_network() {
        // The code of other weights, after the header of a network.
        let mut bytes = network().to_bytes();
        let last = bytes.len() - 4;
        bytes[268..last]
            .iter_mut()
            .zip((1..=255).cycle())
            .for_each(|(byte, number)| *byte ^= number);
        let sum = CRC.checksum(&bytes[..last]);
        bytes[last..].copy_from_slice(&sum.to_le_bytes());
        assert_eq!(Network::from_bytes(&bytes), Err(NetworkError::Damaged));
    }
}
