//! The tables of the layers in use by the backward pass.

use crate::allocate::Array;
use crate::bits::ranked::{CountedBits, RankedBits, prefix_counts};
use crate::board_index::codes::Numbering;
use crate::board_index::layer::LayerIndex;
use crate::progress::SolveError;
use crate::store::successors::SuccessorRanks;

use crate::kernel::representation::{BasesOf, Representation};

/// The lookup tables that find the bit indices of boards and the ranks of states in a layer. They
/// exist only until the values of the two layers below it are computed.
pub(super) struct LayerTables<B: Representation> {
    pub(super) bases: BasesOf<B>,
    // The prefix counts of the states for each word; empty if `Representation::COUNTS_EVERY_WORD`
    // is false.
    pub(super) before: Array<u32>,
}

impl<B: Representation> LayerTables<B> {
    /// Returns the tables of a layer.
    pub(super) fn new(
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
}

/// A layer whose afterstates have values.
pub(super) struct LayerOfAfterstates<B: Representation> {
    pub(super) index: LayerIndex,
    pub(super) states: RankedBits,
    pub(super) tables: LayerTables<B>,
    pub(super) afterstates: CountedBits,
    pub(super) successors: Option<SuccessorRanks>,
}
