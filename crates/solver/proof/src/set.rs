//! A set of boards by layers of the tile sum.

use std::io;

use mdp2048_rules::Board;
use serde::{Deserialize, Serialize};

use crate::layer::SetLayer;
use crate::rules::{canonical, set_key};
use crate::store::{LayerName, LayerStore};

/// An explicit set of canonical boards. A game that leaves it is lost.
///
/// Its layers are coded, and read and written one by one.
#[derive(Debug, Default)]
pub struct BoardSet {
    /// By half of the tile sum.
    pub(crate) layers: Vec<LayerEntry>,
    /// The number of the pass that writes layers.
    pub(crate) pass: u32,
    pub(crate) store: LayerStore,
}

/// A layer in the store.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct LayerEntry {
    /// The number of boards. If there are none, the layer is not in the store.
    pub(crate) boards: u64,
    /// The number of the pass that wrote it.
    pub(crate) pass: u32,
    /// The checksum of its bytes in the store.
    pub(crate) checksum: u32,
}

impl BoardSet {
    /// The number of boards.
    pub fn boards(&self) -> u64 {
        self.layers.iter().map(|layer| layer.boards).sum()
    }

    /// The set of these boards and their images.
    pub fn of(boards: impl IntoIterator<Item = Board>) -> Self {
        let mut layers: Vec<Vec<u64>> = Vec::new();
        for board in boards {
            let half_sum = board.tile_sum().get() as usize / 2;
            layers.resize_with(layers.len().max(half_sum + 1), Vec::new);
            layers[half_sum].push(set_key(canonical(board)));
        }
        let mut set = Self::default();
        for (half_sum, mut keys) in layers.into_iter().enumerate() {
            keys.sort_unstable();
            keys.dedup();
            let actions = vec![0; keys.len()];
            set.replace(half_sum, &SetLayer { keys, values: Vec::new(), actions });
        }
        set
    }

    /// The boards of half a tile sum.
    ///
    /// # Errors
    /// An error of the files.
    pub(crate) fn layer(&mut self, half_sum: usize) -> io::Result<SetLayer> {
        match self.layers.get(half_sum) {
            Some(&LayerEntry { boards: 1.., pass, checksum }) => {
                self.store.get(LayerName { half_sum, pass }, checksum)
            }
            _ => Ok(SetLayer::default()),
        }
    }

    /// The boards of half a tile sum, which have values.
    ///
    /// # Errors
    /// An error of the files; [`io::ErrorKind::InvalidData`] if the layer has no values.
    pub(crate) fn valued_layer(&mut self, half_sum: usize) -> io::Result<SetLayer> {
        let layer = self.layer(half_sum)?;
        if layer.has_values() { Ok(layer) } else { Err(io::ErrorKind::InvalidData.into()) }
    }

    /// Puts other boards in the place of those of half a tile sum.
    pub(crate) fn replace(&mut self, half_sum: usize, layer: &SetLayer) {
        if self.layers.len() <= half_sum {
            self.layers.resize_with(half_sum + 1, LayerEntry::default);
        }
        self.remove(half_sum);
        let (boards, pass) = (layer.keys.len() as u64, self.pass);
        let mut put = || self.store.put(LayerName { half_sum, pass }, layer);
        let checksum = if boards > 0 { put() } else { 0 };
        self.layers[half_sum] = LayerEntry { boards, pass, checksum };
    }

    /// Removes the layers from half a tile sum on.
    pub(crate) fn truncate(&mut self, half_sum: usize) {
        for above in half_sum..self.layers.len() {
            self.remove(above);
        }
        self.layers.truncate(half_sum);
    }

    fn remove(&mut self, half_sum: usize) {
        let LayerEntry { boards, pass, .. } = self.layers[half_sum];
        if boards > 0 {
            self.store.remove(LayerName { half_sum, pass });
        }
    }

    /// Removes files of layers that are not those of the set: a run that was stopped left them.
    ///
    /// # Errors
    /// An error of the files.
    pub(crate) fn remove_others(&mut self) -> io::Result<()> {
        let layers = self.layers.iter().enumerate().filter(|(_, layer)| layer.boards > 0);
        self.store.retain(layers.map(|(half_sum, layer)| LayerName { half_sum, pass: layer.pass }))
    }
}
