//! The index of a layer: a bit number for every board that could have its tile sum.

use std::slice::Iter;

use crate::index::codes::Patterns;
use crate::index::inner::{Cursor, Places, Ranks, RestFinder};
use crate::kernel::tables::Parts;
use crate::lanes::Code;

/// Numbers the boards of one tile sum: by corner pattern, then by the rank of the rest among the
/// rests that make up the sum.
#[derive(Clone, Debug)]
pub(crate) struct LayerIndex {
    half_sum: usize,
    // By corner ordinal: the number of its first board; one more at the end.
    bases: Vec<u64>,
}

impl LayerIndex {
    pub(crate) fn new(patterns: &Patterns<impl Places>, half_sum: usize) -> Self {
        let mut bases = Vec::with_capacity(patterns.corners.len() + 1);
        let mut next = 0;
        for corner in &patterns.corners {
            bases.push(next);
            if let Some(rest) = half_sum.checked_sub(corner.half_sum) {
                next += patterns.rests.count(rest);
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
    pub(crate) fn number(&self, patterns: &Patterns<impl Places>, code: u64) -> u64 {
        let (corner, rest) = patterns.split(code);
        self.bases[usize::from(corner)] + patterns.rests.finder().rank(rest)
    }

    /// The same for many boards.
    pub(crate) fn table<C: Code>(&self, patterns: &Patterns<impl Places>) -> NumberTable<C> {
        let mut bases = vec![C::default(); patterns.corner_numbers()];
        for (corner, &base) in patterns.corners.iter().zip(&self.bases) {
            bases[corner.number as usize] = C::narrow(base);
        }
        NumberTable { bases }
    }

    /// The numbers and parts of the boards whose bits are set in some words of the layer, ascending;
    /// `first_word` is the place of the first of these.
    #[inline(always)]
    pub(crate) fn members<'a, P: Places>(
        &'a self,
        patterns: &'a Patterns<P>,
        words: &'a [u64],
        first_word: usize,
    ) -> Members<'a, P> {
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
            rests: patterns.rests.cursor(0, 0),
        }
    }
}

/// Numbers the boards of a layer with one look-up less than its index, in a table that is too large to
/// keep for every layer.
pub(crate) struct NumberTable<C> {
    // By corner number: the number of its first board, if it is one of the corner patterns. No more
    // than there are codes.
    bases: Vec<C>,
}

impl<C: Code> NumberTable<C> {
    /// What finds the numbers of boards, borrowed for a loop.
    #[inline(always)]
    pub(crate) fn finder<'a, P: Places>(
        &'a self,
        patterns: &'a Patterns<P>,
    ) -> NumberFinder<'a, C, P::Ranks<'a>> {
        let (rest_bits, rests) = (patterns.rest_bits(), patterns.rests.finder());
        NumberFinder { rest_bits, bases: &self.bases, rests }
    }
}

/// See [`NumberTable::finder`].
#[derive(Clone, Copy)]
pub(crate) struct NumberFinder<'a, C, R> {
    rest_bits: u32,
    bases: &'a [C],
    rests: RestFinder<R>,
}

impl<C: Code, R: Ranks> NumberFinder<'_, C, R> {
    /// The number of the board with this canonical code, which must have the layer's tile sum.
    #[inline(always)]
    pub(crate) fn number(self, code: C) -> u64 {
        let code = code.widen();
        let base = self.bases[(code >> self.rest_bits) as usize].widen();
        base + self.rests.rank(code & ((1 << self.rest_bits) - 1))
    }

    /// Puts their numbers in the place of codes. To do nothing else at the same time is quickest.
    #[inline(always)]
    pub(crate) fn number_all<'c>(self, codes: impl Iterator<Item = &'c mut C>)
    where
        C: 'c,
    {
        for code in codes {
            *code = C::narrow(self.number(*code));
        }
    }
}

/// How many boards a batch holds at most.
pub(crate) const BATCH: usize = 192;

/// Boards that are worked on together: each step is done for all of them before the next one, so that
/// the waits of their look-ups overlap.
pub(crate) struct Batch {
    len: usize,
    numbers: [u64; BATCH + 3],
    parts: [Parts; BATCH],
}

