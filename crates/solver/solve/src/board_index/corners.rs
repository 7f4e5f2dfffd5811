//! The patterns of the corner cells.

use super::cells::pattern_half_sums;
use super::table::PatternTable;

/// A representative corner pattern: the exponents on the corner cells, see [`CornerPatterns`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RepresentativeCorner {
    /// The pattern number.
    pub(crate) number: u32,
    /// Half the sum of its faces.
    pub(crate) half_sum: usize,
}

/// The representative corner patterns: those whose number is not greater than that of any of their
/// symmetry images.
///
/// Symmetries map corners to corners, and the corner pattern is the most significant part of a
/// code. So the corner pattern of a representative code is representative.
#[derive(Clone, Debug)]
pub(crate) struct CornerPatterns {
    /// The representative patterns, ascending by pattern number. The *ordinal* of a representative
    /// pattern is its position in this vector.
    pub(crate) representatives: Vec<RepresentativeCorner>,
    // Indexed by pattern number: the ordinal of the pattern, or `u16::MAX` if it is not
    // representative.
    ordinals: PatternTable<u16>,
}

impl CornerPatterns {
    /// Returns the patterns of so many corner cells in base `radix`. `is_representative` says
    /// whether the pattern with a number is representative.
    pub(crate) fn new(radix: u64, cells: usize, is_representative: impl Fn(u64) -> bool) -> Self {
        let mut representatives = Vec::new();
        let ordinals =
            pattern_half_sums(radix, cells).into_iter().enumerate().map(|(number, half_sum)| {
                if !is_representative(number as u64) {
                    return u16::MAX;
                }
                representatives.push(RepresentativeCorner { number: number as u32, half_sum });
                (representatives.len() - 1) as u16
            });
        let ordinals = PatternTable::new(ordinals);
        Self { representatives, ordinals }
    }

    /// The number of corner patterns, representative or not.
    pub(crate) fn pattern_count(&self) -> usize {
        self.ordinals.values().len()
    }

    /// Returns the ordinal of a representative pattern.
    #[inline(always)]
    pub(crate) fn ordinal(&self, number: u16) -> u16 {
        self.ordinals[number]
    }
}
