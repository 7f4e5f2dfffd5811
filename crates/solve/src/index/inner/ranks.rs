//! The parts that both kinds of rank tables share: counts of patterns, and the look-up traits.

use crate::index::cells::bits_for;

/// How many patterns of inner cells each half sum has.
#[derive(Clone, Debug)]
pub(crate) struct InnerCells {
    // How many low bits of an inner code hold the low half.
    low_bits: u32,
    // By half sum: how many patterns have a lesser half sum. One more entry at the end.
    starts: Vec<u64>,
}

/// The rank tables of inner cells. A solve is compiled for each kind of table, because choosing
/// the kind at each look-up would cost a quarter of its time.
pub(crate) trait InnerRanks: Sync {
    /// The borrowed table of ranks.
    type Finder<'a>: FindRank
    where
        Self: 'a;

    /// Borrows the table of ranks for a loop.
    fn finder(&self) -> Self::Finder<'_>;

    /// Returns a cursor at the first pattern of a half sum, which has the bit index `first_bit`.
    fn cursor(&self, inner: &InnerCells, half_sum: usize, first_bit: u64) -> InnerCursor;

    /// Returns the high and the low half of the pattern with a bit index, of the cursor's half sum.
    /// The bit indices of successive calls must ascend.
    fn halves_at(&self, cursor: &mut InnerCursor, bit: u64) -> (u16, u16);

    /// The size of the tables in bytes.
    fn bytes(&self) -> u64;
}

/// Finds the rank of an inner code.
pub(crate) trait FindRank: Copy {
    /// Returns the rank of the pattern with this inner code among those of its half sum.
    fn rank(self, inner_code: u64) -> u64;
}

/// A position in the patterns of one half sum, see [`InnerRanks::cursor`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InnerCursor {
    // The difference, modulo 2^64, between the position of a pattern in the table and its bit
    // index.
    pub(super) offset: u64,
    // The other fields are for `RanksByHalf` only: the half sum, the current high half, and the
    // first rank of that high half and of the next one.
    pub(super) half_sum: usize,
    pub(super) high: usize,
    pub(super) begin: u32,
    pub(super) end: u32,
}

impl InnerCells {
    /// Returns the inner cells whose halves have these half sums, by pattern number.
    pub(crate) fn new(high: &[usize], low: &[usize]) -> Self {
        let largest = |sums: &[usize]| sums.iter().copied().max().unwrap_or(0);
        let low_counts = count_by_sum(low);
        let mut starts = vec![0; largest(high) + largest(low) + 2];
        for &high in high {
            for (low, count) in low_counts.iter().enumerate() {
                starts[high + low + 1] += u64::from(*count);
            }
        }
        for sum in 1..starts.len() {
            starts[sum] += starts[sum - 1];
        }
        Self { low_bits: bits_for(low.len() as u64), starts }
    }

    /// Returns how many patterns have this half sum.
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

    /// Returns the pattern numbers of the halves in an inner code.
    #[inline(always)]
    pub(crate) const fn halves_of(&self, inner_code: u64) -> (u16, u16) {
        split_halves(inner_code, self.low_bits)
    }

    /// How many low bits of an inner code hold the low half.
    pub(super) const fn low_bits(&self) -> u32 {
        self.low_bits
    }

    /// By half sum: how many patterns have a lesser half sum. One more entry at the end.
    pub(super) fn starts(&self) -> &[u64] {
        &self.starts
    }

    /// The size of the table in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&self.starts[..]) as u64
    }
}

/// Splits an inner code into the pattern numbers of the halves.
#[inline(always)]
pub(super) const fn split_halves(inner_code: u64, low_bits: u32) -> (u16, u16) {
    let low = inner_code & ((1 << low_bits) - 1);
    ((inner_code >> low_bits) as u16, low as u16)
}

/// Returns how often each half sum occurs.
pub(super) fn count_by_sum(sums: &[usize]) -> Vec<u32> {
    let mut counts = vec![0; sums.iter().max().map_or(0, |most| most + 1)];
    for &sum in sums {
        counts[sum] += 1;
    }
    counts
}
