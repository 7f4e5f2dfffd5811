//! A store of layers in memory.

use mdp2048_model::{Game, StartState};

use crate::allocate::{AllocationError, Array};
use crate::bits::packed::{PackedBits, packs};
use crate::bits::ranked::RankedBits;
use crate::half_sum::HalfSum;
use crate::index::codes::BoardCodes;
use crate::index::layer::LayerIndex;
use crate::parallel::both;
use crate::progress::SolveError;
use crate::shards::peers::Peers;
use crate::solution::totals::LayerSummary;

use super::layers::{Reached, ReachedStore, Valued, ValuedStore};
use super::start_values::mean_start_value;
use super::successors::SuccessorRanks;

/// A layer between the passes. Sparse bitmaps are packed.
enum Stored {
    Plain(Reached),
    Packed {
        index: LayerIndex,
        states: PackedBits,
        afterstates: PackedBits,
        successors: Option<SuccessorRanks>,
    },
}

impl Stored {
    /// Packs a layer.
    fn packed(layer: Reached) -> Result<Self, AllocationError> {
        let words = layer.states.words();
        let (states, afterstates) =
            both(|| PackedBits::new(words), || PackedBits::new(&layer.afterstates));
        let Reached { index, successors, .. } = layer;
        Ok(Self::Packed { index, states: states?, afterstates: afterstates?, successors })
    }

    /// Returns the layer.
    fn reached(self) -> Result<Reached, SolveError> {
        match self {
            Self::Plain(layer) => Ok(layer),
            Self::Packed { index, states, afterstates, successors } => {
                let (states, afterstates) = both(
                    || Ok::<_, SolveError>(RankedBits::new(states.words()?)?),
                    || afterstates.words(),
                );
                Ok(Reached { index, states: states?, afterstates: afterstates?, successors })
            }
        }
    }
}

/// The layers of a solve in memory: those that the backward pass has not reached yet, those with
/// values if they are kept, and the values of the start states.
pub(crate) struct MemoryStore {
    /// Ascending by tile sum.
    reached: Vec<Stored>,
    /// Whether bitmaps of a number of words with a number of members are packed.
    packs: fn(u64, u64) -> bool,
    starts: Vec<StartState>,
    /// By start state: its value, once it is known; `None` if it is a lost board.
    start_values: Vec<Option<f64>>,
    /// The layers with states, ascending.
    summaries: Vec<LayerSummary>,
    /// The layers with values, descending; `None` if they are dropped as soon as no other layer
    /// depends on them.
    valued: Option<Vec<Valued>>,
}

impl MemoryStore {
    /// Returns the empty store of a solve of a game that keeps all values.
    pub(crate) fn keeping_values(game: &Game) -> Self {
        Self { packs: |_, _| false, valued: Some(Vec::new()), ..Self::of_totals(game) }
    }

    /// Returns the empty store of a solve of a game that keeps only what the passes still need.
    pub(crate) fn of_totals(game: &Game) -> Self {
        let starts = game.starts();
        Self {
            reached: Vec::new(),
            packs,
            start_values: vec![None; starts.len()],
            starts,
            summaries: Vec::new(),
            valued: None,
        }
    }

    /// Returns the store with all layers packed, whatever their sizes.
    #[cfg(test)]
    pub(crate) fn packing(self) -> Self {
        Self { packs: |_, _| true, ..self }
    }

    /// The reached layers, ascending by tile sum; those that are packed are left out.
    #[cfg(test)]
    pub(crate) fn reached_mut(&mut self) -> impl Iterator<Item = &mut Reached> {
        self.reached.iter_mut().filter_map(|layer| match layer {
            Stored::Plain(layer) => Some(layer),
            Stored::Packed { .. } => None,
        })
    }

    /// Returns the mean of the values of the start states, where that of a lost board is `lost`.
    pub(crate) fn start_value(&self, lost: f64) -> f64 {
        mean_start_value(&self.starts, &self.start_values, lost)
    }

    /// The layers with states, ascending.
    pub(crate) fn summaries(&self) -> &[LayerSummary] {
        &self.summaries
    }

    /// Returns the layers with values, ascending; none if they are dropped.
    pub(crate) fn into_valued(self) -> Vec<Valued> {
        let mut layers = self.valued.unwrap_or_default();
        layers.reverse();
        layers
    }
}

impl ReachedStore for MemoryStore {
    fn put_reached(
        &mut self,
        _peers: &mut dyn Peers,
        layer: Reached,
        _lost: u64,
    ) -> Result<(), SolveError> {
        let states = layer.states.len();
        self.summaries.push(LayerSummary { sum: layer.index.half_sum().tile_sum(), states });
        let is_packed = (self.packs)(layer.states.words().len() as u64, states);
        let stored = match is_packed {
            true => Stored::packed(layer)?,
            false => Stored::Plain(layer),
        };
        self.reached.push(stored);
        Ok(())
    }
}

impl ValuedStore for MemoryStore {
    fn take_reached(&mut self, _codes: &BoardCodes) -> Result<Option<Reached>, SolveError> {
        self.reached.pop().map(Stored::reached).transpose()
    }

    fn record_valued(
        &mut self,
        _peers: &mut dyn Peers,
        recent: &[&Valued],
        _actions: Array<u8>,
        value_of: &dyn Fn(u64) -> Option<f64>,
        codes: &BoardCodes,
    ) -> Result<(), SolveError> {
        let half_sum = recent.first().map(|layer| layer.index.half_sum());
        for (start, value) in self.starts.iter().zip(&mut self.start_values) {
            let board = start.state.board();
            if half_sum == Some(HalfSum::of(board)) {
                *value = codes.code(board).and_then(value_of);
            }
        }
        Ok(())
    }

    fn put_valued(&mut self, layer: Valued) -> Result<(), SolveError> {
        if let Some(valued) = &mut self.valued {
            valued.push(layer);
        }
        Ok(())
    }
}
