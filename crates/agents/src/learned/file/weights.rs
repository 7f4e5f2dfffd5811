//! The code of the weights of a tuple.
//!
//! The neighbours of a weight are those of the tiles with the next smaller tile on one of the
//! cells; they come before it. Whether a weight is 0 depends on which neighbours are. Other weights
//! are coded as the difference from the mean of the neighbours that are not 0, with probabilities
//! that depend on how far these are apart.

use super::super::tuples::{CELLS, ENTRIES};
use super::coder::{BitCoder, BitProbability};

/// The most bits of a difference of two weights.
const MOST_BITS: usize = 17;

/// The number of classes of how far the neighbours are apart.
const SPREADS: usize = 2 * (MOST_BITS + 1);

/// The probabilities of the bits.
struct Contexts {
    /// Whether the weight is not 0, by which neighbours are not and by the number of empty cells.
    used: [[BitProbability; 1 << CELLS]; CELLS + 1],
    /// Whether the difference has more bits, by the class of the neighbours and the number of bits.
    longer: [[BitProbability; MOST_BITS]; SPREADS],
    /// Whether the difference is negative, by the class of the neighbours.
    negative: [BitProbability; SPREADS],
    /// The two bits after the first one, by the number of bits and the bits before.
    next: [[BitProbability; 4]; MOST_BITS + 1],
}

/// What the neighbours of a weight say about it.
struct Neighbours {
    /// A bit for each cell: whether there is a neighbour and it is not 0.
    used: usize,
    /// Their mean.
    mean: i32,
    /// How far they are apart.
    class: usize,
}

impl Neighbours {
    fn of(weights: &[i16], index: usize) -> Self {
        let (mut used, mut count, mut sum) = (0, 0, 0);
        let (mut least, mut greatest) = (i32::MAX, i32::MIN);
        for cell in 0..CELLS {
            let one = 1 << (4 * cell);
            let has_tile = index >> (4 * cell) & 15 > 0;
            let weight = if has_tile { i32::from(weights[index - one]) } else { 0 };
            if weight != 0 {
                used |= 1 << cell;
                count += 1;
                sum += weight;
                least = least.min(weight);
                greatest = greatest.max(weight);
            }
        }
        match count {
            0 => Self { used, mean: 0, class: 0 },
            1 => Self { used, mean: sum, class: 1 + bits(sum.unsigned_abs()) },
            _ => {
                let spread = bits(greatest.abs_diff(least));
                Self { used, mean: sum / count, class: MOST_BITS + 1 + spread.min(MOST_BITS) }
            }
        }
    }
}

/// The number of bits of a number.
const fn bits(number: u32) -> usize {
    (32 - number.leading_zeros()) as usize
}

/// Codes the weights of a tuple: an encoder writes them, a decoder replaces them. Returns whether
/// they are those of a network, which a decoder of wrong bytes may find not to be.
pub(super) fn code(coder: &mut impl BitCoder, weights: &mut [i16]) -> bool {
    let half = BitProbability::HALF;
    let mut contexts = Contexts {
        used: [[half; 1 << CELLS]; CELLS + 1],
        longer: [[half; MOST_BITS]; SPREADS],
        negative: [half; SPREADS],
        next: [[half; 4]; MOST_BITS + 1],
    };
    for index in 0..ENTRIES.min(weights.len()) {
        let neighbours = Neighbours::of(weights, index);
        let empty = (0..CELLS).filter(|cell| index >> (4 * cell) & 15 == 0).count();
        let used = &mut contexts.used[empty][neighbours.used];
        let weight = i32::from(weights[index]);
        weights[index] = 0;
        if coder.bit(used, weight != 0) {
            let difference = contexts.difference(coder, neighbours.class, weight - neighbours.mean);
            let Ok(weight) = i16::try_from(neighbours.mean + difference) else { return false };
            weights[index] = weight;
        }
    }
    true
}

impl Contexts {
    /// Codes a difference: the number of bits of its size in unary, its sign, and the bits after
    /// the first one.
    fn difference(&mut self, coder: &mut impl BitCoder, class: usize, difference: i32) -> i32 {
        let size = difference.unsigned_abs();
        let mut length = 0;
        while length < MOST_BITS && coder.bit(&mut self.longer[class][length], bits(size) > length)
        {
            length += 1;
        }
        if length == 0 {
            return 0;
        }
        let is_negative = coder.bit(&mut self.negative[class], difference < 0);
        let mut found = 1;
        for at in (0..length - 1).rev() {
            let bit = size >> at & 1 == 1;
            // Lower bits are even.
            let mut even = BitProbability::HALF;
            let probability = match length - 2 - at {
                0 => &mut self.next[length][0],
                1 => &mut self.next[length][1 + (found & 1) as usize],
                _ => &mut even,
            };
            found = found << 1 | i32::from(coder.bit(probability, bit));
        }
        if is_negative { -found } else { found }
    }
}
