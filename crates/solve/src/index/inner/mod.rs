//! The inner cells of a board, all but the corners, and the ranks of their patterns.
//!
//! The inner cells are split into a high and a low half. The *inner code* of a pattern has the
//! pattern number of the high half above some bits for that of the low half. The *rank* of a
//! pattern is its position among the patterns of the same half sum, ordered by inner code. Each
//! layer needs the ranks in both directions: the rank of an inner code, and the patterns of a half
//! sum in order.
//!
//! There are two kinds of tables for that. [`RanksByPattern`] has an entry for each pattern and is
//! the faster one; [`RanksByHalf`] has entries for the patterns of each half only, and stays small
//! on boards with four rows or columns.

mod by_half;
mod by_pattern;
mod ranks;

pub(crate) use by_half::{RanksByHalf, table_bytes_by_half};
pub(crate) use by_pattern::RanksByPattern;
pub(crate) use ranks::{FindRank, InnerCells, InnerCursor, InnerRanks};

/// Either kind of rank tables, chosen at each look-up.
#[derive(Clone, Debug)]
pub(crate) enum AnyInnerRanks {
    ByPattern(RanksByPattern),
    ByHalf(RanksByHalf),
}

impl AnyInnerRanks {
    /// Returns the rank tables of inner cells whose halves have these half sums, by pattern number.
    pub(crate) fn new(
        inner: &InnerCells,
        high: &[usize],
        low: &[usize],
        has_four_lines: bool,
    ) -> Self {
        if has_four_lines {
            Self::ByHalf(RanksByHalf::new(inner, high, low))
        } else {
            Self::ByPattern(RanksByPattern::new(inner, high, low))
        }
    }
}

impl FindRank for &AnyInnerRanks {
    fn rank(self, inner_code: u64) -> u64 {
        match self {
            AnyInnerRanks::ByPattern(ranks) => ranks.finder().rank(inner_code),
            AnyInnerRanks::ByHalf(ranks) => ranks.finder().rank(inner_code),
        }
    }
}

impl InnerRanks for AnyInnerRanks {
    type Finder<'a> = &'a Self;

    fn finder(&self) -> &Self {
        self
    }

    fn cursor(&self, inner: &InnerCells, half_sum: usize, first_bit: u64) -> InnerCursor {
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
    fn both_kinds_of_tables_have_the_same_ranks() {
        let (high, low) = (vec![0, 1, 2, 1, 5], vec![0, 4, 1, 1, 2, 9, 0]);
        let inner = InnerCells::new(&high, &low);
        for has_four_lines in [false, true] {
            let ranks = AnyInnerRanks::new(&inner, &high, &low, has_four_lines);
            let mut seen = 0;
            for half_sum in 0..=inner.largest_half_sum() {
                let mut cursor = ranks.cursor(&inner, half_sum, 70);
                let mut last = None;
                for rank in 0..inner.count(half_sum) {
                    let (h, l) = ranks.halves_at(&mut cursor, 70 + rank);
                    assert_eq!(high[usize::from(h)] + low[usize::from(l)], half_sum);
                    assert!(last < Some((h, l)));
                    last = Some((h, l));
                    let code = (u64::from(h) << inner.low_bits()) | u64::from(l);
                    assert_eq!(inner.halves_of(code), (h, l));
                    assert_eq!(ranks.finder().rank(code), rank);
                    seen += 1;
                }
            }
            assert_eq!(seen, high.len() * low.len());
            assert_eq!(inner.count(inner.largest_half_sum() + 1), 0);
        }
    }
}
