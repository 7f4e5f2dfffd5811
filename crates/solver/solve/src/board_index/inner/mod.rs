//! The ranks of the patterns of the inner cells, which are all cells but the corners.
//!
//! The inner cells are split into a high and a low half. The *inner code* of a pattern holds the
//! pattern number of the low half in its low bits, and that of the high half in the bits above. The
//! *rank* of a pattern is its position among all patterns of the same half sum, ordered by inner
//! code. The solver looks up the rank of an inner code, and also lists the patterns of a half sum
//! in the order of their ranks.
//!
//! There are two kinds of tables for both look-ups. [`RanksByPattern`] has an entry for each
//! pattern and is the faster kind. [`RanksByHalf`] has entries for the patterns of each half only,
//! so it is small enough for boards with four rows or columns.

mod by_half;
mod by_pattern;
mod ranks;

use crate::allocate::AllocationError;

pub(crate) use by_half::{RanksByHalf, table_bytes_by_half};
pub(crate) use by_pattern::RanksByPattern;
pub(crate) use ranks::{FindRank, InnerCursor, InnerPatterns, InnerRanks};

/// Rank tables of either kind. Each look-up first tests which kind it is.
#[derive(Clone, Debug)]
pub(crate) enum AnyInnerRanks {
    ByPattern(RanksByPattern),
    ByHalf(RanksByHalf),
}

impl AnyInnerRanks {
    /// Returns the rank tables of these patterns. `high_sums` and `low_sums` are the half sums of
    /// the patterns of the two halves, indexed by pattern number.
    pub(crate) fn new(
        inner: &InnerPatterns,
        high_sums: &[usize],
        low_sums: &[usize],
        has_four_lines: bool,
    ) -> Result<Self, AllocationError> {
        Ok(if has_four_lines {
            Self::ByHalf(RanksByHalf::new(inner, high_sums, low_sums)?)
        } else {
            Self::ByPattern(RanksByPattern::new(inner, high_sums, low_sums)?)
        })
    }
}

impl FindRank for &AnyInnerRanks {
    type Row = u32;

    fn rank(self, row: u32, inner_code: u64) -> u64 {
        match self {
            AnyInnerRanks::ByPattern(ranks) => ranks.finder().rank((), inner_code),
            AnyInnerRanks::ByHalf(ranks) => ranks.finder().rank(row, inner_code),
        }
    }
}

impl InnerRanks for AnyInnerRanks {
    type Row = u32;
    type Finder<'a> = &'a Self;

    fn row(&self, half_sum: usize) -> u32 {
        match self {
            Self::ByPattern(_) => 0,
            Self::ByHalf(ranks) => ranks.row(half_sum),
        }
    }

    fn finder(&self) -> &Self {
        self
    }

    fn cursor(&self, inner: &InnerPatterns, half_sum: usize, first_bit: u64) -> InnerCursor {
        match self {
            Self::ByPattern(ranks) => ranks.cursor(inner, half_sum, first_bit),
            Self::ByHalf(ranks) => ranks.cursor(inner, half_sum, first_bit),
        }
    }

    fn halves_at(&self, cursor: &mut InnerCursor, bit: u64) -> (u16, u16) {
        match self {
            Self::ByPattern(ranks) => ranks.halves_at(cursor, bit),
            Self::ByHalf(ranks) => ranks.halves_at(cursor, bit),
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::ByPattern(ranks) => ranks.bytes(),
            Self::ByHalf(ranks) => ranks.bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_of_tables_give_the_same_ranks() {
        let (high_sums, low_sums) = (vec![0, 1, 2, 1, 5], vec![0, 4, 1, 1, 2, 9, 0]);
        let inner = InnerPatterns::new(&high_sums, &low_sums);
        for has_four_lines in [false, true] {
            let ranks = AnyInnerRanks::new(&inner, &high_sums, &low_sums, has_four_lines);
            let ranks = ranks.expect("small tables");
            let mut seen = 0;
            for half_sum in 0..=inner.largest_half_sum() {
                let mut cursor = ranks.cursor(&inner, half_sum, 70);
                let mut last = None;
                for rank in 0..inner.count(half_sum) {
                    let (h, l) = ranks.halves_at(&mut cursor, 70 + rank);
                    assert_eq!(high_sums[usize::from(h)] + low_sums[usize::from(l)], half_sum);
                    assert!(last < Some((h, l)));
                    last = Some((h, l));
                    let code = (u64::from(h) << inner.low_bits()) | u64::from(l);
                    assert_eq!(inner.halves_of(code), (h, l));
                    assert_eq!(ranks.finder().rank(ranks.row(half_sum), code), rank);
                    seen += 1;
                }
            }
            assert_eq!(seen, high_sums.len() * low_sums.len());
            assert_eq!(inner.count(inner.largest_half_sum() + 1), 0);
        }
    }
}
