//! The manifest of a work folder: which layers are finished, and the checksums of their files.

use mdp2048_model::ValuedGame;
use serde::{Deserialize, Serialize};

use crate::options::Precision;
use crate::progress::SolveError;
use crate::shards::exchange;
use crate::shards::peers::{Peers, PeersError};

use super::error::{WorkError, write_error};
use super::files::WorkFiles;
use super::record::{read_record, write_record};

/// The name of the manifest.
pub(super) const MANIFEST: &str = "manifest";

/// The first bytes of a manifest.
const MAGIC: [u8; 8] = *b"MDP2048W";

/// The manifest of a work folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The game, and what its values are.
    pub(super) valued_game: ValuedGame,
    pub(super) precision: Precision,
    /// The layers that the forward pass has finished, ascending.
    pub(super) reached: Vec<ReachedRecord>,
    /// The number of reachable lost boards, once the forward pass has finished.
    pub(super) lost: Option<u64>,
    /// The layers that the backward pass has finished, descending.
    pub(super) valued: Vec<ValuedRecord>,
    /// The values of the start states, in the order of the game.
    pub(super) start_values: Vec<Option<f64>>,
}

/// A layer that the forward pass has finished.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ReachedRecord {
    pub(super) half_sum: u32,
    pub(super) states: u64,
    pub(super) afterstates: u64,
    /// The length of either bitmap in 64-bit words.
    pub(super) words: u64,
    /// The lost boards of this layer and all below it.
    pub(super) lost_so_far: u64,
    pub(super) states_checksum: u32,
    pub(super) afterstates_checksum: u32,
}

/// A layer that the backward pass has finished.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ValuedRecord {
    pub(super) half_sum: u32,
    pub(super) values_checksum: u32,
    pub(super) policy_checksum: u32,
}

/// A kind of file of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayerFile {
    States,
    Afterstates,
    Values,
    Policy,
    /// The states that games visit under the actions; it exists only while a policy is made.
    Visited,
}

impl LayerFile {
    /// Returns the name of the file of a layer.
    pub(super) fn name(self, half_sum: u32) -> String {
        let kind = match self {
            Self::States => "states",
            Self::Afterstates => "afterstates",
            Self::Values => "values",
            Self::Policy => "policy",
            Self::Visited => "visited",
        };
        format!("layer_{:05}.{kind}", 2 * half_sum)
    }
}

impl Manifest {
    /// Writes the manifest.
    pub(super) fn write(&self, files: &mut dyn WorkFiles) -> Result<(), SolveError> {
        write_record(files, MANIFEST, MAGIC, self)
    }

    /// Reads the manifest; `None` if there is none.
    pub(super) fn read(files: &mut dyn WorkFiles) -> Result<Option<Self>, SolveError> {
        read_record(files, MANIFEST, MAGIC)
    }

    /// Replaces the manifest by that of the first process.
    pub(super) fn share(&mut self, peers: &mut dyn Peers) -> Result<(), SolveError> {
        let contents = postcard::to_allocvec(self).map_err(|_| WorkError::Manifest)?;
        let contents = exchange::share(peers, contents)?;
        *self = postcard::from_bytes(&contents).map_err(|_| PeersError::Message)?;
        Ok(())
    }

    /// Whether the backward pass has finished the layer of a half sum.
    pub(super) fn is_valued(&self, half_sum: u32) -> bool {
        self.valued.last().is_some_and(|lowest| half_sum >= lowest.half_sum)
    }

    /// Forgets what depends on a file that is missing, so that it is made again.
    pub(super) fn forget_missing(&mut self, files: &mut dyn WorkFiles) {
        let mut has = |file: LayerFile, half_sum| files.exists(&file.name(half_sum));
        let in_use = self.valued.len().saturating_sub(2);
        let has_values = self.valued.iter().all(|layer| has(LayerFile::Policy, layer.half_sum))
            && self.valued[in_use..].iter().all(|layer| has(LayerFile::Values, layer.half_sum));
        if !has_values {
            self.forget_values();
        }
        let mut lacks = |layer: &ReachedRecord, is_valued: bool| {
            !has(LayerFile::States, layer.half_sum)
                || (!is_valued && !has(LayerFile::Afterstates, layer.half_sum))
        };
        let missing =
            self.reached.iter().position(|layer| lacks(layer, self.is_valued(layer.half_sum)));
        if let Some(mut kept) = missing {
            // The forward pass goes on from the afterstates of two layers.
            let from = |kept: usize| kept.saturating_sub(2)..kept;
            while self.reached[from(kept)].iter().any(|layer| lacks(layer, false)) {
                kept -= 1;
            }
            self.reached.truncate(kept);
            self.lost = None;
        }
    }

    /// Removes the files of which a run that was stopped has no more use: the values of layers that
    /// no layer depends on, and the afterstates of layers with values.
    pub(super) fn remove_unused(&self, files: &mut dyn WorkFiles) -> Result<(), SolveError> {
        let mut remove = |file: LayerFile, half_sum| {
            let name = file.name(half_sum);
            let removed = if files.exists(&name) { files.remove(&name) } else { Ok(()) };
            removed.map_err(|error| write_error(&name, &error))
        };
        let unused = self.valued.len().saturating_sub(2);
        for layer in &self.valued[..unused] {
            remove(LayerFile::Values, layer.half_sum)?;
        }
        // Until the forward pass has finished, it needs the afterstates.
        if self.lost.is_some() {
            for layer in &self.valued {
                remove(LayerFile::Afterstates, layer.half_sum)?;
            }
        }
        Ok(())
    }

    /// Forgets all values.
    pub(super) fn forget_values(&mut self) {
        self.valued.clear();
        self.start_values.fill(None);
    }
}
