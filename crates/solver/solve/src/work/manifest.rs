//! The manifest of a work folder: which layers are finished, and the checksums of their files.

use mdp2048_model::ValuedGame;
use serde::{Deserialize, Serialize};

use crate::board_index::codes::BoardCodes;
use crate::board_index::layer::LayerIndex;
use crate::half_sum::HalfSum;
use crate::options::Precision;
use crate::progress::SolveError;
use crate::solution::totals::{LayerSummary, SolutionTotals};
use crate::store::start_values::mean_start_return;

use super::error::WorkError;
use super::files::WorkFiles;
use super::names::{MANIFEST, MANIFEST_COPY, MOST_HALF_SUM, Span};
use super::record::{FoundRecord, RecordFiles, work_file};

/// The files of the manifest.
static FILES: RecordFiles =
    RecordFiles { name: MANIFEST, copy: MANIFEST_COPY, kind: work_file(*b"MDP2048W") };

/// The manifest of a work folder.
///
/// A file of bitmaps or of actions has those of all layers that a pass finished between two
/// checkpoints. The *sets* of a layer are two bitmaps: those of its states and its afterstates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The game, and what expected returns are.
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
    pub(super) half_sum: HalfSum,
    pub(super) states: u64,
    pub(super) afterstates: u64,
    /// The length of either bitmap in 64-bit words.
    pub(super) words: u64,
    /// The lost boards of this layer and all below it.
    pub(super) lost_so_far: u64,
}

impl ReachedRecord {
    /// Returns the index of the layer.
    ///
    /// # Errors
    /// [`WorkError::Manifest`] if the bitmaps of the record have another length than the layer.
    pub(super) fn index(&self, codes: &BoardCodes) -> Result<LayerIndex, WorkError> {
        let index = LayerIndex::new(codes, self.half_sum);
        if self.words == index.words() { Ok(index) } else { Err(WorkError::Manifest) }
    }
}

/// A layer that the backward pass has finished.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ValuedRecord {
    pub(super) half_sum: HalfSum,
    /// The bytes of the packed actions.
    pub(super) action_bytes: u64,
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

/// Returns the span of these layers, which ascend. There is at least one.
pub(super) fn span_of(layers: &[ReachedRecord]) -> Span {
    let half_sum =
        |layer: Option<&ReachedRecord>| layer.map_or(HalfSum::new(0), |layer| layer.half_sum);
    Span { first: half_sum(layers.first()), last: half_sum(layers.last()) }
}

impl Manifest {
    /// Writes the manifest.
    pub(super) fn write(&self, files: &mut dyn WorkFiles) -> Result<(), SolveError> {
        FILES.write(files, self)
    }

    /// Finds the manifest, in its copy if the first file is damaged or missing; `None` if there is
    /// neither.
    pub(super) fn find(files: &mut dyn WorkFiles) -> Result<Option<FoundRecord<Self>>, SolveError> {
        FILES.read(files, Self::is_consistent)
    }

    /// Reads the manifest of a run, from wherever it is found.
    ///
    /// # Errors
    /// [`WorkError::NoRun`] if there is none.
    pub(super) fn read(files: &mut dyn WorkFiles) -> Result<Self, SolveError> {
        Ok(Self::find(files)?.ok_or(WorkError::NoRun)?.record)
    }

    /// Whether the layers and the files are in their order, and no half sum is too large.
    fn is_consistent(&self) -> bool {
        let reached = || self.reached.iter().map(|layer| layer.half_sum);
        let valued = || self.valued.iter().map(|layer| layer.half_sum);
        let sets = || self.sets.iter().map(|file| file.span);
        let of_layers = || self.policies.iter().chain(&self.values).map(|file| file.span);
        reached().chain(valued()).all(|half_sum| half_sum <= MOST_HALF_SUM)
            && sets().chain(of_layers()).all(Span::is_valid)
            && reached().is_sorted_by(|a, b| a < b)
            && valued().is_sorted_by(|a, b| a > b)
            && sets().is_sorted_by(|a, b| a.last < b.first)
    }

