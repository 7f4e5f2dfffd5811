//! The manifest of a work folder: which layers are finished, and the checksums of their files.

use mdp2048_model::ValuedGame;
use mdp2048_rules::TileSum;
use serde::{Deserialize, Serialize};

use crate::options::Precision;
use crate::progress::SolveError;
use crate::shards::exchange;
use crate::shards::peers::{Peers, PeersError};
use crate::solution::query::LayerSummary;
use crate::solution::totals::SolutionTotals;

use super::error::{WorkError, write_error};
use super::files::WorkFiles;
use super::record::{read_record, write_record};

/// The name of the manifest.
pub(super) const MANIFEST: &str = "manifest";

/// The first bytes of a manifest.
const MAGIC: [u8; 8] = *b"MDP2048W";

/// The manifest of a work folder.
///
/// A file of sets or of actions has those of several successive layers, which were finished between
/// two checkpoints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The game, and what its values are.
    pub(super) valued_game: ValuedGame,
    pub(super) precision: Precision,
    /// The layers that the forward pass has finished, ascending.
    pub(super) reached: Vec<ReachedRecord>,
    /// The files of their states and afterstates, ascending.
    pub(super) sets: Vec<SetsRecord>,
    /// The number of reachable lost boards, once the forward pass has finished.
    pub(super) lost: Option<u64>,
    /// The layers that the backward pass has finished, descending.
    pub(super) valued: Vec<ValuedRecord>,
    /// The files of their actions, descending.
    pub(super) policies: Vec<FileRecord>,
    /// The files of their values: those of the last two layers, descending; none once the backward
    /// pass has finished.
    pub(super) values: Vec<FileRecord>,
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
}

/// A layer that the backward pass has finished.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ValuedRecord {
    pub(super) half_sum: u32,
    /// The bytes of the packed actions.
    pub(super) action_bytes: u64,
}

/// The half sums of the first and the last layer of a file, where the first is the lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Span {
    pub(super) first: u32,
    pub(super) last: u32,
}

impl Span {
    /// Returns the span of one layer.
    pub(super) const fn of(half_sum: u32) -> Self {
        Self { first: half_sum, last: half_sum }
    }

    /// Returns the span of these layers, which ascend. There is at least one.
    pub(super) fn of_layers(layers: &[ReachedRecord]) -> Self {
        let half_sum = |layer: Option<&ReachedRecord>| layer.map_or(0, |layer| layer.half_sum);
        Self { first: half_sum(layers.first()), last: half_sum(layers.last()) }
    }

    /// Whether a layer is in the span.
    pub(super) fn contains(self, half_sum: u32) -> bool {
        (self.first..=self.last).contains(&half_sum)
    }
}

/// A file of layers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FileRecord {
    pub(super) span: Span,
    pub(super) checksum: u32,
}

/// The two files of the sets of layers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SetsRecord {
    pub(super) span: Span,
    pub(super) states_checksum: u32,
    /// 0 once the afterstates are of no more use.
    pub(super) afterstates_checksum: u32,
}

