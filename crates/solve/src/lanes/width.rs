//! Vector widths: the operations on eight codes, by instruction set.

use super::vector::{Lanes, add, least};

/// A vector width: the operations on eight `u32` codes, by one instruction set.
///
/// They are written by hand because the compiler's own vectorisation of the minimum over lanes is
/// slower.
pub(crate) trait Width: Copy {
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

    /// Loads eight codes of 64 bits.
    fn load_wide(self, lanes: &Lanes<u64>) -> Self::WideVector;

    /// Returns the sum of codes of 64 bits, lane by lane.
    fn add_wide(self, a: Self::WideVector, b: Self::WideVector) -> Self::WideVector;

    /// Returns the least lane of each of two vectors of codes below 2^52.
    fn least_of_two_wide(self, vectors: [Self::WideVector; 2]) -> [u64; 2];

    /// Returns the least lane of each of four vectors of codes below 2^52.
    fn least_of_four_wide(self, vectors: [Self::WideVector; 4]) -> [u64; 4];

    /// Moves the codes whose bits are set in the low four bits of a mask to the front, in order.
    /// The entries behind them are unspecified.
    fn compress(self, codes: [u32; 4], mask: u8) -> [u32; 4];

    /// As [`Width::compress`], for codes of 64 bits.
    #[inline(always)]
    fn compress_wide(self, codes: [u64; 4], mask: u8) -> [u64; 4] {
        compress(codes, mask)
    }

    /// The inverse of [`Width::compress`] for four 16-bit numbers in one `u64`: moves the first of
    /// them to the places whose bits are set in the low four bits of a mask, and 0 to the others.
    fn expand(self, numbers: u64, mask: u8) -> u64;
}

/// Portable code, for processors without one of the supported instruction sets.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Width for Portable {
    type Vector = Lanes<u32>;
    type WideVector = Lanes<u64>;

    #[inline(always)]
    fn load(self, lanes: &Lanes<u32>) -> Lanes<u32> {
        *lanes
    }

    #[inline(always)]
    fn add(self, a: Lanes<u32>, b: Lanes<u32>) -> Lanes<u32> {
        add(&a, &b)
    }

    #[inline(always)]
    fn least_of_two(self, [a, b]: [Lanes<u32>; 2]) -> [u32; 2] {
        [least(&a), least(&b)]
    }

    #[inline(always)]
    fn least_of_four(self, [a, b, c, d]: [Lanes<u32>; 4]) -> [u32; 4] {
        [least(&a), least(&b), least(&c), least(&d)]
    }

    #[inline(always)]
    fn load_wide(self, lanes: &Lanes<u64>) -> Lanes<u64> {
        *lanes
    }

    #[inline(always)]
    fn add_wide(self, a: Lanes<u64>, b: Lanes<u64>) -> Lanes<u64> {
        add(&a, &b)
    }

    #[inline(always)]
    fn least_of_two_wide(self, [a, b]: [Lanes<u64>; 2]) -> [u64; 2] {
        [least(&a), least(&b)]
    }

    #[inline(always)]
    fn least_of_four_wide(self, [a, b, c, d]: [Lanes<u64>; 4]) -> [u64; 4] {
        [least(&a), least(&b), least(&c), least(&d)]
    }

    #[inline(always)]
    fn compress(self, codes: [u32; 4], mask: u8) -> [u32; 4] {
        compress(codes, mask)
    }

    #[inline(always)]
    fn expand(self, numbers: u64, mask: u8) -> u64 {
        let (mut expanded, mut left) = (0, numbers);
        for place in 0..4 {
            let is_set = u64::from(mask >> place & 1);
            expanded |= (left & (0xffff * is_set)) << (16 * place);
            left >>= 16 * is_set;
        }
        expanded
    }
}

/// By mask: the byte shuffle of [`Width::compress`], as the source byte of each byte.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", not(feature = "portable"))))]
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

/// By mask: the byte shuffle of [`Width::expand`], as the source byte of each byte, the lowest
/// first; 0x80 sets a byte to 0.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", not(feature = "portable"))))]
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

/// The portable [`Width::compress`].
#[inline(always)]
pub(super) fn compress<T: Copy + Default>(codes: [T; 4], mask: u8) -> [T; 4] {
    let (mut compressed, mut count) = ([T::default(); 4], 0);
    for (place, code) in codes.into_iter().enumerate() {
        compressed[count % 4] = code;
        count += usize::from(mask >> place & 1);
    }
    compressed
}
