//! The index of a layer: a bit number for every board that could have its tile sum.

use std::ops::Range;

use crate::patterns::{Images, Lines, Part, Patterns, add};

/// Numbers the boards of one tile sum: by corner pattern, then by the rank of the rest among the
/// rests that make up the sum.
#[derive(Clone, Debug)]
pub(crate) struct LayerIndex {
    half_sum: usize,
    // By corner ordinal: the number of its first board; one more at the end.
    bases: Vec<u64>,
}

/// A board as the parts it is made of.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a>(&'a Part, &'a Part, &'a Part);

impl<'a> Parts<'a> {
    /// The parts of the board with this canonical code and half sum.
    pub(crate) fn of_code(patterns: &'a Patterns, half_sum: usize, code: u64) -> Self {
        let (corner, rank) = patterns.locate(code);
        Self::new(patterns, half_sum, corner, rank)
    }

    fn new(patterns: &'a Patterns, half_sum: usize, corner: usize, rank: usize) -> Self {
        let part = &patterns.corners[corner];
        let (high, low) = patterns.rest(half_sum - part.half_sum as usize, rank);
        Self(part, high, low)
    }

    pub(crate) fn lines(self) -> Lines {
        add(add(self.0.lines, self.1.lines), self.2.lines)
    }

    pub(crate) fn images(self) -> Images {
        add(add(self.0.images, self.1.images), self.2.images)
    }

    /// A bit for each empty cell.
    pub(crate) fn empty(self) -> u16 {
        self.0.empty | self.1.empty | self.2.empty
    }
}

impl LayerIndex {
    pub(crate) fn new(patterns: &Patterns, half_sum: usize) -> Self {
        let mut bases = Vec::with_capacity(patterns.corners.len() + 1);
        let mut next = 0;
        for corner in &patterns.corners {
            bases.push(next);
            if let Some(rest) = half_sum.checked_sub(corner.half_sum as usize) {
                next += patterns.rests(rest) as u64;
            }
        }
        bases.push(next);
        Self { half_sum, bases }
    }

    pub(crate) const fn half_sum(&self) -> usize {
        self.half_sum
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> u64 {
        self.bases[self.bases.len() - 1]
    }

    /// The number of the board with this canonical code, which must have the layer's tile sum.
    pub(crate) fn number(&self, patterns: &Patterns, code: u64) -> u64 {
        let (corner, rest) = patterns.locate(code);
        self.bases[corner] + rest as u64
    }

    /// Calls `visit` with the number and the parts of each board whose bit is set in a range of
    /// words, in ascending order.
    pub(crate) fn for_each<'a>(
        &self,
        patterns: &'a Patterns,
        words: &[u64],
        range: Range<usize>,
        mut visit: impl FnMut(u64, Parts<'a>),
    ) {
        let first = range.start as u64 * 64;
        let mut corner = self.bases.partition_point(|&base| base <= first).saturating_sub(1);
        for (word, at) in words[range.clone()].iter().zip(range) {
            let mut rest_of_word = *word;
            while rest_of_word != 0 {
                let number = at as u64 * 64 + u64::from(rest_of_word.trailing_zeros());
                rest_of_word &= rest_of_word - 1;
                while number >= self.bases[corner + 1] {
                    corner += 1;
                }
                let rank = (number - self.bases[corner]) as usize;
                visit(number, Parts::new(patterns, self.half_sum, corner, rank));
            }
        }
    }
}
