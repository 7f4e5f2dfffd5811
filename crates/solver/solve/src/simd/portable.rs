//! Vectors as arrays, on which every processor computes. Programs for browsers always have vectors.

use super::operations::{Simd, compress};
use super::vector::{Lanes, add, equal_lanes, least};

/// Portable code, for processors without one of the supported instruction sets.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Simd for Portable {
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
    fn equal_lanes(self, vector: Lanes<u32>, code: u32) -> u8 {
        equal_lanes(&vector, code)
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
    fn equal_lanes_wide(self, vector: Lanes<u64>, code: u64) -> u8 {
        equal_lanes(&vector, code)
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
