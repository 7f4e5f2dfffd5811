//! Bitmaps of which only the bytes that are not zero are in memory.

use crate::allocate::{self, AllocationError, Array};

/// The least number of words for which packing pays: those of eight megabytes. In games of smaller
/// layers it would take a sixth of the time.
const LEAST_WORDS: u64 = 1 << 20;

/// The low seven bits of each byte.
const LOW_BITS: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// A bitmap without its bytes that are zero.
pub(crate) struct PackedBits {
    /// By word: a bit for each byte, the lowest first, which says that it is not zero.
    masks: Array<u8>,
    /// These bytes.
    bytes: Array<u8>,
}

impl PackedBits {
    /// Packs a bitmap.
    pub(crate) fn new(words: &[u64]) -> Result<Self, AllocationError> {
        let masks = allocate::collect(words.iter().map(|&word| nonzero_bytes(word)))?;
        let count = masks.iter().map(|mask| mask.count_ones() as usize).sum::<usize>();
        let mut bytes = allocate::zeroed(count)?;
        let mut unused = bytes.iter_mut();
        for (&word, &mask) in words.iter().zip(&masks[..]) {
            visit_bits(mask, |byte| {
                if let Some(entry) = unused.next() {
                    *entry = (word >> (8 * byte)) as u8;
                }
            });
        }
        Ok(Self { masks, bytes })
    }

    /// Returns the words of the bitmap.
    pub(crate) fn words(&self) -> Result<Array<u64>, AllocationError> {
        let mut words = allocate::zeroed(self.masks.len())?;
        let mut bytes = self.bytes.iter();
        for (word, &mask) in words.iter_mut().zip(&self.masks[..]) {
            // The system provides memory only for pages that are written to.
            if mask != 0 {
                let mut packed = 0;
                visit_bits(mask, |byte| {
                    packed |= bytes.next().map_or(0, |&bits| u64::from(bits) << (8 * byte));
                });
                *word = packed;
            }
        }
        Ok(words)
    }
}

/// Whether a bitmap of this many words with this many members is to be packed: if it is large, and
/// if that saves at least a quarter of its bytes.
pub(crate) const fn packs(words: u64, members: u64) -> bool {
    words >= LEAST_WORDS && members <= 5 * words
}

/// Returns how many bytes a bitmap has when it is packed.
pub(crate) fn packed_bytes(words: &[u64]) -> u64 {
    let nonzero = words.iter().map(|&word| u64::from(nonzero_bytes(word).count_ones()));
    words.len() as u64 + nonzero.sum::<u64>()
}

/// Returns a mask with a bit for each byte of a word, the lowest first: whether it is not zero.
const fn nonzero_bytes(word: u64) -> u8 {
    // The sum sets the highest bit of a byte if any of the lower ones is set. The product moves
    // these bits, one for each byte, side by side into the highest byte.
    let highest = (((word & LOW_BITS) + LOW_BITS) | word) & !LOW_BITS;
    ((highest >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Calls `visit` with the position of each bit that is set, the lowest first.
#[inline(always)]
fn visit_bits(mask: u8, mut visit: impl FnMut(u32)) {
    let mut left = mask;
    while left != 0 {
        visit(left.trailing_zeros());
        left &= left - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_have_the_bytes_that_are_not_zero() {
        for mask in 0..=u8::MAX {
            for bits in [1u64, 0x80, 0xff, 0x55] {
                let bytes = (0..8).filter(|byte| mask >> byte & 1 == 1);
                let word = bytes.map(|byte| bits << (8 * byte)).sum();
                assert_eq!(nonzero_bytes(word), mask, "{word:x}");
            }
        }
    }

    #[test]
    fn packed_bitmaps_have_the_same_words() {
        // Words with bits at pseudo-random positions, from none to all.
        let mut state = 1u64;
        for share in 0..=8 {
            let words: Vec<u64> = (0..1000)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let bytes = (0..8).filter(|byte| state >> (40 + byte) & 7 < share);
                    bytes.map(|byte| 0xff << (8 * byte)).sum::<u64>() & state.rotate_left(20)
                })
                .collect();
            let packed = PackedBits::new(&words).expect("little memory");
            assert_eq!(packed.words().expect("little memory")[..], words[..]);
            let bytes = (packed.masks.len() + packed.bytes.len()) as u64;
            assert_eq!(bytes, packed_bytes(&words));
        }
    }
}
