//! The vector width of WebAssembly: SIMD of 128 bits.

use core::arch::wasm32::{
    i8x16_swizzle, i32x4_shuffle, i64x2_shuffle, u8x16, u32x4, u32x4_add, u32x4_bitmask, u32x4_eq,
    u32x4_extract_lane, u32x4_min, u32x4_splat, u64x2, u64x2_extract_lane, v128,
};

use super::operations::{COMPRESS, EXPAND, Simd};
use super::vector::{Lanes, add, equal_lanes, least};

/// Eight codes as two vectors of four.
#[derive(Clone, Copy)]
pub(crate) struct Simd128;

impl Simd for Simd128 {
    type Vector = [v128; 2];
    type WideVector = Lanes<u64>;

    #[inline(always)]
    fn load(self, lanes: &Lanes<u32>) -> [v128; 2] {
        let [a, b, c, d, e, f, g, h] = lanes.0;
        [u32x4(a, b, c, d), u32x4(e, f, g, h)]
    }

    #[inline(always)]
    fn add(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [u32x4_add(a[0], b[0]), u32x4_add(a[1], b[1])]
    }

    #[inline(always)]
    fn least_of_two(self, vectors: [[v128; 2]; 2]) -> [u32; 2] {
        let [a, b] = vectors.map(|[low, high]| u32x4_min(low, high));
        let ab = least_pairs(a, b);
        let two = u32x4_min(ab, i64x2_shuffle::<1, 0>(ab, ab));
        [u32x4_extract_lane::<0>(two), u32x4_extract_lane::<1>(two)]
    }

    #[inline(always)]
    fn least_of_four(self, vectors: [[v128; 2]; 4]) -> [u32; 4] {
        let [a, b, c, d] = vectors.map(|[low, high]| u32x4_min(low, high));
        let (ab, cd) = (least_pairs(a, b), least_pairs(c, d));
        numbers(u32x4_min(i64x2_shuffle::<0, 2>(ab, cd), i64x2_shuffle::<1, 3>(ab, cd)))
    }

    #[inline(always)]
    fn equal_lanes(self, [low, high]: [v128; 2], code: u32) -> u8 {
        let code = u32x4_splat(code);
        u32x4_bitmask(u32x4_eq(low, code)) | u32x4_bitmask(u32x4_eq(high, code)) << 4
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
    fn compress(self, [a, b, c, d]: [u32; 4], mask: u8) -> [u32; 4] {
        let order = COMPRESS[usize::from(mask % 16)];
        numbers(i8x16_swizzle(u32x4(a, b, c, d), bytes(order)))
    }

    #[inline(always)]
    fn expand(self, numbers: u64, mask: u8) -> u64 {
        let order = EXPAND[usize::from(mask % 16)];
        u64x2_extract_lane::<0>(i8x16_swizzle(u64x2(numbers, 0), u64x2(order, 0)))
    }
}

/// Returns the minima of adjacent lane pairs of both vectors, alternating between the two.
#[inline(always)]
fn least_pairs(a: v128, b: v128) -> v128 {
    u32x4_min(i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b))
}

#[inline(always)]
fn numbers(vector: v128) -> [u32; 4] {
    [
        u32x4_extract_lane::<0>(vector),
        u32x4_extract_lane::<1>(vector),
        u32x4_extract_lane::<2>(vector),
        u32x4_extract_lane::<3>(vector),
    ]
}

#[inline(always)]
fn bytes(b: [u8; 16]) -> v128 {
    u8x16(
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15],
    )
}
