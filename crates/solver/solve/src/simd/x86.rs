//! The vector width of x86-64 processors with AVX2.

use pulp::x86::V3;
use pulp::{cast, f64x4, u32x4, u32x8, u64x4};

use super::operations::{BestOfFour, COMPRESS, EXPAND, SHARES, Simd};
use super::vector::Lanes;

/// Codes of 64 bits are below this number: they are the fractions of numbers of double precision.
const WIDE_CODES: u64 = 1 << 52;

// Each step of the minimum interleaves two vectors and halves the lanes of both, so that all
// vectors are reduced together.
impl Simd for V3 {
    type Vector = u32x8;
    type WideVector = [u64x4; 2];

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
    fn equal_lanes(self, vector: u32x8, code: u32) -> u8 {
        let equal = self.avx2._mm256_cmpeq_epi32(cast(vector), cast(self.splat_u32x8(code)));
        self.avx._mm256_movemask_ps(cast(equal)) as u8
    }

    #[inline(always)]
    fn load_wide(self, lanes: &Lanes<u64>) -> [u64x4; 2] {
        cast(lanes.0)
    }

    #[inline(always)]
    fn add_wide(self, a: [u64x4; 2], b: [u64x4; 2]) -> [u64x4; 2] {
        [self.wrapping_add_u64x4(a[0], b[0]), self.wrapping_add_u64x4(a[1], b[1])]
    }

    #[inline(always)]
    fn least_of_two_wide(self, [a, b]: [[u64x4; 2]; 2]) -> [u64; 2] {
        let (a, b) = (least_halves(self, a), least_halves(self, b));
        let ab = least_neighbours(self, a, b);
        let swapped = self.avx._mm256_permute2f128_pd::<1>(cast(ab), cast(ab));
        let [a, b, ..]: [u64; 4] = cast(self.avx._mm256_min_pd(cast(ab), swapped));
        [a & (WIDE_CODES - 1), b & (WIDE_CODES - 1)]
    }

    #[inline(always)]
    fn least_of_four_wide(self, [a, b, c, d]: [[u64x4; 2]; 4]) -> [u64; 4] {
        let (a, b) = (least_halves(self, a), least_halves(self, b));
        let (c, d) = (least_halves(self, c), least_halves(self, d));
        let (ab, cd) = (cast(least_neighbours(self, a, b)), cast(least_neighbours(self, c, d)));
        let low = self.avx._mm256_permute2f128_pd::<0x20>(ab, cd);
        let high = self.avx._mm256_permute2f128_pd::<0x31>(ab, cd);
        let four = cast(self.avx._mm256_min_pd(low, high));
        cast(self.and_u64x4(four, self.splat_u64x4(WIDE_CODES - 1)))
    }

    #[inline(always)]
    fn equal_lanes_wide(self, [low, high]: [u64x4; 2], code: u64) -> u8 {
        let code = cast(self.splat_u64x4(code));
        let low = self.avx2._mm256_cmpeq_epi64(cast(low), code);
        let high = self.avx2._mm256_cmpeq_epi64(cast(high), code);
        let low = self.avx._mm256_movemask_pd(cast(low));
        (low | self.avx._mm256_movemask_pd(cast(high)) << 4) as u8
    }

    #[inline(always)]
    fn compress(self, codes: [u32; 4], mask: u8) -> [u32; 4] {
        let order = COMPRESS[usize::from(mask % 16)];
        cast(self.ssse3._mm_shuffle_epi8(cast(codes), cast(order)))
    }

    #[inline(always)]
    fn compress_wide(self, codes: [u64; 4], mask: u8) -> [u64; 4] {
        let order = COMPRESS_WIDE[usize::from(mask % 16)];
        cast(self.avx2._mm256_permutevar8x32_epi32(cast(codes), cast(order)))
    }

    #[inline(always)]
    fn expand(self, numbers: u64, mask: u8) -> u64 {
        let order = EXPAND[usize::from(mask % 16)];
        let expanded = self.ssse3._mm_shuffle_epi8(cast([numbers, 0]), cast([order, 0]));
        let [expanded, _]: [u64; 2] = cast(expanded);
        expanded
    }

    #[inline(always)]
    fn expand_wide(self, numbers: [u64; 4], mask: u8, others: [u64; 4]) -> [u64; 4] {
        let (order, is_set) = EXPAND_WIDE[usize::from(mask % 16)];
        let expanded = self.avx2._mm256_permutevar8x32_epi32(cast(numbers), cast(order));
        cast(self.avx._mm256_blendv_pd(cast(others), cast(expanded), cast(is_set)))
    }

