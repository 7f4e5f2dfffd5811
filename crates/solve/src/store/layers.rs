//! The layers of a solve after each pass, and the interface for storing them.

use crate::allocate::Array;
use crate::bits::ranked::RankedBits;
use crate::index::codes::Numbering;
use crate::index::inner::InnerRanks;
use crate::index::layer::LayerIndex;
use crate::progress::SolveError;

use super::successors::SuccessorRanks;
use super::values::LayerValues;

/// A layer after the forward pass: its states and their afterstates are known.
pub(crate) struct ReachedLayer {
    pub(crate) index: LayerIndex,
    pub(crate) states: RankedBits,
    /// The words of the bitmap of the afterstates of the layer's states. Actions keep the tile sum,
    /// so they belong to the same layer.
    pub(crate) afterstates: Array<u64>,
    /// The afterstates of each state, if they are kept for the backward pass.
    pub(crate) successors: Option<SuccessorRanks>,
}

/// A layer after the backward pass: its states have values.
#[derive(Clone, Debug)]
pub(crate) struct ValuedLayer {
    pub(crate) index: LayerIndex,
    pub(crate) states: RankedBits,
    /// In the order of `states`.
    pub(crate) values: LayerValues,
}

impl ValuedLayer {
    /// Returns the value of the board with a canonical code, which must have the layer's tile sum;
    /// `None` if it is not a state.
    pub(crate) fn value(
        &self,
        numbering: Numbering<'_, impl InnerRanks>,
        code: u64,
    ) -> Option<f64> {
        let rank = self.states.rank(self.index.bit_index(numbering, code))?;
        self.values.get(rank)
    }
}

/// Holds the layers between the passes of a solve.
///
/// Each method may fail, so that a store can do I/O; the passes return the error.
pub(crate) trait LayerStore {
    /// Adds a layer that the forward pass has finished. Tile sums ascend.
    fn put_reached(&mut self, layer: ReachedLayer) -> Result<(), SolveError>;

    /// Removes and returns the reached layer of the highest tile sum; `None` if there is none left.
    fn take_reached(&mut self) -> Result<Option<ReachedLayer>, SolveError>;

    /// Adds a layer that the backward pass has finished. Tile sums descend, the order in which the
    /// values are found; the pass does not read the layer again.
    fn put_valued(&mut self, layer: ValuedLayer) -> Result<(), SolveError>;
}
