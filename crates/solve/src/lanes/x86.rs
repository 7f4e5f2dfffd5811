//! The vector width of x86-64 processors with AVX2.

use pulp::x86::V3;
use pulp::{cast, u32x4, u32x8};

use super::vector::Lanes;
use super::width::{COMPRESS, EXPAND, Width};

// Each step of the minimum interleaves two vectors and halves the lanes of both, so that all
// vectors are reduced together.
impl Width for V3 {
    type Vector = u32x8;

    #[inline(always)]
    fn load(self, lanes: &Lanes<u32>) -> u32x8 {
        cast(lanes.0)
    }

    #[inline(always)]
    fn add(self, a: u32x8, b: u32x8) -> u32x8 {
        self.wrapping_add_u32x8(a, b)
    }

    #[inline(always)]
    fn least_of_two(self, [a, b]: [u32x8; 2]) -> [u32; 2] {
        let [ab, ba]: [u32x4; 2] = cast(self.least_pairs(a, b));
        let two = self.min_u32x4(ab, ba);
        let swapped = self.sse2._mm_shuffle_epi32::<0b01_00_11_10>(cast(two));
        let u32x4(a, b, _, _) = self.min_u32x4(two, cast(swapped));
        [a, b]
    }

    #[inline(always)]
    fn least_of_four(self, [a, b, c, d]: [u32x8; 4]) -> [u32; 4] {
        let (ab, cd) = (cast(self.least_pairs(a, b)), cast(self.least_pairs(c, d)));
        let low = self.avx2._mm256_unpacklo_epi64(ab, cd);
        let high = self.avx2._mm256_unpackhi_epi64(ab, cd);
        let [low, high]: [u32x4; 2] = cast(self.min_u32x8(cast(low), cast(high)));
        cast(self.min_u32x4(low, high))
    }

    #[inline(always)]
    fn compress(self, codes: [u32; 4], mask: u8) -> [u32; 4] {
        let order = COMPRESS[usize::from(mask % 16)];
        cast(self.ssse3._mm_shuffle_epi8(cast(codes), cast(order)))
    }

    #[inline(always)]
    fn expand(self, numbers: u64, mask: u8) -> u64 {
        let order = EXPAND[usize::from(mask % 16)];
        let expanded = self.ssse3._mm_shuffle_epi8(cast([numbers, 0]), cast([order, 0]));
        let [expanded, _]: [u64; 2] = cast(expanded);
        expanded
    }
}

/// A step of the minimum over lanes.
trait Pairs {
    fn least_pairs(self, a: u32x8, b: u32x8) -> u32x8;
}

impl Pairs for V3 {
    /// Returns the minima of lane pairs of both vectors, alternating between the two.
    #[inline(always)]
    fn least_pairs(self, a: u32x8, b: u32x8) -> u32x8 {
        let low = self.avx2._mm256_unpacklo_epi32(cast(a), cast(b));
        let high = self.avx2._mm256_unpackhi_epi32(cast(a), cast(b));
        self.min_u32x8(cast(low), cast(high))
    }
}
