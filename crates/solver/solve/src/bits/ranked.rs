//! Bitmaps with prefix counts, so that a rank needs one prefix count and one or two words.
//!
//! Prefix counts have 32 bits, so a set with 2^32 members or more has none.

use thiserror::Error;

use crate::allocate::{self, AllocationError, Array};

/// Why a set has no prefix counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum CountError {
    /// The set has 2^32 members or more.
    #[error("a set has more members than can be numbered")]
    TooMany,
    #[error(transparent)]
    Allocation(#[from] AllocationError),
}

/// A bitmap with a prefix count for each pair of words.
///
/// One for each word would make ranks a little faster, but on large boards a fifth of all memory
/// would be prefix counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct RankedBits {
    words: Array<u64>,
    // By pair of words: the members in the words before it.
    before: Array<u32>,
    len: u64,
}

impl RankedBits {
    /// Counts the members of a set.
    pub(crate) fn new(words: Array<u64>) -> Result<Self, CountError> {
        let mut len = 0u64;
        let before = allocate::collect(words.chunks(2).map(|pair| {
            // Checked below, where the last count is known.
            let before = len as u32;
            len += pair.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
            before
        }))?;
        check_count(len)?;
        Ok(Self { words, before, len })
    }

    /// The number of members.
    pub(crate) const fn len(&self) -> u64 {
        self.len
    }

    /// The size of the bitmap and the prefix counts in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&self.words[..]) + size_of_val(&self.before[..])) as u64
    }

    /// The words of the bitmap.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the number of members before a word.
    pub(crate) fn before(&self, word: usize) -> usize {
        if word >= self.words.len() {
            return self.len as usize;
        }
        self.ranks().before(word)
    }

    /// Returns the rank of a member; `None` if the bit is not set.
    pub(crate) fn rank(&self, bit: u64) -> Option<usize> {
        if bit / 64 >= self.words.len() as u64 {
            return None;
        }
        let (rank, is_member) = self.ranks().find(bit);
        is_member.then_some(rank)
    }

    /// Borrows the look-up of ranks, for a loop.
    #[inline(always)]
    pub(crate) fn ranks(&self) -> PairRanks<'_> {
        PairRanks { words: &self.words, before: &self.before }
    }
}

/// Ranks by a prefix count for each pair of words, see [`RankedBits`].
#[derive(Clone, Copy)]
pub(crate) struct PairRanks<'a> {
    words: &'a [u64],
    before: &'a [u32],
}

impl PairRanks<'_> {
    /// Returns the number of members before a word.
    #[inline(always)]
    fn before(self, word: usize) -> usize {
        // For the second word of a pair, the members of the first one are counted.
        let first = self.words[word & !1].count_ones();
        let within = if word & 1 == 1 { first } else { 0 };
        (self.before[word / 2] + within) as usize
    }

    /// Returns the number of members below a bit, and whether the bit is set.
    ///
    /// # Panics
    /// If the bit is beyond the last word.
    #[inline(always)]
    pub(crate) fn find(self, bit: u64) -> (usize, bool) {
        let at = (bit / 64) as usize;
        let word = self.words[at];
        let mask = 1u64 << (bit % 64);
        let below = self.before(at) + (word & (mask - 1)).count_ones() as usize;
        (below, word & mask != 0)
    }
}

/// A bitmap with a prefix count for each word, for sets that are looked up often and dropped soon.
#[derive(Debug)]
pub(crate) struct CountedBits {
    words: Array<u64>,
    // By word, with one more entry at the end: the members in the words before it.
    before: Array<u32>,
}

impl CountedBits {
    /// Counts the members of a set.
    pub(crate) fn new(words: Array<u64>) -> Result<Self, CountError> {
        let before = prefix_counts(&words)?;
        Ok(Self { words, before })
    }

    /// The number of members.
    pub(crate) fn len(&self) -> usize {
        self.before(self.words.len())
    }

    /// The words of the bitmap.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the number of members before a word.
    pub(crate) fn before(&self, word: usize) -> usize {
        self.before[word] as usize
    }

    /// Borrows the look-up of ranks, for a loop.
    #[inline(always)]
    pub(crate) fn ranks(&self) -> WordRanks<'_> {
        WordRanks::new(&self.words, &self.before)
    }
}

/// Returns, by word of a set and with one more entry at the end, the number of members in the words
/// before it.
pub(crate) fn prefix_counts(words: &[u64]) -> Result<Array<u32>, CountError> {
    let mut before = allocate::with_capacity(words.len() + 1)?;
    let mut len = 0u64;
    before.push(0);
    before.extend(words.iter().map(|word| {
        len += u64::from(word.count_ones());
        // Checked below, where the last count is known.
        len as u32
    }));
    check_count(len)?;
    Ok(before)
}

/// Checks that prefix counts can number this many members.
fn check_count(members: u64) -> Result<(), CountError> {
    if members <= u64::from(u32::MAX) { Ok(()) } else { Err(CountError::TooMany) }
}

/// Ranks by a prefix count for each word, see [`CountedBits`].
#[derive(Clone, Copy)]
pub(crate) struct WordRanks<'a> {
    words: &'a [u64],
    // As long as `words`, so that one bounds check covers both.
    before: &'a [u32],
}

impl<'a> WordRanks<'a> {
    /// Returns the ranks from the words of a set and their [`prefix_counts`]. If the prefix counts
    /// are empty, so are the ranks.
    #[inline(always)]
    pub(crate) fn new(words: &'a [u64], before: &'a [u32]) -> Self {
        let len = before.len().saturating_sub(1);
        Self { words: &words[..len], before: &before[..len] }
    }

    /// Returns the number of members below a bit, and whether the bit is set.
    ///
    /// # Panics
    /// If the bit is beyond the last word.
    #[inline(always)]
    pub(crate) fn find(self, bit: u64) -> (usize, bool) {
        let at = (bit / 64) as usize;
        let (word, mask) = (self.words[at], 1 << (bit % 64));
        let before = (word & (mask - 1)).count_ones();
        ((self.before[at] + before) as usize, word & mask != 0)
    }

    /// Returns the number of members below a bit.
    ///
    /// # Panics
    /// If the bit is beyond the last word.
    #[inline(always)]
    pub(crate) fn below(self, bit: u64) -> usize {
        let at = (bit / 64) as usize;
        let before = self.words[at] & ((1 << (bit % 64)) - 1);
        (self.before[at] + before.count_ones()) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_members_below() {
        let members = [0, 1, 63, 64, 130, 199];
        let mut words = vec![0; 4];
        for bit in members {
            words[bit / 64] |= 1 << (bit % 64);
        }
        let pairs = RankedBits::new(words.clone().into()).expect("few members");
        let counted = CountedBits::new(words.into()).expect("few members");
        assert_eq!((pairs.len(), counted.len()), (6, 6));
        for (rank, bit) in members.into_iter().enumerate() {
            assert_eq!(pairs.rank(bit as u64), Some(rank));
            assert_eq!(counted.ranks().find(bit as u64), (rank, true));
            assert_eq!(counted.ranks().below(bit as u64), rank);
        }
        assert_eq!(pairs.rank(2), None);
        assert_eq!(pairs.rank(1 << 40), None);
        assert_eq!(counted.ranks().find(2), (2, false));
        for word in 0..=4 {
            assert_eq!(pairs.before(word), counted.before(word));
        }
    }
}
