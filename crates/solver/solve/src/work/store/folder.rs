//! What the store of a work folder has in memory, and how it reads layers.

use std::collections::BTreeMap;

use mdp2048_model::{Game, StartState};

use crate::allocate::Array;
use crate::bits::is_bitmap;
use crate::bits::ranked::RankedBits;
use crate::board_index::codes::BoardCodes;
use crate::board_index::layer::LayerIndex;
use crate::half_sum::HalfSum;
use crate::progress::SolveError;
use crate::store::layers::ForwardLayer;
use crate::work::bytes::read_some;
use crate::work::error::WorkError;
use crate::work::files::WorkFiles;
use crate::work::manifest::{Manifest, ReachedRecord, SetsRecord, ValuedRecord};
use crate::work::names::{LayerFile, Span};

/// When layers are written to the disk, and how many stay in memory as well.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoints {
    /// A pass writes the layers that it has finished once they have this many states together, or
    /// before, if they take much memory.
    pub(crate) states: u64,
    /// The most bytes of layers that are in memory between the passes. The forward pass writes its
    /// layers when they have as many.
    pub(crate) held_bytes: u64,
}

/// The most bytes of the bitmaps of states and afterstates that the forward pass finishes before
/// they are written.
pub(crate) const CHECKPOINT_BYTES: u64 = 64 << 20;

/// The layers of a solve, in the files of a work folder.
///
/// The layers of a pass are written together once they have many states, because files of small
/// layers take more time than the layers. At such a *checkpoint* the files and the manifest are on
/// the disk; what a run that is stopped has finished after its last checkpoint is computed again.
pub(crate) struct FolderStore<'a> {
    pub(super) files: &'a mut dyn WorkFiles,
    pub(super) manifest: &'a mut Manifest,
    pub(super) starts: Vec<StartState>,
    pub(super) checkpoints: Checkpoints,
    /// What is in memory of layers, by half sum. Of the others the files have everything, as the
    /// manifest says.
    pub(super) held: BTreeMap<HalfSum, CachedLayer>,
}

/// What is in memory of a layer. Layers with values are above all others.
///
/// No file has the states of the layers above the last [`Manifest::sets`]. They have fewer states
/// than there are between checkpoints, so all of them have values when the backward pass writes for
/// the first time.
pub(super) enum CachedLayer {
    /// The backward pass will take the layer.
    Reached(ForwardLayer),
    /// The layer has values, and no file has its packed actions. `states` are given once the pass
    /// no longer reads the layer, if no file has them.
    Valued { record: ValuedRecord, actions: Array<u8>, states: Option<RankedBits> },
}

impl CachedLayer {
    /// The layer, if it has no values.
    pub(super) const fn reached(&self) -> Option<&ForwardLayer> {
        match self {
            Self::Reached(layer) => Some(layer),
            Self::Valued { .. } => None,
        }
    }
}

impl<'a> FolderStore<'a> {
    /// Returns the store of a folder with this manifest.
    pub(crate) fn new(
        files: &'a mut dyn WorkFiles,
        manifest: &'a mut Manifest,
        game: &Game,
        checkpoints: Checkpoints,
    ) -> Self {
        Self { files, manifest, starts: game.starts(), checkpoints, held: BTreeMap::new() }
    }

    /// Reads the bitmaps of the needed layers from a file of this kind.
    pub(super) fn read_sets(
        &mut self,
        file: LayerFile,
        sets: SetsRecord,
        needed: Span,
        codes: &BoardCodes,
    ) -> Result<Vec<(LayerIndex, Array<u64>)>, SolveError> {
        let checksum = match file {
            LayerFile::States => sets.states_checksum,
            _ => sets.afterstates_checksum,
        };
        let (mut indices, mut bitmaps) = (Vec::new(), Vec::new());
        for layer in self.manifest.reached_in(sets.span) {
            let index = layer.index(codes)?;
            let is_needed = needed.contains(layer.half_sum);
            bitmaps.push((layer.words, is_needed));
            indices.push(is_needed.then_some(index));
        }
        let name = file.name(sets.span);
        let words = read_some(self.files, &name, &bitmaps, checksum)?;
        let read = indices.into_iter().zip(words);
        let read: Vec<_> = read.filter_map(|(index, words)| Some((index?, words))).collect();
        if read.iter().all(|(index, words)| is_bitmap(words, index.len())) {
            Ok(read)
        } else {
            Err(WorkError::Damaged(name).into())
        }
    }

    /// Reads the layers of the file of a layer, up to that layer, into `held`.
    pub(super) fn hold(&mut self, half_sum: HalfSum, codes: &BoardCodes) -> Result<(), SolveError> {
        let sets = *self.manifest.sets_of(half_sum).ok_or(WorkError::Manifest)?;
        let needed = Span { first: sets.span.first, last: half_sum };
        let states = self.read_sets(LayerFile::States, sets, needed, codes)?;
        let afterstates = self.read_sets(LayerFile::Afterstates, sets, needed, codes)?;
        for ((index, states), (_, afterstates)) in states.into_iter().zip(afterstates) {
            let states = RankedBits::new(states)?;
            let half_sum = index.half_sum();
            let layer = ForwardLayer { index, states, afterstates, successors: None };
            self.held.insert(half_sum, CachedLayer::Reached(layer));
        }
        Ok(())
    }

    /// Frees the lowest layers in memory, as far as there are too many bytes and they are written.
    pub(super) fn free_held(&mut self) {
        let unsaved = self.manifest.unsaved().first().map(|layer| layer.half_sum);
        let mut bytes: u64 =
            self.held.values().filter_map(CachedLayer::reached).map(ForwardLayer::bytes).sum();
        while bytes > self.checkpoints.held_bytes
            && let Some(lowest) = self.held.first_entry()
            && unsaved.is_none_or(|unsaved| *lowest.key() < unsaved)
            && let CachedLayer::Reached(layer) = lowest.get()
        {
            bytes -= layer.bytes();
            lowest.remove();
        }
    }

    /// Returns the layer that the backward pass computes next.
    pub(super) fn next_to_value(&self) -> Option<&ReachedRecord> {
        let unsaved = self.held.iter().find(|(_, held)| held.reached().is_none());
        let saved = || self.manifest.valued.last().map(|layer| layer.half_sum);
        let lowest = unsaved.map(|(&half_sum, _)| half_sum).or_else(saved);
        let is_left = |layer: &ReachedRecord| lowest.is_none_or(|lowest| layer.half_sum < lowest);
        self.manifest.reached[..self.manifest.reached.partition_point(is_left)].last()
    }

    /// Writes the manifest without the checksums of afterstates that a run reads no more.
    pub(super) fn write_manifest(&mut self) -> Result<(), SolveError> {
        self.manifest.forget_unused_afterstates();
        self.manifest.write(self.files)
    }
}
