//! The patterns of the four corner cells.

use super::cells::pattern_half_sums;
use super::table::PatternTable;

/// A canonical pattern of the corner cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CanonicalCorner {
    /// The pattern number.
    pub(crate) number: u32,
    /// Half the sum of its faces.
    pub(crate) half_sum: usize,
}

/// The canonical corner patterns: those that have the least number of their symmetry images.
///
/// Symmetries map corners to corners, and the corner pattern is the most significant part of a
/// code. So the corner pattern of a canonical code is canonical.
#[derive(Clone, Debug)]
pub(crate) struct CornerPatterns {
    // Ascending by pattern number. The ordinal of a pattern is its position here.
    canonical: Vec<CanonicalCorner>,
    // By pattern number: the ordinal; of other patterns `u16::MAX`.
    ordinals: PatternTable<u16>,
}

impl CornerPatterns {
    /// Returns the patterns for which `is_canonical`, called with the pattern number, holds.
    pub(crate) fn new(radix: u64, is_canonical: impl Fn(u64) -> bool) -> Self {
        let mut canonical = Vec::new();
        let ordinals =
            pattern_half_sums(radix, 4).into_iter().enumerate().map(|(number, half_sum)| {
                if !is_canonical(number as u64) {
                    return u16::MAX;
                }
                canonical.push(CanonicalCorner { number: number as u32, half_sum });
                (canonical.len() - 1) as u16
            });
        let ordinals = PatternTable::new(ordinals);
        Self { canonical, ordinals }
    }

    /// The canonical patterns, ascending.
    #[inline(always)]
    pub(crate) fn canonical(&self) -> &[CanonicalCorner] {
        &self.canonical
    }

    /// How many patterns there are, canonical or not.
    pub(crate) fn patterns(&self) -> usize {
        self.ordinals.values().len()
    }

    /// Returns the ordinal of a canonical pattern.
    #[inline(always)]
    pub(crate) fn ordinal(&self, number: u16) -> u16 {
        self.ordinals[number]
    }

    /// The largest half sum of a pattern.
    pub(crate) fn largest_half_sum(&self) -> usize {
        self.canonical.iter().map(|corner| corner.half_sum).max().unwrap_or(0)
    }
}
