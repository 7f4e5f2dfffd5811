//! The vectors of x86 processors with AVX2.

use pulp::x86::V3;
use pulp::{cast, u32x4, u32x8};

use super::{Lanes, PACKED, UNPACKED, Width};

// The vectors are put through each other while they are halved, so that all are done at once.
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
    fn pack(self, codes: [u32; 4], mask: u8) -> [u32; 4] {
        let order = PACKED[usize::from(mask % 16)];
        cast(self.ssse3._mm_shuffle_epi8(cast(codes), cast(order)))
    }

    #[inline(always)]
    fn unpack(self, numbers: u64, mask: u8) -> u64 {
        let order = UNPACKED[usize::from(mask % 16)];
        let unpacked = self.ssse3._mm_shuffle_epi8(cast([numbers, 0]), cast([order, 0]));
        let [unpacked, _]: [u64; 2] = cast(unpacked);
        unpacked
    }
}

trait Pairs {
    fn least_pairs(self, a: u32x8, b: u32x8) -> u32x8;
}

impl Pairs for V3 {
    /// In turns, the lesser of two lanes of one vector and of the other.
    #[inline(always)]
    fn least_pairs(self, a: u32x8, b: u32x8) -> u32x8 {
        let low = self.avx2._mm256_unpacklo_epi32(cast(a), cast(b));
        let high = self.avx2._mm256_unpackhi_epi32(cast(a), cast(b));
        self.min_u32x8(cast(low), cast(high))
    }
}
