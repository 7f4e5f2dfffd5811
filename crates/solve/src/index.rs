//! The index of a layer: a bit number for every board that could have its tile sum.

use std::slice::Iter;

use crate::patterns::Patterns;
use crate::vectors::Parts;

/// Numbers the boards of one tile sum: by corner pattern, then by the rank of the rest among the
/// rests that make up the sum.
#[derive(Clone, Debug)]
pub(crate) struct LayerIndex {
    half_sum: usize,
    // By corner ordinal: the number of its first board; one more at the end.
    bases: Vec<u64>,
}

impl LayerIndex {
    pub(crate) fn new(patterns: &Patterns, half_sum: usize) -> Self {
        let mut bases = Vec::with_capacity(patterns.corners.len() + 1);
        let mut next = 0;
        for corner in &patterns.corners {
            bases.push(next);
            if let Some(rest) = half_sum.checked_sub(corner.half_sum) {
                next += patterns.rests(rest) as u64;
            }
        }
        bases.push(next);
        Self { half_sum, bases }
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        8 * self.bases.len() as u64
    }

    pub(crate) const fn half_sum(&self) -> usize {
        self.half_sum
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> u64 {
        self.bases[self.bases.len() - 1]
    }

    /// The number of the board with this canonical code, which must have the layer's tile sum.
    #[inline(always)]
    pub(crate) fn number(&self, patterns: &Patterns, code: u64) -> u64 {
        let (corner, rest) = patterns.locate(code);
        self.bases[usize::from(corner)] + rest as u64
    }

    /// The parts of the board with this canonical code, which must have the layer's tile sum.
    pub(crate) fn parts(&self, patterns: &Patterns, code: u64) -> Parts {
        let (corner, rank) = patterns.locate(code);
        let rest = self.half_sum - patterns.corners[usize::from(corner)].half_sum;
        let (high, low) = patterns.rest_halves(patterns.first_rest(rest) + rank);
        Parts { corner, high, low }
    }

    /// The numbers and parts of the boards whose bits are set in some words of the layer, ascending;
    /// `first_word` is the place of the first of these.
    #[inline(always)]
    pub(crate) fn members<'a>(
        &'a self,
        patterns: &'a Patterns,
        words: &'a [u64],
        first_word: usize,
    ) -> Members<'a> {
        let first = first_word as u64 * 64;
        let corner = self.bases.partition_point(|&base| base <= first).saturating_sub(1);
        Members {
            index: self,
            patterns,
            words: words.iter(),
            word: 0,
            // Where the word before the first would stand.
            base: first.wrapping_sub(64),
            corner,
            end: self.bases[corner],
            place_of_zero: 0,
        }
    }
}

/// The boards of a set, see [`LayerIndex::members`].
pub(crate) struct Members<'a> {
    index: &'a LayerIndex,
    patterns: &'a Patterns,
    words: Iter<'a, u64>,
    // What is left of the present word, and the number of its first bit.
    word: u64,
    base: u64,
    // The present corner pattern, and the first number beyond it.
    corner: usize,
    end: u64,
    // The place in the order of rests where number 0 would stand, were it of this corner.
    place_of_zero: u64,
}

impl Iterator for Members<'_> {
    type Item = (u64, Parts);

    #[inline(always)]
    fn next(&mut self) -> Option<(u64, Parts)> {
        while self.word == 0 {
            self.word = *self.words.next()?;
            self.base = self.base.wrapping_add(64);
        }
        let number = self.base + u64::from(self.word.trailing_zeros());
        self.word &= self.word - 1;
        if number >= self.end {
            self.next_corner(number);
        }
        let place = number.wrapping_add(self.place_of_zero) as usize;
        let (high, low) = self.patterns.rest_halves(place);
        Some((number, Parts { corner: self.corner as u16, high, low }))
    }
}

impl Members<'_> {
    /// Goes on to the corner pattern of a number.
    fn next_corner(&mut self, number: u64) {
        let bases = &self.index.bases;
        while number >= bases[self.corner + 1] {
            self.corner += 1;
        }
        self.end = bases[self.corner + 1];
        let rest = self.index.half_sum - self.patterns.corners[self.corner].half_sum;
        let first_place = self.patterns.first_rest(rest) as u64;
        self.place_of_zero = first_place.wrapping_sub(bases[self.corner]);
    }
}
