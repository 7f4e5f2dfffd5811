//! Rank tables with entries for the patterns of each half of the inner cells.

use super::ranks::{FindRank, InnerCells, InnerCursor, InnerRanks, count_by_sum, split_halves};

/// The ranks of inner cells, computed from their halves.
///
/// The patterns of one half sum that have the same high half are contiguous in the order of ranks.
/// Their low halves all have the same half sum and are in ascending order. So the rank of a pattern
/// is the number of patterns with a lesser high half plus the rank of the low half in its half sum.
#[derive(Clone, Debug)]
pub(crate) struct RanksByHalf {
    // How many low bits of an inner code hold the low half.
    low_bits: u32,
    // By high half: its half sum.
    high_sums: Vec<usize>,
    // By half sum of the pattern, then by high half, with one more entry at the end: how many
    // patterns of that half sum have a lesser high half.
    before: Vec<u32>,
    // The low halves by half sum, then ascending, and where each half sum begins.
    lows: Vec<u16>,
    low_starts: Vec<usize>,
    // By low half: its rank among those of its half sum, and that half sum.
    low_ranks: Vec<(u32, u32)>,
}

/// Estimates the size in bytes of the tables for this many patterns of the high half, and patterns
/// of inner cells up to this half sum.
pub(crate) const fn table_bytes_by_half(high_patterns: u64, largest_half_sum: u64) -> u64 {
    4 * (high_patterns + 1) * (largest_half_sum + 1)
}

impl RanksByHalf {
    pub(super) fn new(inner: &InnerCells, high: &[usize], low: &[usize]) -> Self {
        let sums = inner.largest_half_sum() + 1;
        let low_counts = count_by_sum(low);
        let mut before = Vec::with_capacity(sums * (high.len() + 1));
        for sum in 0..sums {
            let mut patterns = 0;
            before.push(patterns);
            for high in high {
                let low = sum.checked_sub(*high);
                patterns += low.and_then(|low| low_counts.get(low)).copied().unwrap_or(0);
                before.push(patterns);
            }
        }
        let mut low_starts = vec![0; low_counts.len() + 1];
        for (sum, count) in low_counts.iter().enumerate() {
            low_starts[sum + 1] = low_starts[sum] + *count as usize;
        }
        let mut next = low_starts.clone();
        let mut lows = vec![0; low.len()];
        let mut low_ranks = Vec::with_capacity(low.len());
        for (number, &sum) in low.iter().enumerate() {
            low_ranks.push(((next[sum] - low_starts[sum]) as u32, sum as u32));
            lows[next[sum]] = number as u16;
            next[sum] += 1;
        }
        let low_bits = inner.low_bits();
        Self { low_bits, high_sums: high.to_vec(), before, lows, low_starts, low_ranks }
    }

    /// Returns how many patterns of a half sum have a lesser high half.
    #[inline(always)]
    fn before(&self, half_sum: usize, high: usize) -> u32 {
        self.before[half_sum * (self.high_sums.len() + 1) + high]
    }
}

impl FindRank for &RanksByHalf {
    #[inline(always)]
    fn rank(self, inner_code: u64) -> u64 {
        let (high, low) = split_halves(inner_code, self.low_bits);
        let (rank, low_sum) = self.low_ranks[usize::from(low)];
        let high = usize::from(high);
        u64::from(self.before(self.high_sums[high] + low_sum as usize, high) + rank)
    }
}

impl InnerRanks for RanksByHalf {
    type Finder<'a> = &'a Self;

    #[inline(always)]
    fn finder(&self) -> &Self {
        self
    }

    fn cursor(&self, _: &InnerCells, half_sum: usize, first_bit: u64) -> InnerCursor {
        let (offset, end) = (0u64.wrapping_sub(first_bit), self.before(half_sum, 1));
        InnerCursor { offset, half_sum, high: 0, begin: 0, end }
    }

    #[inline(always)]
    fn halves_at(&self, cursor: &mut InnerCursor, bit: u64) -> (u16, u16) {
        let rank = bit.wrapping_add(cursor.offset) as u32;
        while rank >= cursor.end {
            cursor.high += 1;
            cursor.begin = cursor.end;
            cursor.end = self.before(cursor.half_sum, cursor.high + 1);
        }
        let low_sum = cursor.half_sum - self.high_sums[cursor.high];
        let low = self.lows[self.low_starts[low_sum] + (rank - cursor.begin) as usize];
        (cursor.high as u16, low)
    }

    fn bytes(&self) -> u64 {
        let Self { high_sums, before, lows, low_starts, low_ranks, .. } = self;
        let sums = size_of_val(&high_sums[..]) + size_of_val(&low_starts[..]);
        let ranks = size_of_val(&before[..]) + size_of_val(&low_ranks[..]);
        (sums + ranks + size_of_val(&lows[..])) as u64
    }
}
