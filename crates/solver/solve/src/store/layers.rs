//! The layers of a solve after each pass, and the interface for storing them.

use mdp2048_rules::Action;

use crate::allocate::Array;
use crate::bits::ranked::RankedBits;
use crate::board_index::codes::{BoardCodes, Numbering};
use crate::board_index::inner::InnerRanks;
use crate::board_index::layer::LayerIndex;
use crate::half_sum::HalfSum;
use crate::progress::SolveError;

use super::actions::PackedActions;
use super::successors::SuccessorIndices;
use super::values::LayerValues;

/// A layer after the forward pass: its states and their afterstates are known.
pub(crate) struct ForwardLayer {
    pub(crate) index: LayerIndex,
    pub(crate) states: RankedBits,
    /// The words of the bitmap of the afterstates of the layer's states. Actions keep the tile sum,
    /// so they belong to the same layer.
    pub(crate) afterstates: Array<u64>,
    /// The afterstates of each state, if they are kept for the backward pass.
    pub(crate) successors: Option<SuccessorIndices>,
}

impl ForwardLayer {
    /// The size of the layer in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let successors = self.successors.as_ref();
        let arrays = size_of_val(&self.afterstates[..])
            + successors.map_or(0, |entries| size_of_val(&entries[..]));
        self.index.bytes() + self.states.bytes() + arrays as u64
    }
}

/// The totals of the forward pass.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReachTotals {
    /// The number of layers with states.
    pub(crate) layers: usize,
    /// The number of reachable states.
    pub(crate) states: u64,
    /// The number of reachable lost boards.
    pub(crate) lost: u64,
}

/// The sizes of a layer that the forward pass has finished.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReachedSizes {
    /// Half the tile sum.
    pub(crate) half_sum: HalfSum,
    /// How many states there are.
    pub(crate) states: u64,
    /// How many afterstates there are.
    pub(crate) afterstates: u64,
    /// How many words a bitmap of the layer has.
    pub(crate) words: u64,
}

/// What the forward pass of an earlier run has put into a store.
#[derive(Default)]
pub(crate) struct ForwardCheckpoint {
    pub(crate) totals: ReachTotals,
    /// Whether that pass has finished.
    pub(crate) is_complete: bool,
    /// Its layers, ascending.
    pub(crate) layers: Vec<ReachedSizes>,
    /// The half sums and the words of the afterstates of up to two of them, ascending: all from
    /// which games reach a layer above. None if the pass has finished.
    pub(crate) afterstates: Vec<(HalfSum, Array<u64>)>,
}

/// A layer after the backward pass: its states have values.
#[derive(Clone, Debug)]
pub(crate) struct BackwardLayer {
    pub(crate) index: LayerIndex,
    pub(crate) states: RankedBits,
    /// In the order of `states`.
    pub(crate) values: LayerValues,
}

impl BackwardLayer {
    /// Returns the value of the board with a representative code, which must have the layer's tile
    /// sum; `None` if it is not a state.
    pub(crate) fn value(
        &self,
        numbering: Numbering<'_, impl InnerRanks>,
        code: u64,
    ) -> Option<f64> {
        let rank = self.states.rank(self.index.bit_index(numbering, code))?;
        self.values.get(rank)
    }
}

/// What the backward pass of an earlier run has put into a store.
#[derive(Default)]
pub(crate) struct BackwardCheckpoint {
    /// How many layers have values.
    pub(crate) count: usize,
    /// How many states these layers have.
    pub(crate) states: u64,
    /// Up to two of them, descending by tile sum: those on which the next layers depend.
    pub(crate) layers: Vec<BackwardLayer>,
}

/// The states of a layer and the only action that games take in each; `None` without states.
#[derive(Clone, Copy)]
pub(crate) struct StoredActions<'a>(pub(crate) Option<(&'a RankedBits, &'a PackedActions)>);

impl StoredActions<'_> {
    /// Returns the action of the state with a bit index; `None` if it is not a state.
    #[inline(always)]
    pub(crate) fn get(self, bit: u64) -> Option<Action> {
        let (states, actions) = self.0?;
        actions.get(states, bit)
    }
}

/// Holds the sets of the layers that the forward pass finds.
///
/// Each method of a store may fail, so that it can do I/O; the passes return the error.
pub(crate) trait ReachedStore: Send {
    /// Returns what an earlier run has put into the store; nothing if there was none.
    fn forward_checkpoint(&mut self, _codes: &BoardCodes) -> Result<ForwardCheckpoint, SolveError> {
        Ok(ForwardCheckpoint::default())
    }

    /// Returns the actions that games take in the layer of a half sum; `None` if they take every
    /// action.
    fn chosen(&mut self, _half_sum: HalfSum) -> Result<Option<StoredActions<'_>>, SolveError> {
        Ok(None)
    }

    /// Adds a layer that the forward pass has finished. Tile sums ascend. `lost` is the number of
    /// lost boards so far.
    fn put_reached(&mut self, layer: ForwardLayer, lost: u64) -> Result<(), SolveError>;

    /// Records the number of lost boards so far after a layer without states.
    fn put_lost(&mut self, _half_sum: HalfSum, _lost: u64) -> Result<(), SolveError> {
        Ok(())
    }

    /// Records that the forward pass has finished.
    fn end_reached(&mut self, _totals: ReachTotals) -> Result<(), SolveError> {
        Ok(())
    }
}

/// Gives the layers of the forward pass to the backward pass, and holds their values.
pub(crate) trait ValuedStore: ReachedStore {
    /// Removes and returns the reached layer of the highest tile sum; `None` if there is none left.
    fn take_reached(&mut self, codes: &BoardCodes) -> Result<Option<ForwardLayer>, SolveError>;

    /// Returns what the backward pass of an earlier run has finished; nothing if there was none.
    fn backward_checkpoint(
        &mut self,
        _codes: &BoardCodes,
    ) -> Result<BackwardCheckpoint, SolveError> {
        Ok(BackwardCheckpoint::default())
    }

    /// Whether [`record_valued`](Self::record_valued) needs the actions of the states.
    fn needs_actions(&self) -> bool {
        false
    }

    /// Records a layer whose states have values and which the pass still reads: the first of the
    /// layers in `recent`, where the second, if there is one, got them before. `actions` are
    /// its best actions as [`ActionPacker`](super::actions::ActionPacker) packs them, and
    /// `value_of` returns the value of its board with a representative code. A store on disk may
    /// write several layers at once, later.
    fn record_valued(
        &mut self,
        _recent: &[&BackwardLayer],
        _actions: Array<u8>,
        _value_of: &dyn Fn(u64) -> Option<f64>,
        _codes: &BoardCodes,
    ) -> Result<(), SolveError> {
        Ok(())
    }

    /// Takes a layer that the pass reads no more, after it was recorded. Tile sums descend, the
    /// order in which the values are found.
    fn put_valued(&mut self, layer: BackwardLayer) -> Result<(), SolveError>;
}
