//! The index of a layer: a bit index for each representative board with the tile sum of the layer.

use std::slice::Iter;

use crate::allocate::Array;
use crate::half_sum::HalfSum;
use crate::simd::Code;

use super::cells::BoardPatterns;
use super::codes::{BoardCodes, Numbering};
use super::inner::{FindRank, InnerCursor, InnerRanks};

/// The numbers of the boards of one tile sum, from 0 in ascending order of their codes.
///
/// The number of a board is its *bit index*: the position of its bit in the bitmaps of the layer.
/// All boards with a representative corner pattern are numbered. The bit index of a board is the
/// number of numbered boards with lesser corner patterns, plus the rank of its inner cells among
/// the patterns with the same half sum.
///
/// Every representative board has a representative corner pattern, but some boards with a
/// representative corner pattern are not representative. Their bits are never set.
#[derive(Clone, Debug)]
pub(crate) struct LayerIndex {
    half_sum: HalfSum,
    // Indexed by the ordinal of a corner pattern: the bit index of the first board with that
    // pattern. The last entry is the number of all bit indices.
    bases: Vec<u64>,
}

impl LayerIndex {
    /// Returns the index of the layer with this half sum.
    pub(crate) fn new(codes: &BoardCodes, half_sum: HalfSum) -> Self {
        let corners = &codes.corners.representatives;
        let mut bases = Vec::with_capacity(corners.len() + 1);
        let mut next = 0;
        for corner in corners {
            bases.push(next);
            if let Some(inner) = half_sum.get().checked_sub(corner.half_sum) {
                next += codes.inner.count(inner);
            }
        }
        bases.push(next);
        Self { half_sum, bases }
    }

    /// The size of the index in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&self.bases[..]) as u64
    }

    /// Half the tile sum of the layer.
    pub(crate) const fn half_sum(&self) -> HalfSum {
        self.half_sum
    }

    /// The number of bit indices, which is the length of the bitmaps of the layer in bits.
    pub(crate) fn len(&self) -> u64 {
        self.bases[self.bases.len() - 1]
    }

    /// The length of the bitmaps of the layer in 64-bit words.
    pub(crate) fn words(&self) -> u64 {
        self.len().div_ceil(64)
    }

    /// Returns the bit index of the board with this representative code, which must have the
    /// layer's tile sum.
    #[inline(always)]
    pub(crate) fn bit_index(&self, numbering: Numbering<'_, impl InnerRanks>, code: u64) -> u64 {
        let (corner, inner) = numbering.codes.split(code);
        let corner = usize::from(corner);
        let half_sum =
            self.half_sum.get() - numbering.codes.corners.representatives[corner].half_sum;
        let row = numbering.ranks.row(half_sum);
        self.bases[corner] + numbering.ranks.finder().rank(row, inner)
    }

    /// Returns a table that finds the bit indices of many boards faster than `bit_index` does.
    pub(crate) fn corner_bases<C: Code, R: InnerRanks>(
        &self,
        numbering: Numbering<'_, R>,
    ) -> CornerBases<C, R::Row> {
        let corners = &numbering.codes.corners;
        let mut bases = vec![CornerBase::default(); corners.pattern_count()];
        for (corner, &base) in corners.representatives.iter().zip(&self.bases) {
            // Patterns with a greater half sum have no boards in the layer.
            let half_sum = self.half_sum.get().saturating_sub(corner.half_sum);
            let half_sum = half_sum.min(numbering.codes.inner.largest_half_sum());
            bases[corner.number as usize] =
                CornerBase { base: C::narrow(base), row: numbering.ranks.row(half_sum) };
        }
        CornerBases(bases.into())
    }

    /// Returns the boards whose bits are set in some words of a bitmap of the layer, in ascending
    /// order. `first_word` is the position in the bitmap of the first of these words.
    #[inline(always)]
    pub(crate) fn boards<'a, R: InnerRanks>(
        &'a self,
        numbering: Numbering<'a, R>,
        words: &'a [u64],
        first_word: usize,
    ) -> LayerBoards<'a, R> {
        let first = first_word as u64 * 64;
        let corner = self.bases.partition_point(|&base| base <= first).saturating_sub(1);
        LayerBoards {
            index: self,
            numbering,
            words: words.iter(),
            word: 0,
            // The bit index of the lowest bit of the word before the first one.
            base: first.wrapping_sub(64),
            corner,
            // No board in these words has a lesser bit index, so the first call of `parts` sets
            // `inner`.
            end: self.bases[corner],
            inner: InnerCursor::default(),
        }
    }
}

/// A table indexed by the number of a corner pattern: where the boards of a layer with that pattern
/// are. The entries of patterns that are not representative are not used.
///
/// [`LayerIndex::bit_index`] also looks up the ordinal of the corner pattern; this table makes that
/// unnecessary. It is too large to be kept for every layer.
pub(crate) struct CornerBases<C, Row>(Array<CornerBase<C, Row>>);

