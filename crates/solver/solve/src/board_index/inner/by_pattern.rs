//! Rank tables with an entry for each pattern of the inner cells.

use crate::allocate::{self, AllocationError, Array};

use super::ranks::{FindRank, InnerCursor, InnerPatterns, InnerRanks};

/// The ranks of all patterns of the inner cells, for boards with at most three rows and columns.
///
/// The inner cells of such a board have at most 11^5 patterns.
#[derive(Clone, Debug)]
pub(crate) struct RanksByPattern {
    // The patterns, sorted by half sum and then by rank. Each has the number of its high half in
    // the upper 16 bits and that of its low half in the lower 16 bits.
    order: Array<u32>,
    // Indexed by inner code: the rank of the pattern. Ranks have 16 bits, so that this table, the
    // most used one, fits into the second-level cache of the processor.
    ranks: Array<u16>,
}

impl RanksByPattern {
    /// Returns the tables for these half sums of the patterns of the two halves.
    pub(super) fn new(
        inner: &InnerPatterns,
        high_sums: &[usize],
        low_sums: &[usize],
    ) -> Result<Self, AllocationError> {
        let mut next = inner.starts().to_vec();
        let mut order = allocate::zeroed(high_sums.len() * low_sums.len())?;
        let mut ranks = allocate::zeroed(high_sums.len() << inner.low_bits())?;
        for (high, high_sum) in high_sums.iter().enumerate() {
            for (low, low_sum) in low_sums.iter().enumerate() {
                let sum = high_sum + low_sum;
                let position = next[sum];
                next[sum] += 1;
                let rank = position - inner.starts()[sum];
                debug_assert!(rank <= u64::from(u16::MAX), "a rank has more than 16 bits");
                ranks[(high << inner.low_bits()) | low] = rank as u16;
                order[position as usize] = ((high << 16) | low) as u32;
            }
        }
        Ok(Self { order, ranks })
    }
}

/// The table of the ranks, indexed by inner code.
#[derive(Clone, Copy)]
pub(crate) struct PatternRanks<'a>(&'a [u16]);

impl FindRank for PatternRanks<'_> {
    // One table has the ranks of all half sums.
    type Row = ();

    #[inline(always)]
    fn rank(self, (): (), inner_code: u64) -> u64 {
        u64::from(self.0[inner_code as usize])
    }
}

impl InnerRanks for RanksByPattern {
    type Row = ();
    type Finder<'a> = PatternRanks<'a>;

    fn row(&self, _: usize) {}

    #[inline(always)]
    fn finder(&self) -> PatternRanks<'_> {
        PatternRanks(&self.ranks)
    }

    fn cursor(&self, inner: &InnerPatterns, half_sum: usize, first_bit: u64) -> InnerCursor {
        let offset = inner.starts().get(half_sum).copied().unwrap_or(0).wrapping_sub(first_bit);
        InnerCursor { offset, ..InnerCursor::default() }
    }

    #[inline(always)]
    fn halves_at(&self, cursor: &mut InnerCursor, bit: u64) -> (u16, u16) {
        let packed = self.order[bit.wrapping_add(cursor.offset) as usize];
        ((packed >> 16) as u16, packed as u16)
    }

    fn bytes(&self) -> u64 {
        (size_of_val(&self.order[..]) + size_of_val(&self.ranks[..])) as u64
    }
}
