//! Rank tables with an entry for each pattern of the inner cells.

use super::ranks::{FindRank, InnerCells, InnerCursor, InnerRanks};

/// The ranks of all patterns of the inner cells, for boards of at most 3x3, which have at most 11^5
/// patterns.
#[derive(Clone, Debug)]
pub(crate) struct RanksByPattern {
    // The patterns by half sum, then by rank: the high half above 16 bits of the low half.
    order: Vec<u32>,
    // By inner code: the rank. It has 16 bits, so that this table, the most used one, fits the
    // processor's second-level cache.
    ranks: Vec<u16>,
}

impl RanksByPattern {
    pub(super) fn new(inner: &InnerCells, high: &[usize], low: &[usize]) -> Self {
        let mut next = inner.starts().to_vec();
        let mut order = vec![0; high.len() * low.len()];
        let mut ranks = vec![0; high.len() << inner.low_bits()];
        for (h, high) in high.iter().enumerate() {
            for (l, low) in low.iter().enumerate() {
                let sum = high + low;
                let at = next[sum];
                next[sum] += 1;
                let rank = at - inner.starts()[sum];
                debug_assert!(rank <= u64::from(u16::MAX), "a rank has more than 16 bits");
                ranks[(h << inner.low_bits()) | l] = rank as u16;
                order[at as usize] = ((h << 16) | l) as u32;
            }
        }
        Self { order, ranks }
    }
}

/// The ranks by inner code.
#[derive(Clone, Copy)]
pub(crate) struct PatternRanks<'a>(&'a [u16]);

impl FindRank for PatternRanks<'_> {
    #[inline(always)]
    fn rank(self, inner_code: u64) -> u64 {
        u64::from(self.0[inner_code as usize])
    }
}

impl InnerRanks for RanksByPattern {
    type Finder<'a> = PatternRanks<'a>;

    #[inline(always)]
    fn finder(&self) -> PatternRanks<'_> {
        PatternRanks(&self.ranks)
    }

    fn cursor(&self, inner: &InnerCells, half_sum: usize, first_bit: u64) -> InnerCursor {
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
