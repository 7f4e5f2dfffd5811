//! A store that holds all layers in memory.

use crate::index::codes::BoardCodes;
use crate::progress::SolveError;
use crate::shards::peers::Peers;

use super::layers::{Reached, ReachedStore, Valued, ValuedStore};

/// All layers of a solve, in memory.
#[derive(Default)]
pub(crate) struct MemoryStore {
    // Ascending by tile sum.
    reached: Vec<Reached>,
    // Descending by tile sum.
    valued: Vec<Valued>,
}

impl MemoryStore {
    /// Returns the valued layers, ascending by tile sum.
    pub(crate) fn into_valued(self) -> Vec<Valued> {
        let mut layers = self.valued;
        layers.reverse();
        layers
    }

    /// The reached layers, ascending by tile sum.
    #[cfg(test)]
    pub(crate) fn reached_mut(&mut self) -> &mut [Reached] {
        &mut self.reached
    }
}

impl ReachedStore for MemoryStore {
    fn put_reached(
        &mut self,
        _peers: &mut dyn Peers,
        layer: Reached,
        _lost: u64,
    ) -> Result<(), SolveError> {
        self.reached.push(layer);
        Ok(())
    }
}

impl ValuedStore for MemoryStore {
    fn take_reached(&mut self, _codes: &BoardCodes) -> Result<Option<Reached>, SolveError> {
        Ok(self.reached.pop())
    }

    fn put_valued(&mut self, layer: Valued) -> Result<(), SolveError> {
        self.valued.push(layer);
        Ok(())
    }
}