impl Batch {
    pub(crate) fn new() -> Self {
        let parts = [Parts { corner: 0, high: 0, low: 0 }; BATCH];
        Self { len: 0, numbers: [0; BATCH + 3], parts }
    }

    /// The numbers of the boards.
    #[inline(always)]
    pub(crate) fn numbers(&self) -> &[u64] {
        &self.numbers[..self.len]
    }

    /// The parts of the boards.
    #[inline(always)]
    pub(crate) fn parts(&self) -> &[Parts] {
        &self.parts[..self.len]
    }
}

/// The boards of a set, see [`LayerIndex::members`].
pub(crate) struct Members<'a, P> {
    index: &'a LayerIndex,
    patterns: &'a Patterns<P>,
    words: Iter<'a, u64>,
    // What is left of the present word, and the number of its first bit.
    word: u64,
    base: u64,
    // The present corner pattern, the end of its numbers, and where in its rests.
    corner: usize,
    end: u64,
    rests: Cursor,
}

impl<P: Places> Iterator for Members<'_, P> {
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
        let (high, low) = self.patterns.rests.halves(&mut self.rests, number);
        Some((number, Parts { corner: self.corner as u16, high, low }))
    }
}

impl<P: Places> Members<'_, P> {
    /// Takes the boards of so many words as a batch holds; whether there are any.
    #[inline(always)]
    pub(crate) fn fill(&mut self, batch: &mut Batch) -> bool {
        let mut len = 0;
        while len <= BATCH - 64 {
            let Some(&word) = self.words.next() else { break };
            self.base = self.base.wrapping_add(64);
            let (mut left, mut at) = (word, len);
            len += word.count_ones() as usize;
            // Four at a time, as it is seldom foretold how many there are; what is too much is
            // overwritten or not looked at.
            while at < len {
                let Some(numbers) = batch.numbers.get_mut(at..at + 4) else { break };
                for number in numbers {
                    *number = self.base.wrapping_add(u64::from(left.trailing_zeros()));
                    left &= left.wrapping_sub(1);
                }
                at += 4;
            }
        }
        batch.len = len;
        for (parts, &number) in batch.parts.iter_mut().zip(&batch.numbers[..len]) {
            if number >= self.end {
                self.next_corner(number);
            }
            let (high, low) = self.patterns.rests.halves(&mut self.rests, number);
            *parts = Parts { corner: self.corner as u16, high, low };
        }
        len > 0
    }

    /// Goes on to the corner pattern of a number.
    fn next_corner(&mut self, number: u64) {
        let bases = &self.index.bases;
        while number >= bases[self.corner + 1] {
            self.corner += 1;
        }
        self.end = bases[self.corner + 1];
        let rest = self.index.half_sum - self.patterns.corners[self.corner].half_sum;
        self.rests = self.patterns.rests.cursor(rest, bases[self.corner]);
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::Game;
    use mdp2048_rules::Shape;

    use super::*;

    #[test]
    fn batches_hold_the_members_in_order() {
        let game = Game::reach(Shape::THREE_BY_THREE, 64).expect("a game");
        let patterns = Patterns::new(&game);
        let index = LayerIndex::new(&patterns, 40);
        let mut words = vec![0u64; index.len().div_ceil(64) as usize];
        for (place, word) in words.iter_mut().enumerate() {
            // Full words, empty ones and some between.
            *word = [u64::MAX, 0, 0x8000_0000_0000_0001, 0x0123_4567_89ab_cdef][place / 3 % 4];
        }
        if let Some(last) = words.last_mut().filter(|_| !index.len().is_multiple_of(64)) {
            *last &= (1 << (index.len() % 64)) - 1;
        }
        for first in [0, 7] {
            let expected: Vec<_> = index.members(&patterns, &words[first..], first).collect();
            let mut members = index.members(&patterns, &words[first..], first);
            let (mut found, mut batch) = (Vec::new(), Batch::new());
            while members.fill(&mut batch) {
                found.extend(batch.numbers().iter().copied().zip(batch.parts().iter().copied()));
            }
            assert_eq!(found, expected);
        }
    }
}
