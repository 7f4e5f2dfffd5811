//! A store that holds all layers in memory.

use crate::index::codes::BoardCodes;
use crate::progress::SolveError;
use crate::shards::peers::{Alone, Peers};

use super::layers::{LayerStore, ReachedLayer, ValuedLayer};

/// All layers of a solve, in memory.
#[derive(Default)]
pub(crate) struct MemoryStore {
    // Ascending by tile sum.
    reached: Vec<ReachedLayer>,
    // Descending by tile sum.
    valued: Vec<ValuedLayer>,
    peers: Alone,
}

impl MemoryStore {
    /// Returns the valued layers, ascending by tile sum.
    pub(crate) fn into_valued(self) -> Vec<ValuedLayer> {
        let mut layers = self.valued;
        layers.reverse();
        layers
    }

    /// The reached layers, ascending by tile sum.
    #[cfg(test)]
    pub(crate) fn reached_mut(&mut self) -> &mut [ReachedLayer] {
        &mut self.reached
    }
}

impl LayerStore for MemoryStore {
    fn peers(&mut self) -> &mut dyn Peers {
        &mut self.peers
    }

    fn keeps_successors(&self) -> bool {
        true
    }

    fn put_reached(&mut self, layer: ReachedLayer, _lost: u64) -> Result<(), SolveError> {
        self.reached.push(layer);
        Ok(())
    }

    fn take_reached(&mut self, _codes: &BoardCodes) -> Result<Option<ReachedLayer>, SolveError> {
        Ok(self.reached.pop())
    }

    fn put_valued(&mut self, layer: ValuedLayer) -> Result<(), SolveError> {
        self.valued.push(layer);
        Ok(())
    }
}