    /// Returns the totals of the run so far. A start state without a value counts as a lost board.
    pub(super) fn totals(&self) -> SolutionTotals {
        let valued_game = self.valued_game;
        let lost = valued_game.rewards().lost;
        let starts = valued_game.game().starts();
        let start_return = mean_start_return(&starts, &self.start_values, lost);
        let layers = self
            .reached
            .iter()
            .map(|layer| LayerSummary { sum: layer.half_sum.tile_sum(), states: layer.states });
        let lost_so_far = self.reached.last().map_or(0, |layer| layer.lost_so_far);
        SolutionTotals {
            valued_game,
            precision: self.precision,
            states: self.reached.iter().map(|layer| layer.states).sum(),
            lost: self.lost.unwrap_or(lost_so_far),
            start_return,
            layers: layers.collect(),
        }
    }

    /// Whether both passes have finished.
    pub(super) const fn is_finished(&self) -> bool {
        self.lost.is_some() && self.valued.len() == self.reached.len()
    }

    /// Whether the backward pass has finished the layer of a half sum.
    pub(super) fn is_valued(&self, half_sum: HalfSum) -> bool {
        self.valued.last().is_some_and(|lowest| half_sum >= lowest.half_sum)
    }

    /// The layers of a span, ascending.
    pub(super) fn reached_in(&self, span: Span) -> &[ReachedRecord] {
        let at = |half_sum| self.reached.partition_point(|layer| layer.half_sum < half_sum);
        &self.reached[at(span.first)..at(span.last.plus(1))]
    }

    /// The layers of which no file has the sets yet, ascending: those above all that one has.
    pub(super) fn unsaved(&self) -> &[ReachedRecord] {
        let last = self.sets.last().map(|file| file.span.last);
        let is_saved = |layer: &ReachedRecord| last.is_some_and(|last| layer.half_sum <= last);
        &self.reached[self.reached.partition_point(is_saved)..]
    }

    /// The file of the sets of a layer.
    pub(super) fn sets_of(&self, half_sum: HalfSum) -> Option<&SetsRecord> {
        self.sets.iter().find(|file| file.span.contains(half_sum))
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
    pub(super) fn uses_afterstates(&self, span: Span) -> bool {
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

#[cfg(test)]
mod tests {
    use mdp2048_model::Game;

    use super::*;

    #[test]
    fn records_out_of_order_are_noticed() {
        let game = Game::reach("2x2".parse().expect("a shape"), 16).expect("a game");
        let span = |first, last| Span { first: HalfSum::new(first), last: HalfSum::new(last) };
        let reached = |half_sum| ReachedRecord {
            half_sum: HalfSum::new(half_sum),
            states: 1,
            afterstates: 1,
            words: 1,
            lost_so_far: 0,
        };
        let sets = |first, last| SetsRecord {
            span: span(first, last),
            states_checksum: 0,
            afterstates_checksum: 0,
        };
        let whole = Manifest {
            valued_game: game.into(),
            precision: Precision::Double,
            reached: vec![reached(2), reached(3), reached(5)],
            sets: vec![sets(2, 3), sets(5, 5)],
            lost: Some(0),
            valued: [5, 3]
                .map(HalfSum::new)
                .map(|half_sum| ValuedRecord { half_sum, action_bytes: 1 })
                .to_vec(),
            policies: vec![FileRecord { span: span(3, 5), checksum: 0 }],
            values: Vec::new(),
            start_values: Vec::new(),
        };
        assert!(whole.is_consistent());
        let changes: [fn(&mut Manifest); 7] = [
            |manifest| manifest.reached.swap(0, 1),
            |manifest| manifest.reached[2].half_sum = HalfSum::new(u32::MAX),
            |manifest| manifest.valued.swap(0, 1),
            |manifest| manifest.sets.swap(0, 1),
            |manifest| manifest.sets[0].span.last = HalfSum::new(5),
            |manifest| manifest.policies[0].span.first = HalfSum::new(6),
            |manifest| manifest.policies[0].span.last = HalfSum::new(u32::MAX),
        ];
        for (number, change) in changes.iter().enumerate() {
            let mut changed = whole.clone();
            change(&mut changed);
            assert!(!changed.is_consistent(), "change {number}");
        }
    }
}
