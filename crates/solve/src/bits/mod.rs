//! Sets of numbers as bits: marked by many threads, then counted.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::parallel;

/// A set that numbers are added to, by several threads if there are any.
#[derive(Debug)]
pub(crate) struct MarkedBits {
    // The words; of a small set one copy for each thread.
    copies: Vec<Vec<AtomicU64>>,
    // Whether other threads add to the same words. Alone, a plain write will do, and is much cheaper
    // than a locked one.
    shared: bool,
}

/// The most numbers of which each thread has a copy: half a mebibyte of bits.
const MOST_COPIED: u64 = 1 << 22;

impl MarkedBits {
    /// An empty set of numbers below `len`.
    pub(crate) fn new(len: u64) -> Self {
        Self::with_threads(len, parallel::threads())
    }

    fn with_threads(len: u64, threads: usize) -> Self {
        let copied = len <= MOST_COPIED;
        let words = || (0..len.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let copies = (0..if copied { threads } else { 1 }).map(|_| words()).collect();
        Self { copies, shared: threads > 1 && !copied }
    }

    /// What adds numbers on this thread, borrowed for a loop.
    #[inline(always)]
    pub(crate) fn marker(&self) -> Marker<'_> {
        self.marker_of(parallel::thread())
    }

    #[inline(always)]
    fn marker_of(&self, thread: usize) -> Marker<'_> {
        Marker { words: &self.copies[thread % self.copies.len()], shared: self.shared }
    }

    /// The words, for reading.
    pub(crate) fn into_words(self) -> Vec<u64> {
        let mut copies = self.copies.into_iter();
        let first = copies.next().unwrap_or_default();
        let mut words: Vec<u64> = first.into_iter().map(AtomicU64::into_inner).collect();
        for copy in copies {
            for (word, other) in words.iter_mut().zip(copy) {
                *word |= other.into_inner();
            }
        }
        words
    }
}

/// See [`MarkedBits::marker`].
#[derive(Clone, Copy)]
pub(crate) struct Marker<'a> {
    words: &'a [AtomicU64],
    shared: bool,
}

impl Marker<'_> {
    /// Adds a number.
    #[inline(always)]
    pub(crate) fn mark(self, number: u64) {
        self.mark_all(std::iter::once(number));
    }

    /// Adds numbers.
    #[inline(always)]
    pub(crate) fn mark_all(self, numbers: impl Iterator<Item = u64>) {
        // The order of marks does not matter: the set is read only after all threads are joined.
        if self.shared {
            for number in numbers {
                let (word, bit) = self.place(number);
                // Most marks repeat an earlier one, and a look is much cheaper than a locked write.
                if word.load(Ordering::Relaxed) & bit == 0 {
                    word.fetch_or(bit, Ordering::Relaxed);
                }
            }
        } else {
            for number in numbers {
                let (word, bit) = self.place(number);
                word.store(word.load(Ordering::Relaxed) | bit, Ordering::Relaxed);
            }
        }
    }

    /// The word of a number and its bit.
    #[inline(always)]
    fn place(&self, number: u64) -> (&AtomicU64, u64) {
        (&self.words[(number / 64) as usize], 1 << (number % 64))
    }
}

/// A set in which each member knows how many there are before it.
#[derive(Clone, Debug, Default)]
pub(crate) struct RankedBits {
    words: Vec<u64>,
    // By pair of words: members in the words before it. One for each word would be a little faster,
    // and a fifth of all memory that large boards take.
    before: Vec<u32>,
    len: u64,
}

impl RankedBits {
    pub(crate) fn new(words: Vec<u64>) -> Self {
        let mut len = 0u64;
        let before = words
            .chunks(2)
            .map(|pair| {
                let before = len as u32;
                len += pair.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
                before
            })
            .collect();
        Self { words, before, len }
    }

    /// How many members there are.
    pub(crate) const fn len(&self) -> u64 {
        self.len
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// How many members there are before a word.
    pub(crate) fn before(&self, word: usize) -> usize {
        if word >= self.words.len() {
            return self.len as usize;
        }
        self.ranking().before(word)
    }

    /// How many members are less than this member; `None` if it is none.
    pub(crate) fn rank(&self, number: u64) -> Option<usize> {
        if number / 64 >= self.words.len() as u64 {
            return None;
        }
        let (below, is_member) = self.ranking().below(number);
        is_member.then_some(below)
    }

    /// What finds ranks, borrowed for a loop.
    #[inline(always)]
    pub(crate) fn ranking(&self) -> Ranking<'_> {
        Ranking { words: &self.words, before: &self.before }
    }
}

