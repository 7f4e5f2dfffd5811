//! A store of layers in memory.

use mdp2048_model::{Game, StartState};

use crate::allocate::Array;
use crate::board_index::codes::BoardCodes;
use crate::progress::SolveError;
use crate::solution::totals::LayerSummary;

use super::layers::{BackwardLayer, ForwardLayer, ReachedStore, ValuedStore};
use super::start_values::{mean_start_return, record_start_values};

/// The layers of a solve in memory: those that the backward pass has not reached yet, those with
/// values if they are kept, and the values of the start states.
pub(crate) struct MemoryStore {
    /// Ascending by tile sum.
    pub(crate) reached: Vec<ForwardLayer>,
    starts: Vec<StartState>,
    /// By start state: its value, once it is known; `None` if it is a lost board.
    start_values: Vec<Option<f64>>,
    /// The layers with states, ascending.
    pub(crate) summaries: Vec<LayerSummary>,
    /// The layers with values, descending; `None` if they are dropped as soon as no other layer
    /// depends on them.
    valued: Option<Vec<BackwardLayer>>,
}

impl MemoryStore {
    /// Returns the empty store of a solve of a game that keeps all values.
    pub(crate) fn keeping_values(game: &Game) -> Self {
        Self { valued: Some(Vec::new()), ..Self::of_totals(game) }
    }

    /// Returns the empty store of a solve of a game that keeps only what the passes still need.
    pub(crate) fn of_totals(game: &Game) -> Self {
        let starts = game.starts();
        Self {
            reached: Vec::new(),
            start_values: vec![None; starts.len()],
            starts,
            summaries: Vec::new(),
            valued: None,
        }
    }

    /// Returns the mean of the values of the start states, where that of a lost board is `lost`.
    pub(crate) fn start_return(&self, lost: f64) -> f64 {
        mean_start_return(&self.starts, &self.start_values, lost)
    }

    /// Returns the layers with values, ascending; none if they are dropped.
    pub(crate) fn into_valued(self) -> Vec<BackwardLayer> {
        let mut layers = self.valued.unwrap_or_default();
        layers.reverse();
        layers
    }
}

impl ReachedStore for MemoryStore {
    fn put_reached(&mut self, layer: ForwardLayer, _lost: u64) -> Result<(), SolveError> {
        let (sum, states) = (layer.index.half_sum().tile_sum(), layer.states.len());
        self.summaries.push(LayerSummary { sum, states });
        self.reached.push(layer);
        Ok(())
    }
}

impl ValuedStore for MemoryStore {
    fn take_reached(&mut self, _codes: &BoardCodes) -> Result<Option<ForwardLayer>, SolveError> {
        Ok(self.reached.pop())
    }

    fn record_valued(
        &mut self,
        recent: &[&BackwardLayer],
        _actions: Array<u8>,
        value_of: &dyn Fn(u64) -> Option<f64>,
        codes: &BoardCodes,
    ) -> Result<(), SolveError> {
        if let Some(layer) = recent.first() {
            let (half_sum, values) = (layer.index.half_sum(), &mut self.start_values);
            record_start_values((&self.starts, values), half_sum, value_of, codes);
        }
        Ok(())
    }

    fn put_valued(&mut self, layer: BackwardLayer) -> Result<(), SolveError> {
        if let Some(valued) = &mut self.valued {
            valued.push(layer);
        }
        Ok(())
    }
}
