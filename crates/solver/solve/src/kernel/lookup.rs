//! The look-up of states and their values in a layer.

use crate::allocate::Array;
use crate::bits::ranked::{PairRanks, RankedBits, WordRanks, prefix_counts};
use crate::board_index::codes::Numbering;
use crate::board_index::inner::InnerRanks;
use crate::board_index::layer::{BitIndexFinder, LayerIndex};
use crate::progress::SolveError;
use crate::simd::Code as _;
use crate::store::values::StoredValue;

use super::expectation::ValueLookup;
use super::representation::{BasesOf, Representation};

/// The lookup tables that find the bit indices of boards and the ranks of states in a layer. They
/// exist only while states are looked up there.
pub(crate) struct LookupTables<B: Representation> {
    bases: BasesOf<B>,
    /// The prefix counts of the states by word; empty if [`Representation::COUNTS_EVERY_WORD`] is
    /// false.
    before: Array<u32>,
}

impl<B: Representation> LookupTables<B> {
    /// Returns the tables of a layer.
    pub(crate) fn new(
        numbering: Numbering<'_, B::Ranks>,
        index: &LayerIndex,
        states: &RankedBits,
    ) -> Result<Self, SolveError> {
        let before = match B::COUNTS_EVERY_WORD {
            true => prefix_counts(states.words())?,
            false => Array::default(),
        };
        Ok(Self { bases: index.corner_bases(numbering), before })
    }

    /// The table of the bit indices.
    pub(crate) const fn bases(&self) -> &BasesOf<B> {
        &self.bases
    }

    /// Returns the look-up of these states, which are those of [`LookupTables::new`], and of their
    /// values, which are empty if only actions are known.
    pub(crate) fn lookup<'a, N: StoredValue>(
        &'a self,
        numbering: Numbering<'a, B::Ranks>,
        states: &'a RankedBits,
        values: &'a [N],
    ) -> StateLookup<'a, B, N> {
        StateLookup {
            finder: self.bases.finder(numbering),
            pair_ranks: states.ranks(),
            word_ranks: WordRanks::new(states.words(), &self.before),
            values,
        }
    }
}

/// The states of a layer and their values, for look-ups by code. The number type `N` is a type
/// parameter, so that it is not tested at each look-up.
pub(crate) struct StateLookup<'a, B: Representation, N> {
    finder: BitIndexFinder<'a, B::Code, <B::Ranks as InnerRanks>::Finder<'a>>,
    // Only one of the next two fields is used, see `Representation::COUNTS_EVERY_WORD`.
    pair_ranks: PairRanks<'a>,
    word_ranks: WordRanks<'a>,
    /// The values of the states; empty if only their actions are known.
    values: &'a [N],
}

// `Clone` and `Copy` are not derived, because the derived ones would require `B: Copy`.
impl<B: Representation, N> Clone for StateLookup<'_, B, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Representation, N> Copy for StateLookup<'_, B, N> {}

impl<B: Representation, N: StoredValue> StateLookup<'_, B, N> {
    /// Returns the bit index of the board with a representative code.
    #[inline(always)]
    pub(crate) fn bit_index(&self, code: B::Code) -> u64 {
        self.finder.bit_index(code)
    }

    /// Returns the number of states below a bit index, and whether it is that of a state.
    #[inline(always)]
    pub(crate) fn find(&self, bit: u64) -> (usize, bool) {
        if B::COUNTS_EVERY_WORD { self.word_ranks.find(bit) } else { self.pair_ranks.find(bit) }
    }
}

impl<B: Representation, N: StoredValue> ValueLookup<B::Code> for StateLookup<'_, B, N> {
    #[inline(always)]
    fn replace_all<'c>(&self, codes: impl Iterator<Item = &'c mut B::Code>) {
        self.finder.replace_all(codes);
    }

    #[inline(always)]
    fn value_or(&self, bit: B::Code, lost: f64) -> (f64, bool) {
        let (rank, is_state) = self.find(bit.widen());
        // The value is read in either case, so that there is no branch.
        let value = self.values.get(if is_state { rank } else { 0 }).map_or(lost, |it| it.get());
        (if is_state { value } else { lost }, is_state)
    }
}