/// Where the boards of a layer with a corner pattern are.
#[derive(Clone, Copy, Default)]
struct CornerBase<C, Row> {
    /// The bit index of the first one.
    base: C,
    /// Where the ranks of their inner cells are, which all have the same half sum.
    row: Row,
}

impl<C: Code, Row: Copy> CornerBases<C, Row> {
    /// The size of an entry in bytes.
    pub(crate) const ENTRY_BYTES: u64 = size_of::<CornerBase<C, Row>>() as u64;

    /// Returns a finder of bit indices that borrows the tables, for a loop of look-ups.
    #[inline(always)]
    pub(crate) fn finder<'a, R: InnerRanks<Row = Row>>(
        &'a self,
        numbering: Numbering<'a, R>,
    ) -> BitIndexFinder<'a, C, R::Finder<'a>> {
        let inner_bits = numbering.codes.inner_bits;
        BitIndexFinder { inner_bits, bases: &self.0, ranks: numbering.ranks.finder() }
    }

    /// The size of the table in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&self.0[..]) as u64
    }
}

/// Finds the bit indices of boards of one layer, see [`CornerBases::finder`].
#[derive(Clone, Copy)]
pub(crate) struct BitIndexFinder<'a, C, R: FindRank> {
    inner_bits: u32,
    bases: &'a [CornerBase<C, R::Row>],
    ranks: R,
}

impl<C: Code, R: FindRank> BitIndexFinder<'_, C, R> {
    /// Returns the bit index of the board with this representative code, which must have the
    /// layer's tile sum.
    #[inline(always)]
    pub(crate) fn bit_index(self, code: C) -> u64 {
        let code = code.widen();
        let CornerBase { base, row } = self.bases[(code >> self.inner_bits) as usize];
        base.widen() + self.ranks.rank(row, code & ((1 << self.inner_bits) - 1))
    }

    /// Replaces the representative codes of boards by their bit indices.
    ///
    /// The look-ups have a loop of their own because that is faster than a loop that also does
    /// other work.
    #[inline(always)]
    pub(crate) fn replace_all<'c>(self, codes: impl Iterator<Item = &'c mut C>)
    where
        C: 'c,
    {
        for code in codes {
            *code = C::narrow(self.bit_index(*code));
        }
    }
}

/// An iterator over the boards of a set in ascending order, with their bit indices, see
/// [`LayerIndex::boards`].
pub(crate) struct LayerBoards<'a, R> {
    index: &'a LayerIndex,
    numbering: Numbering<'a, R>,
    words: Iter<'a, u64>,
    // The set bits of the current word that the iterator has not returned yet.
    word: u64,
    // The bit index of bit 0 of the current word.
    base: u64,
    // The ordinal of the current corner pattern.
    corner: usize,
    // The bit index after the last board with the current corner pattern.
    end: u64,
    // The position in the list of the inner patterns that complete the current corner pattern.
    inner: InnerCursor,
}

impl<R: InnerRanks> Iterator for LayerBoards<'_, R> {
    type Item = (u64, BoardPatterns);

    #[inline(always)]
    fn next(&mut self) -> Option<(u64, BoardPatterns)> {
        while self.word == 0 {
            (self.base, self.word) = self.next_word()?;
        }
        let bit = self.base + u64::from(self.word.trailing_zeros());
        self.word &= self.word - 1;
        Some((bit, self.parts(bit)))
    }
}

impl<R: InnerRanks> LayerBoards<'_, R> {
    /// Returns the bit index of bit 0 of the next word, and the word.
    #[inline(always)]
    pub(crate) fn next_word(&mut self) -> Option<(u64, u64)> {
        let &word = self.words.next()?;
        self.base = self.base.wrapping_add(64);
        Some((self.base, word))
    }

    /// Returns the patterns of the board with a bit index. The bit indices of successive calls must
    /// ascend.
    #[inline(always)]
    pub(crate) fn parts(&mut self, bit: u64) -> BoardPatterns {
        if bit >= self.end {
            self.next_corner(bit);
        }
        let (high, low) = self.numbering.ranks.halves_at(&mut self.inner, bit);
        BoardPatterns { corner: self.corner as u16, high, low }
    }

    /// Advances to the corner pattern of the board with this bit index.
    fn next_corner(&mut self, bit: u64) {
        let (bases, codes) = (&self.index.bases, self.numbering.codes);
        while bit >= bases[self.corner + 1] {
            self.corner += 1;
        }
        self.end = bases[self.corner + 1];
        let half_sum =
            self.index.half_sum.get() - codes.corners.representatives[self.corner].half_sum;
        self.inner = self.numbering.ranks.cursor(&codes.inner, half_sum, bases[self.corner]);
    }
}
