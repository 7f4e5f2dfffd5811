//! Vector widths: the operations on eight codes, by instruction set.

use super::vector::Lanes;

/// The factors of the greatest value that give the least one of the best actions, so that rounding
/// does not matter: one for values that are not negative, and one for negative values.
pub(super) const SHARES: [f64; 2] = [1.0 - 1e-12, 1.0 + 1e-12];

/// The best actions of four states, see [`Simd::best_of_four`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BestOfFour {
    /// The greatest values.
    pub(crate) greatest: [f64; 4],
    /// The first of the best actions.
    pub(crate) first: [u64; 4],
    /// Masks of the best actions, with a bit in the byte of each, if they have several successors;
    /// else 0.
    pub(crate) ties: [u64; 4],
}

/// Returns the greatest of four values.
#[inline(always)]
pub(crate) fn greatest([left, right, up, down]: [f64; 4]) -> f64 {
    greater(greater(left, right), greater(up, down))
}

/// Returns the greater of two numbers that are not NaN. It is faster than `f64::max`, which tests
/// for NaN.
#[inline(always)]
pub(crate) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// A vector width: the operations on eight `u32` codes, by one instruction set.
///
/// They are written by hand because the compiler's own vectorisation of the minimum over lanes is
/// slower.
pub(crate) trait Simd: Copy {
    /// Eight codes in registers.
    type Vector: Copy;

    /// Eight codes of 64 bits in registers.
    type WideVector: Copy;

    /// Loads eight codes.
    fn load(self, lanes: &Lanes<u32>) -> Self::Vector;

    /// Returns the sum, lane by lane.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Returns the least lane of each of two vectors.
    fn least_of_two(self, vectors: [Self::Vector; 2]) -> [u32; 2];

    /// Returns the least lane of each of four vectors.
    fn least_of_four(self, vectors: [Self::Vector; 4]) -> [u32; 4];

    /// Returns a mask of the lanes that hold a code.
    fn equal_lanes(self, vector: Self::Vector, code: u32) -> u8;

    /// Loads eight codes of 64 bits.
    fn load_wide(self, lanes: &Lanes<u64>) -> Self::WideVector;

    /// Returns the sum of codes of 64 bits, lane by lane.
    fn add_wide(self, a: Self::WideVector, b: Self::WideVector) -> Self::WideVector;

    /// Returns the least lane of each of two vectors of codes below 2^52.
    fn least_of_two_wide(self, vectors: [Self::WideVector; 2]) -> [u64; 2];

    /// Returns the least lane of each of four vectors of codes below 2^52.
    fn least_of_four_wide(self, vectors: [Self::WideVector; 4]) -> [u64; 4];

    /// Returns a mask of the lanes that hold a code of 64 bits.
    fn equal_lanes_wide(self, vector: Self::WideVector, code: u64) -> u8;

    /// Moves the codes whose bits are set in the low four bits of a mask to the front, in order.
    /// The entries behind them are unspecified.
    fn compress(self, codes: [u32; 4], mask: u8) -> [u32; 4];

    /// As [`Simd::compress`], for codes of 64 bits.
    #[inline(always)]
    fn compress_wide(self, codes: [u64; 4], mask: u8) -> [u64; 4] {
        compress(codes, mask)
    }

    /// The inverse of [`Simd::compress`] for four 16-bit numbers in one `u64`: moves the first of
    /// them to the places whose bits are set in the low four bits of a mask, and 0 to the others.
    fn expand(self, numbers: u64, mask: u8) -> u64;

    /// The inverse of [`Simd::compress_wide`]: moves the first of four numbers to the places whose
    /// bits are set in the low four bits of a mask, in order, and to the other places the numbers
    /// that `others` has there.
    #[inline(always)]
    fn expand_wide(self, numbers: [u64; 4], mask: u8, others: [u64; 4]) -> [u64; 4] {
        let (mut expanded, mut next) = (others, 0);
        for (place, entry) in expanded.iter_mut().enumerate() {
            let is_set = mask >> place & 1 == 1;
            *entry = if is_set { numbers[next % 4] } else { *entry };
            next += usize::from(is_set);
        }
        expanded
    }

    /// Returns the best actions of four states, from their values and their successors, both by
    /// action and state. An action is one of the best if its value is at least the greatest one
    /// times a factor of [`SHARES`]. An action with the successor `none` is left out.
    #[inline(always)]
    fn best_of_four(
        self,
        values: [[f64; 4]; 4],
        successors: [[u64; 4]; 4],
        none: u64,
    ) -> BestOfFour {
        let mut found = BestOfFour::default();
        for state in 0..4 {
            let values = values.map(|values| values[state]);
            let successors = successors.map(|successors| successors[state]);
            let greatest = greatest(values);
            let least = greatest * SHARES[usize::from(greatest < 0.0)];
            let is_best = |&action: &usize| values[action] >= least && successors[action] != none;
            let mut best = (0..4).filter(is_best);
            let first = best.next().unwrap_or(3);
            found.greatest[state] = greatest;
            found.first[state] = first as u64;
            if best.any(|action| successors[action] != successors[first]) {
                let bits = (0..4).filter(is_best).map(|action| 1 << (8 * action));
                found.ties[state] = bits.sum();
            }
        }
        found
    }
}

/// By mask: the byte shuffle of [`Simd::compress`], as the source byte of each byte.
#[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
pub(super) static COMPRESS: [[u8; 16]; 16] = {
    let mut orders = [[0; 16]; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut byte, mut to) = (0, 0);
        while byte < 16 {
            if mask >> (byte / 4) & 1 == 1 {
                orders[mask][to] = byte as u8;
                to += 1;
            }
            byte += 1;
        }
        mask += 1;
    }
    orders
};

/// By mask: the byte shuffle of [`Simd::expand`], as the source byte of each byte, the lowest
/// first; 0x80 sets a byte to 0.
#[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
pub(super) static EXPAND: [u64; 16] = {
    let mut orders = [0; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut place, mut from) = (0, 0);
        while place < 4 {
            if mask >> place & 1 == 1 {
                orders[mask] |= (0x100 * (2 * from + 1) + 2 * from) << (16 * place);
                from += 1;
            } else {
                orders[mask] |= 0x8080 << (16 * place);
            }
            place += 1;
        }
        mask += 1;
    }
    orders
};

/// The portable [`Simd::compress`].
#[inline(always)]
pub(super) fn compress<T: Copy + Default>(codes: [T; 4], mask: u8) -> [T; 4] {
    let (mut compressed, mut count) = ([T::default(); 4], 0);
    for (place, code) in codes.into_iter().enumerate() {
        compressed[count % 4] = code;
        count += usize::from(mask >> place & 1);
    }
    compressed
}