    #[inline(always)]
    fn best_of_four(
        self,
        values: [[f64; 4]; 4],
        successors: [[u64; 4]; 4],
        none: u64,
    ) -> BestOfFour {
        // Vectors are not the elements of `map` and `from_fn`, see `kernel`.
        let [left, right, up, down]: [f64x4; 4] = cast(values);
        let after: [u64x4; 4] = cast(successors);
        let greater = |a: f64x4, b: f64x4| cast(self.avx._mm256_max_pd(cast(a), cast(b)));
        let greatest: f64x4 = greater(greater(left, right), greater(up, down));
        let is_negative = self.cmp_lt_f64x4(greatest, self.splat_f64x4(0.0));
        let [below, above] = SHARES;
        let (below, above) = (self.splat_f64x4(below), self.splat_f64x4(above));
        let share = self.select_f64x4(is_negative, above, below);
        let least = cast(self.avx._mm256_mul_pd(cast(greatest), cast(share)));
        let none = self.splat_u64x4(none);
        let equal =
            |a: u64x4, b: u64x4| -> u64x4 { cast(self.avx2._mm256_cmpeq_epi64(cast(a), cast(b))) };
        let without =
            |a: u64x4, b: u64x4| -> u64x4 { cast(self.avx2._mm256_andnot_si256(cast(b), cast(a))) };
        let is_best = |values: f64x4, after: u64x4| {
            without(cast(self.cmp_ge_f64x4(values, least)), equal(after, none))
        };
        let [a, b, c, d] = [
            is_best(left, after[0]),
            is_best(right, after[1]),
            is_best(up, after[2]),
            is_best(down, after[3]),
        ];
        let choose = |is_set: u64x4, if_set: u64x4, otherwise: u64x4| -> u64x4 {
            cast(self.avx._mm256_blendv_pd(cast(otherwise), cast(if_set), cast(is_set)))
        };
        let successor = choose(b, after[1], choose(c, after[2], after[3]));
        let successor = choose(a, after[0], successor);
        let splat = |number: u64| self.splat_u64x4(number);
        let first = choose(b, splat(1), choose(c, splat(2), splat(3)));
        let first = choose(a, splat(0), first);
        let or = |a: u64x4, b: u64x4| self.or_u64x4(a, b);
        let bit = |is_set: u64x4, action: u32| self.and_u64x4(is_set, splat(1 << (8 * action)));
        let mask = or(or(bit(a, 0), bit(b, 1)), or(bit(c, 2), bit(d, 3)));
        let differs = |is_set: u64x4, after: u64x4| without(is_set, equal(after, successor));
        let is_tie = or(
            or(differs(a, after[0]), differs(b, after[1])),
            or(differs(c, after[2]), differs(d, after[3])),
        );
        BestOfFour {
            greatest: cast(greatest),
            first: cast(first),
            ties: cast(self.and_u64x4(mask, is_tie)),
        }
    }
}

/// By mask: the order of eight 32-bit halves that moves the first numbers of 64 bits to the places
/// whose bits are set, and a mask of 64 bits for each place.
static EXPAND_WIDE: [([u32; 8], [u64; 4]); 16] = {
    let mut orders = [([0; 8], [0; 4]); 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut place, mut from) = (0, 0);
        while place < 4 {
            if mask >> place & 1 == 1 {
                orders[mask].0[2 * place] = 2 * from;
                orders[mask].0[2 * place + 1] = 2 * from + 1;
                orders[mask].1[place] = u64::MAX;
                from += 1;
            }
            place += 1;
        }
        mask += 1;
    }
    orders
};

/// By mask: the order of eight 32-bit halves that moves the codes of 64 bits whose bits are set to
/// the front.
static COMPRESS_WIDE: [[u32; 8]; 16] = {
    let mut orders = [[0; 8]; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut place, mut count) = (0, 0);
        while place < 4 {
            if mask >> place & 1 == 1 {
                orders[mask][2 * count] = 2 * place;
                orders[mask][2 * count + 1] = 2 * place + 1;
                count += 1;
            }
            place += 1;
        }
        mask += 1;
    }
    orders
};

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

/// Makes normal numbers of double precision of both halves of a vector of codes, and returns the
/// lesser ones. Instructions for AVX2 compare 64-bit integers more slowly.
#[inline(always)]
fn least_halves(simd: V3, [low, high]: [u64x4; 2]) -> f64x4 {
    let exponent = simd.splat_u64x4(WIDE_CODES);
    let (low, high) = (simd.or_u64x4(low, exponent), simd.or_u64x4(high, exponent));
    cast(simd.avx._mm256_min_pd(cast(low), cast(high)))
}

/// Returns the minima of adjacent lane pairs of both vectors, alternating between the two.
#[inline(always)]
fn least_neighbours(simd: V3, a: f64x4, b: f64x4) -> f64x4 {
    let (a, b) = (cast(a), cast(b));
    let (even, odd) = (simd.avx._mm256_unpacklo_pd(a, b), simd.avx._mm256_unpackhi_pd(a, b));
    cast(simd.avx._mm256_min_pd(even, odd))
}
