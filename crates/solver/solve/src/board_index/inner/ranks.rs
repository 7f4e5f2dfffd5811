//! What both kinds of rank tables share: the counts of patterns, and the traits of the look-ups.

use crate::board_index::cells::bits_for;

/// The number of patterns of the inner cells for each half sum, and the layout of inner codes.
#[derive(Clone, Debug)]
pub(crate) struct InnerPatterns {
    // The number of low bits of an inner code that hold the low half.
    low_bits: u32,
    // Indexed by half sum: the number of patterns with a lesser half sum. The last entry is the
    // number of all patterns.
    starts: Vec<u64>,
}

/// The rank tables of the inner cells.
///
/// The passes are compiled once for each kind of rank tables. If each look-up tested the kind, a
/// solve would take a quarter longer.
pub(crate) trait InnerRanks: Sync {
    /// Where the ranks of the patterns of one half sum are.
    type Row: Copy + Default + Send + Sync;

    /// The borrowed table of the ranks of inner codes.
    type Finder<'a>: FindRank<Row = Self::Row> + Sync
    where
        Self: 'a;

    /// Returns where the ranks of the patterns of a half sum are.
    fn row(&self, half_sum: usize) -> Self::Row;

    /// Borrows the table of the ranks of inner codes, for a loop of look-ups.
    fn finder(&self) -> Self::Finder<'_>;

    /// Returns a cursor at the pattern with rank 0 of a half sum. `first_bit` is the bit index of
    /// the board with that pattern.
    fn cursor(&self, inner: &InnerPatterns, half_sum: usize, first_bit: u64) -> InnerCursor;

    /// Returns the high and the low half of the inner cells of the board with a bit index. The
    /// pattern must have the half sum of the cursor, and the bit indices of successive calls must
    /// ascend.
    fn halves_at(&self, cursor: &mut InnerCursor, bit: u64) -> (u16, u16);

    /// The size of the tables in bytes.
    fn bytes(&self) -> u64;
}

/// Finds the rank of an inner code.
pub(crate) trait FindRank: Copy {
    /// Where the ranks of the patterns of one half sum are, see [`InnerRanks::row`].
    type Row: Copy + Default + Send + Sync;

    /// Returns the rank of the pattern with this inner code among those of its half sum. `row` is
    /// that of the half sum.
    fn rank(self, row: Self::Row, inner_code: u64) -> u64;
}

/// A position in the list of the patterns of one half sum, see [`InnerRanks::cursor`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InnerCursor {
    // This is added, modulo 2^64, to a bit index. The sum is the rank of the pattern for
    // `RanksByHalf`, and the position of the pattern in `RanksByPattern::order`.
    pub(super) offset: u64,
    // Only `RanksByHalf` uses the other fields. The first two are the half sum and the pattern
    // number of the current high half.
    pub(super) half_sum: usize,
    pub(super) high: usize,
    // The ranks of the patterns with the current high half are `begin..end`.
    pub(super) begin: u32,
    pub(super) end: u32,
}

impl InnerPatterns {
    /// Counts the patterns by half sum. `high_sums` and `low_sums` are the half sums of the
    /// patterns of the two halves, indexed by pattern number.
    pub(crate) fn new(high_sums: &[usize], low_sums: &[usize]) -> Self {
        let largest = |sums: &[usize]| sums.iter().copied().max().unwrap_or(0);
        let low_counts = count_by_sum(low_sums);
        let mut starts = vec![0; largest(high_sums) + largest(low_sums) + 2];
        for high_sum in high_sums {
            for (low_sum, count) in low_counts.iter().enumerate() {
                starts[high_sum + low_sum + 1] += u64::from(*count);
            }
        }
        for sum in 1..starts.len() {
            starts[sum] += starts[sum - 1];
        }
        Self { low_bits: bits_for(low_sums.len() as u64), starts }
    }

    /// Returns the number of patterns with this half sum.
    pub(crate) fn count(&self, half_sum: usize) -> u64 {
        match self.starts.get(half_sum..half_sum + 2) {
            Some(ends) => ends[1] - ends[0],
            None => 0,
        }
    }

    /// The largest half sum of a pattern.
    pub(crate) const fn largest_half_sum(&self) -> usize {
        self.starts.len() - 2
    }

    /// Splits an inner code into the pattern numbers of the high and the low half.
    #[inline(always)]
    pub(crate) const fn halves_of(&self, inner_code: u64) -> (u16, u16) {
        split_halves(inner_code, self.low_bits)
    }

    /// The number of low bits of an inner code that hold the low half.
    pub(super) const fn low_bits(&self) -> u32 {
        self.low_bits
    }

    /// The numbers of patterns with a lesser half sum, indexed by half sum. The last entry is the
    /// number of all patterns.
    pub(super) fn starts(&self) -> &[u64] {
        &self.starts
    }

    /// The size of the table in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&self.starts[..]) as u64
    }
}

/// Splits an inner code into the pattern numbers of the high and the low half.
#[inline(always)]
pub(super) const fn split_halves(inner_code: u64, low_bits: u32) -> (u16, u16) {
    let low = inner_code & ((1 << low_bits) - 1);
    ((inner_code >> low_bits) as u16, low as u16)
}

/// Returns how often each half sum occurs, indexed by half sum.
pub(super) fn count_by_sum(sums: &[usize]) -> Vec<u32> {
    let mut counts = vec![0; sums.iter().max().map_or(0, |most| most + 1)];
    for &sum in sums {
        counts[sum] += 1;
    }
    counts
}
