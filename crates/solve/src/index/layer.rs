//! The index of a layer: a bit index for each canonical board that has its tile sum.

use std::slice::Iter;

use crate::lanes::Code;

use super::cells::BoardParts;
use super::codes::{BoardCodes, Numbering};
use super::inner::{FindRank, InnerCursor, InnerRanks};

/// Numbers the canonical boards of one tile sum from 0, in ascending order of their codes.
///
/// The number of a board is its *bit index*: the position of its bit in the bitmaps of the layer.
/// It is the number of boards with lesser corner patterns, plus the rank of the inner cells among
/// those that complete the tile sum. Some boards are numbered that are symmetry images of others in
/// the layer, because only the corner pattern decides; their bits are never set.
#[derive(Clone, Debug)]
pub(crate) struct LayerIndex {
    half_sum: usize,
    // By ordinal of the corner pattern: the bit index of its first board. One more entry at the
    // end.
    bases: Vec<u64>,
}

impl LayerIndex {
    /// Returns the index of the layer with this half sum.
    pub(crate) fn new(codes: &BoardCodes, half_sum: usize) -> Self {
        let corners = codes.corners().canonical();
        let mut bases = Vec::with_capacity(corners.len() + 1);
        let mut next = 0;
        for corner in corners {
            bases.push(next);
            if let Some(inner) = half_sum.checked_sub(corner.half_sum) {
                next += codes.inner().count(inner);
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
    pub(crate) const fn half_sum(&self) -> usize {
        self.half_sum
    }

    /// How many bit indices there are.
    pub(crate) fn len(&self) -> u64 {
        self.bases[self.bases.len() - 1]
    }

    /// Returns the bit index of the board with this canonical code, which must have the layer's
    /// tile sum.
    #[inline(always)]
    pub(crate) fn bit_index(&self, numbering: Numbering<'_, impl InnerRanks>, code: u64) -> u64 {
        let (corner, inner) = numbering.codes.split(code);
        self.bases[usize::from(corner)] + numbering.ranks.finder().rank(inner)
    }

    /// Returns the table for finding the bit indices of many boards.
    pub(crate) fn corner_bases<C: Code>(&self, codes: &BoardCodes) -> CornerBases<C> {
        let corners = codes.corners();
        let mut bases = vec![C::default(); corners.patterns()];
        for (corner, &base) in corners.canonical().iter().zip(&self.bases) {
            bases[corner.number as usize] = C::narrow(base);
        }
        CornerBases(bases)
    }

    /// Returns the boards whose bits are set in some words of a bitmap of the layer, ascending.
    /// `first_word` is the position of the first of the words in the bitmap.
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
            // The bit index of the word before the first one.
            base: first.wrapping_sub(64),
            corner,
            end: self.bases[corner],
            inner: InnerCursor::default(),
        }
    }
}

/// By corner pattern number: the bit index of its first board in a layer, if the pattern is
/// canonical.
///
/// It saves one look-up compared to [`LayerIndex::bit_index`], which goes through the ordinal of
/// the corner pattern, but is too large to be kept for every layer.
pub(crate) struct CornerBases<C>(Vec<C>);

impl<C: Code> CornerBases<C> {
    /// Borrows what finds bit indices, for a loop.
    #[inline(always)]
    pub(crate) fn finder<'a, R: InnerRanks>(
        &'a self,
        numbering: Numbering<'a, R>,
    ) -> BitIndexFinder<'a, C, R::Finder<'a>> {
        let inner_bits = numbering.codes.inner_bits();
        BitIndexFinder { inner_bits, bases: &self.0, ranks: numbering.ranks.finder() }
    }

    /// The size of the table in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&self.0[..]) as u64
    }
}

/// Finds the bit indices of boards of one layer, see [`CornerBases::finder`].
#[derive(Clone, Copy)]
pub(crate) struct BitIndexFinder<'a, C, R> {
    inner_bits: u32,
    bases: &'a [C],
    ranks: R,
}

impl<C: Code, R: FindRank> BitIndexFinder<'_, C, R> {
    /// Returns the bit index of the board with this canonical code, which must have the layer's
    /// tile sum.
    #[inline(always)]
    pub(crate) fn bit_index(self, code: C) -> u64 {
        let code = code.widen();
        let base = self.bases[(code >> self.inner_bits) as usize].widen();
        base + self.ranks.rank(code & ((1 << self.inner_bits) - 1))
    }

    /// Replaces codes by their bit indices. A loop that does nothing else is the fastest.
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

/// The boards of a set in ascending order, with their bit indices, see [`LayerIndex::boards`].
pub(crate) struct LayerBoards<'a, R> {
    index: &'a LayerIndex,
    numbering: Numbering<'a, R>,
    words: Iter<'a, u64>,
    // The bits of the current word that are not yet visited, and the bit index of its lowest bit.
    word: u64,
    base: u64,
    // The ordinal of the current corner pattern, the bit index after its last board, and the
    // position in its inner cells.
    corner: usize,
    end: u64,
    inner: InnerCursor,
}

impl<R: InnerRanks> Iterator for LayerBoards<'_, R> {
    type Item = (u64, BoardParts);

    #[inline(always)]
    fn next(&mut self) -> Option<(u64, BoardParts)> {
        while self.word == 0 {
            (self.base, self.word) = self.next_word()?;
        }
        let bit = self.base + u64::from(self.word.trailing_zeros());
        self.word &= self.word - 1;
        Some((bit, self.parts(bit)))
    }
}

impl<R: InnerRanks> LayerBoards<'_, R> {
    /// Returns the next word and the bit index of its lowest bit.
    #[inline(always)]
    pub(crate) fn next_word(&mut self) -> Option<(u64, u64)> {
        let &word = self.words.next()?;
        self.base = self.base.wrapping_add(64);
        Some((self.base, word))
    }

    /// Returns the parts of the board with a bit index. The bit indices of successive calls ascend.
    #[inline(always)]
    pub(crate) fn parts(&mut self, bit: u64) -> BoardParts {
        if bit >= self.end {
            self.next_corner(bit);
        }
        let (high, low) = self.numbering.ranks.halves_at(&mut self.inner, bit);
        BoardParts { corner: self.corner as u16, high, low }
    }

    /// Advances to the corner pattern of the board with a bit index.
    fn next_corner(&mut self, bit: u64) {
        let (bases, codes) = (&self.index.bases, self.numbering.codes);
        while bit >= bases[self.corner + 1] {
            self.corner += 1;
        }
        self.end = bases[self.corner + 1];
        let half_sum = self.index.half_sum - codes.corners().canonical()[self.corner].half_sum;
        self.inner = self.numbering.ranks.cursor(codes.inner(), half_sum, bases[self.corner]);
    }
}