/// See [`RankedBits::ranking`].
#[derive(Clone, Copy)]
pub(crate) struct Ranking<'a> {
    words: &'a [u64],
    before: &'a [u32],
}

impl Ranking<'_> {
    /// How many members there are before a word.
    #[inline(always)]
    fn before(self, word: usize) -> usize {
        // Those of the other word of its pair too, if it is the second.
        let first = self.words[word & !1].count_ones();
        let within = if word & 1 == 1 { first } else { 0 };
        (self.before[word / 2] + within) as usize
    }

    /// How many members are less than a number, and whether it is one.
    ///
    /// # Panics
    /// If the number is beyond the last word.
    #[inline(always)]
    pub(crate) fn below(self, number: u64) -> (usize, bool) {
        let at = (number / 64) as usize;
        let word = self.words[at];
        let bit = 1u64 << (number % 64);
        let below = self.before(at) + (word & (bit - 1)).count_ones() as usize;
        (below, word & bit != 0)
    }
}

/// A set as [`RankedBits`], for many look-ups and a short time: each word has a count of its own.
#[derive(Debug)]
pub(crate) struct CountedBits {
    words: Vec<u64>,
    // By word, and one more at the end: members in the words before it.
    before: Vec<u32>,
}

impl CountedBits {
    pub(crate) fn new(words: Vec<u64>) -> Self {
        let before = counts_before(&words);
        Self { words, before }
    }

    /// How many members there are.
    pub(crate) fn len(&self) -> usize {
        self.before(self.words.len())
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// How many members there are before a word.
    pub(crate) fn before(&self, word: usize) -> usize {
        self.before[word] as usize
    }

    /// What counts members, borrowed for a loop.
    #[inline(always)]
    pub(crate) fn counts(&self) -> Counts<'_> {
        Counts::new(&self.words, &self.before)
    }
}

/// By word of a set, and one more at the end: how many members there are in the words before it.
pub(crate) fn counts_before(words: &[u64]) -> Vec<u32> {
    let mut before = Vec::with_capacity(words.len() + 1);
    let mut len = 0;
    before.push(len);
    before.extend(words.iter().map(|word| {
        len += word.count_ones();
        len
    }));
    before
}

/// See [`CountedBits::counts`].
#[derive(Clone, Copy)]
pub(crate) struct Counts<'a> {
    words: &'a [u64],
    // As long as the words, so that one check does for both.
    before: &'a [u32],
}

impl<'a> Counts<'a> {
    /// From the words of a set and [`counts_before`] them; of no words, if there are no counts.
    #[inline(always)]
    pub(crate) fn new(words: &'a [u64], before: &'a [u32]) -> Self {
        let len = before.len().saturating_sub(1);
        Self { words: &words[..len], before: &before[..len] }
    }

    /// How many members are less than a number, and whether it is one.
    ///
    /// # Panics
    /// If the number is beyond the last word.
    #[inline(always)]
    pub(crate) fn find(self, number: u64) -> (usize, bool) {
        let at = (number / 64) as usize;
        let (word, bit) = (self.words[at], 1 << (number % 64));
        let before = (word & (bit - 1)).count_ones();
        ((self.before[at] + before) as usize, word & bit != 0)
    }

    /// How many members are less than a number.
    ///
    /// # Panics
    /// If the number is beyond the last word.
    #[inline(always)]
    pub(crate) fn below(self, number: u64) -> usize {
        let at = (number / 64) as usize;
        let before = self.words[at] & ((1 << (number % 64)) - 1);
        (self.before[at] + before.count_ones()) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_members_before() {
        for (len, threads) in [(200, 1), (200, 3), (MOST_COPIED + 1, 1), (MOST_COPIED + 1, 2)] {
            let marked = MarkedBits::with_threads(len, threads);
            let members = [0, 1, 63, 64, 130, 199];
            for (thread, number) in members.into_iter().chain([63, 130]).enumerate() {
                marked.marker_of(thread % threads).mark(number);
            }
            let bits = RankedBits::new(marked.into_words());
            assert_eq!(bits.len(), 6);
            for (rank, number) in members.into_iter().enumerate() {
                assert_eq!(bits.rank(number), Some(rank));
            }
            assert_eq!(bits.rank(2), None);
            assert_eq!(bits.rank(1 << 40), None);
        }
    }
}
