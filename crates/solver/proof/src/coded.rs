//! The bytes of a layer of a set.
//!
//! Numbers are little-endian. The number of boards (8 bytes) and the bits of a value (1) are
//! followed by the keys as differences, in groups of seven bits, the least significant first; by
//! two bits for each action; by the values; and by a CRC-32 of all bytes before. A value has no
//! bits before it is computed, one if all are 0 or certain, 16 if all are quantised, and 32
//! otherwise.

use std::io;

use crate::layer::SetLayer;
use crate::value::{CERTAIN, WinBound, dequantised, quantised};

/// The bytes before the keys.
const HEAD: usize = 9;

/// The bytes of the checksum.
const SUM: usize = 4;

/// Codes a layer.
pub(crate) fn encode(layer: &SetLayer) -> Vec<u8> {
    let SetLayer { keys, values, actions } = layer;
    let mut bytes = Vec::with_capacity(HEAD + 4 * keys.len() + 4 * values.len() + SUM);
    bytes.extend((keys.len() as u64).to_le_bytes());
    let bits = match values.iter().all(|&value| value == 0 || value == CERTAIN) {
        _ if values.is_empty() => 0,
        true => 1,
        false if values.iter().all(|&value| dequantised(quantised(value)) == value) => 16,
        false => 32,
    };
    bytes.push(bits);
    let mut last = 0;
    for &key in keys {
        let mut difference = key - last;
        while difference > 0x7f {
            bytes.push(difference as u8 | 0x80);
            difference >>= 7;
        }
        bytes.push(difference as u8);
        last = key;
    }
    let packed = |four: &[u8]| four.iter().rev().fold(0, |packed, action| packed << 2 | action);
    bytes.extend(actions.chunks(4).map(packed));
    match bits {
        1 => {
            let packed = |eight: &[WinBound]| {
                eight.iter().rev().fold(0, |packed, &value| packed << 1 | u8::from(value > 0))
            };
            bytes.extend(values.chunks(8).map(packed));
        }
        16 => bytes.extend(values.iter().flat_map(|&value| quantised(value).to_le_bytes())),
        _ => bytes.extend(values.iter().flat_map(|value| value.to_le_bytes())),
    }
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The checksum at the end of the bytes of a layer; `None` if they are too few.
pub(crate) fn checksum(bytes: &[u8]) -> Option<u32> {
    bytes.last_chunk().map(|&sum| u32::from_le_bytes(sum))
}

/// The layer that was coded; `None` if the bytes are not those of one.
fn decoded(bytes: &[u8]) -> Option<SetLayer> {
    let (bytes, sum) = bytes.split_last_chunk::<SUM>()?;
    if crc32fast::hash(bytes) != u32::from_le_bytes(*sum) {
        return None;
    }
    let (head, mut bytes) = bytes.split_first_chunk::<HEAD>()?;
    let [count @ .., bits] = *head;
    // Every key takes a byte at least.
    let count = usize::try_from(u64::from_le_bytes(count)).ok().filter(|&n| n <= bytes.len())?;
    let mut keys = Vec::with_capacity(count);
    let mut last = 0_u64;
    for _ in 0..count {
        let (mut difference, mut shift) = (0, 0);
        loop {
            let byte = *bytes.split_off_first()?;
            difference |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                break;
            }
            shift += 7;
        }
        last = last.checked_add(difference)?;
        keys.push(last);
    }
    let (packed, bytes) = bytes.split_at_checked(count.div_ceil(4))?;
    let actions = (0..count).map(|at| packed[at / 4] >> (at % 4 * 2) & 3).collect();
    let bit = |at| if bytes[at / 8] >> (at % 8) & 1 > 0 { CERTAIN } else { 0 };
    let values = match bits {
        0 if bytes.is_empty() => Vec::new(),
        1 if bytes.len() == count.div_ceil(8) => (0..count).map(bit).collect(),
        16 if bytes.len() == 2 * count => {
            let (halves, _) = bytes.as_chunks();
            halves.iter().map(|&half| dequantised(u16::from_le_bytes(half))).collect()
        }
        32 if bytes.len() == 4 * count => {
            let (words, _) = bytes.as_chunks();
            words.iter().map(|&word| u32::from_le_bytes(word)).collect()
        }
        _ => return None,
    };
    Some(SetLayer { keys, values, actions })
}

/// The layer that was coded.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] if the bytes are not those of a layer.
pub(crate) fn decode(bytes: &[u8]) -> io::Result<SetLayer> {
    decoded(bytes).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_read_as_they_were_coded() {
        let keys = vec![1, 2, 129, 130, 1 << 20, u64::MAX - 1, u64::MAX];
        let actions = vec![3, 0, 1, 2, 2, 1, 3];
        let some = vec![0, 1, 2, CERTAIN, CERTAIN / 3, 6 << 16, 7];
        let rounded = some.iter().map(|&value| dequantised(quantised(value))).collect();
        let certain = vec![CERTAIN, 0, CERTAIN, CERTAIN, 0, CERTAIN, 0];
        for (values, bits) in [(vec![], 0), (some, 32), (rounded, 16), (certain, 1)] {
            let layer = SetLayer { keys: keys.clone(), values, actions: actions.clone() };
            let bytes = encode(&layer);
            assert_eq!(bytes[HEAD - 1], bits);
            assert_eq!(decode(&bytes).unwrap(), layer);
            for at in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[at] ^= 1;
                assert!(decode(&changed).is_err() && decode(&bytes[..at]).is_err(), "{at}");
            }
        }
        assert_eq!(decode(&encode(&SetLayer::default())).unwrap(), SetLayer::default());
        // A checksum does not make them right.
        let mut wrong = vec![255; 30];
        wrong.extend(crc32fast::hash(&wrong).to_le_bytes());
        assert!(decode(&wrong).is_err());
    }
}
