//! Rank tables with an entry for each pattern of a half of the inner cells.

use crate::allocate::{self, AllocationError, Array};

use super::ranks::{FindRank, InnerCursor, InnerPatterns, InnerRanks, count_by_sum, split_halves};

/// The ranks of the patterns of the inner cells, computed from their halves.
///
/// Patterns of one half sum are ordered by inner code, so those with the same high half are
/// contiguous, and their low halves ascend and all have the same half sum. So the rank of a pattern
/// is the sum of two numbers: how many patterns of its half sum have a lesser high half, and the
/// rank of its low half among the low halves of the same half sum.
#[derive(Clone, Debug)]
pub(crate) struct RanksByHalf {
    // The number of low bits of an inner code that hold the low half.
    low_bits: u32,
    // Indexed by high half: its half sum.
    high_sums: Vec<u16>,
    // A row for each half sum, with an entry for each high half: the number of patterns of the half
    // sum that have a lesser high half. The last entry of a row is the number of all patterns of
    // the half sum.
    before: Array<u32>,
    // The low halves, sorted by half sum and then by pattern number.
    lows: Array<u16>,
    // Indexed by half sum: the position in `lows` of the first low half of the half sum. The last
    // entry is the length of `lows`.
    low_starts: Vec<usize>,
    // Indexed by low half: its rank among the low halves of its half sum.
    low_ranks: Array<u16>,
}

/// Estimates the size of the tables in bytes, from the number of patterns of the high half and the
/// largest half sum of a pattern of the inner cells.
pub(crate) const fn table_bytes_by_half(high_patterns: u64, largest_half_sum: u64) -> u64 {
    4 * (high_patterns + 1) * (largest_half_sum + 1)
}

impl RanksByHalf {
    /// Returns the tables for these half sums of the patterns of the two halves.
    pub(super) fn new(
        inner: &InnerPatterns,
        high_sums: &[usize],
        low_sums: &[usize],
    ) -> Result<Self, AllocationError> {
        let sums = inner.largest_half_sum() + 1;
        let low_counts = count_by_sum(low_sums);
        let mut before = allocate::with_capacity(sums * (high_sums.len() + 1))?;
        for sum in 0..sums {
            let mut patterns = 0;
            before.push(patterns);
            for high_sum in high_sums {
                let low_sum = sum.checked_sub(*high_sum);
                patterns += low_sum.and_then(|sum| low_counts.get(sum)).copied().unwrap_or(0);
                before.push(patterns);
            }
        }
        let mut low_starts = vec![0; low_counts.len() + 1];
        for (sum, count) in low_counts.iter().enumerate() {
            low_starts[sum + 1] = low_starts[sum] + *count as usize;
        }
        let mut next = low_starts.clone();
        let mut lows = Array::from(vec![0; low_sums.len()]);
        let mut low_ranks = allocate::with_capacity(low_sums.len())?;
        for (number, &sum) in low_sums.iter().enumerate() {
            // There are at most 2^16 low halves.
            low_ranks.push((next[sum] - low_starts[sum]) as u16);
            lows[next[sum]] = number as u16;
            next[sum] += 1;
        }
        debug_assert!(sums <= 1 << 16, "a half sum has more than 16 bits");
        let low_bits = inner.low_bits();
        let high_sums = high_sums.iter().map(|&sum| sum as u16).collect();
        Ok(Self { low_bits, high_sums, before, lows, low_starts, low_ranks })
    }

    /// Returns the number of patterns of a half sum that have a lesser high half.
    #[inline(always)]
    fn before(&self, half_sum: usize, high: usize) -> u32 {
        self.before[self.row(half_sum) as usize + high]
    }
}

impl FindRank for &RanksByHalf {
    // The position in `before` of the row of a half sum.
    type Row = u32;

    #[inline(always)]
    fn rank(self, row: u32, inner_code: u64) -> u64 {
        let (high, low) = split_halves(inner_code, self.low_bits);
        let before = self.before[row as usize + usize::from(high)];
        u64::from(before + u32::from(self.low_ranks[usize::from(low)]))
    }
}

impl InnerRanks for RanksByHalf {
    type Row = u32;
    type Finder<'a> = &'a Self;

    #[inline(always)]
    fn row(&self, half_sum: usize) -> u32 {
        (half_sum * (self.high_sums.len() + 1)) as u32
    }

    #[inline(always)]
    fn finder(&self) -> &Self {
        self
    }

    fn cursor(&self, _: &InnerPatterns, half_sum: usize, first_bit: u64) -> InnerCursor {
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
        let low_sum = cursor.half_sum - usize::from(self.high_sums[cursor.high]);
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