/// A kind of file of layers.
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
    /// Returns the name of the file of these layers.
    pub(super) fn name(self, Span { first, last }: Span) -> String {
        let kind = match self {
            Self::States => "states",
            Self::Afterstates => "afterstates",
            Self::Values => "values",
            Self::Policy => "policy",
            Self::Visited => "visited",
        };
        let (first, last) = (2 * first, 2 * last);
        if first == last {
            format!("layer_{first:05}.{kind}")
        } else {
            format!("layers_{first:05}_{last:05}.{kind}")
        }
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

    /// Returns the totals of the run so far. A start state without a value counts as a lost board.
    pub(super) fn totals(&self) -> SolutionTotals {
        let valued_game = self.valued_game;
        let lost = valued_game.rewards().lost;
        let starts = valued_game.game().starts();
        let values = starts.iter().zip(&self.start_values);
        let start_value =
            values.map(|(start, value)| start.probability * value.unwrap_or(lost)).sum();
        let layers = self.reached.iter().map(|layer| LayerSummary {
            sum: TileSum::new(2 * layer.half_sum),
            states: layer.states,
        });
        let lost_so_far = self.reached.last().map_or(0, |layer| layer.lost_so_far);
        SolutionTotals {
            valued_game,
            precision: self.precision,
            states: self.reached.iter().map(|layer| layer.states).sum(),
            lost: self.lost.unwrap_or(lost_so_far),
            start_value,
            layers: layers.collect(),
        }
    }

    /// Whether the backward pass has finished the layer of a half sum.
    pub(super) fn is_valued(&self, half_sum: u32) -> bool {
        self.valued.last().is_some_and(|lowest| half_sum >= lowest.half_sum)
    }

    /// The layers of a span, ascending.
    pub(super) fn reached_in(&self, span: Span) -> &[ReachedRecord] {
        let at = |half_sum| self.reached.partition_point(|layer| layer.half_sum < half_sum);
        &self.reached[at(span.first)..at(span.last + 1)]
    }

    /// The file of the sets of a layer.
    pub(super) fn sets_of(&self, half_sum: u32) -> Option<&SetsRecord> {
        self.sets.iter().find(|file| file.span.contains(half_sum))
    }

    /// Forgets what depends on a file that is missing, so that it is made again.
    pub(super) fn forget_missing(&mut self, files: &mut dyn WorkFiles) {
        let mut has = |file: LayerFile, span| files.exists(&file.name(span));
        let has_values = self.policies.iter().all(|file| has(LayerFile::Policy, file.span))
            && self.values.iter().all(|file| has(LayerFile::Values, file.span));
        if !has_values {
            self.forget_values();
        }
        let mut lacks = |file: &SetsRecord, is_valued: bool| {
            !has(LayerFile::States, file.span)
                || (!is_valued && !has(LayerFile::Afterstates, file.span))
        };
        let missing =
            self.sets.iter().position(|file| lacks(file, self.is_valued(file.span.first)));
        if let Some(mut kept) = missing {
            // The forward pass goes on from the afterstates of two layers, which are in as many
            // files or in one.
            let from = |kept: usize| kept.saturating_sub(2)..kept;
            while self.sets[from(kept)].iter().any(|file| lacks(file, false)) {
                kept -= 1;
            }
            self.sets.truncate(kept);
            let last = self.sets.last().map(|file| file.span.last);
            self.reached.retain(|layer| last.is_some_and(|last| layer.half_sum <= last));
            self.lost = None;
        }
    }

    /// Removes the files of which a run that was stopped has no more use: the values of layers that
    /// no layer depends on, and the afterstates of layers with values.
    pub(super) fn remove_unused(&self, files: &mut dyn WorkFiles) -> Result<(), SolveError> {
        for span in self.valued.iter().map(|layer| Span::of(layer.half_sum)) {
            if self.values.iter().all(|file| file.span != span) {
                remove(files, LayerFile::Values, span)?;
            }
        }
        for file in self.sets.iter().filter(|file| !self.uses_afterstates(file.span)) {
            remove(files, LayerFile::Afterstates, file.span)?;
        }
        Ok(())
    }

    /// Forgets the checksums of afterstates of which a run has no more use.
    pub(super) fn forget_unused_afterstates(&mut self) {
        for at in 0..self.sets.len() {
            if !self.uses_afterstates(self.sets[at].span) {
                self.sets[at].afterstates_checksum = 0;
            }
        }
    }

    /// Whether a run reads the afterstates of the layers of a file: until they have values, and
    /// until the forward pass has finished.
    fn uses_afterstates(&self, span: Span) -> bool {
        self.lost.is_none() || !self.is_valued(span.first)
    }

    /// Forgets all values.
    pub(super) fn forget_values(&mut self) {
        self.valued.clear();
        self.policies.clear();
        self.values.clear();
        self.start_values.fill(None);
    }
}

/// Removes a file, if there is one.
pub(super) fn remove(
    files: &mut dyn WorkFiles,
    file: LayerFile,
    span: Span,
) -> Result<(), SolveError> {
    let name = file.name(span);
    let removed = if files.exists(&name) { files.remove(&name) } else { Ok(()) };
    Ok(removed.map_err(|error| write_error(&name, &error))?)
}
