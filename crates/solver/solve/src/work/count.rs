//! Counts the reachable boards of each layer: a forward pass that keeps only what a later run needs
//! to go on.

use mdp2048_model::{Game, Objective, ValuedGame};
use mdp2048_rules::TileSum;
use serde::{Deserialize, Serialize};

use crate::bits::is_bitmap;
use crate::board_index::codes::BoardCodes;
use crate::board_index::layer::LayerIndex;
use crate::half_sum::HalfSum;
use crate::options::SolveOptions;
use crate::passes::{Goal, Passes, new_estimate};
use crate::progress::{ProgressCallback, SolveError};
use crate::store::layers::{
    ForwardCheckpoint, ForwardLayer, ReachTotals, ReachedSizes, ReachedStore,
};

use super::bytes::{read_words, write_numbers};
use super::error::{WorkError, read_error};
use super::files::WorkFiles;
use super::names::{
    LayerFile, MANIFEST_OF_COUNTS, MANIFEST_OF_COUNTS_COPY, MOST_HALF_SUM, Span, is_file_of_count,
    remove,
};
use super::record::{RecordFiles, work_file};

/// The files of the manifest of a count.
static FILES: RecordFiles = RecordFiles {
    name: MANIFEST_OF_COUNTS,
    copy: MANIFEST_OF_COUNTS_COPY,
    kind: work_file(*b"MDP2048N"),
};

/// The reachable boards of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerCount {
    /// The tile sum.
    pub sum: TileSum,
    /// The number of states.
    pub states: u64,
    /// The number of lost boards.
    pub lost: u64,
}

/// The record of a count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct CountRecord {
    /// The game whose layers are counted, see [`game_up_to`].
    game: ValuedGame,
    /// The layers with reachable boards, ascending.
    layers: Vec<Counted>,
}

impl CountRecord {
    /// Whether the layers ascend, no half sum is too large, and the counts can be added up.
    fn is_consistent(&self) -> bool {
        let half_sums = || self.layers.iter().map(|layer| layer.half_sum);
        let counts = self.layers.iter().flat_map(|layer| [layer.states, layer.lost]);
        half_sums().all(|half_sum| half_sum <= MOST_HALF_SUM)
            && half_sums().is_sorted_by(|a, b| a < b)
            && counts.into_iter().try_fold(0, u64::checked_add).is_some()
    }
}

/// A layer that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Counted {
    half_sum: HalfSum,
    states: u64,
    lost: u64,
    /// The length of a bitmap in 64-bit words.
    words: u64,
    /// The checksum of the bitmap of the afterstates.
    checksum: u32,
}

/// Counts the boards of the layers of a game up to a tile sum on the current threads.
///
/// # Errors
/// [`SolveError`], of which [`SolveError::Work`] is about the files.
pub(crate) fn count_layers(
    files: &mut dyn WorkFiles,
    game: &Game,
    largest: Option<TileSum>,
    resume: Option<bool>,
    progress: ProgressCallback<'_>,
) -> Result<Vec<LayerCount>, SolveError> {
    let game = game_up_to(game, largest);
    let found = FILES.read(files, CountRecord::is_consistent)?;
    let record = match found.map(|found| found.record) {
        None if resume == Some(true) => return Err(WorkError::NoRun.into()),
        Some(_) if resume == Some(false) => return Err(WorkError::HoldsRun.into()),
        Some(record) if *record.game.game() != game => {
            return Err(WorkError::OtherGame(format!("a count of {}", record.game.game())).into());
        }
        Some(record) => {
            // One of the two files may be damaged, or the copy may be that of an earlier layer.
            FILES.write(files, &record)?;
            record
        }
        None => CountRecord { game: game.into(), layers: Vec::new() },
    };
    let largest = largest.map(|sum| HalfSum::new(sum.get() / 2));
    let mut store = CountStore { files, record, lost: 0 };
    let options = SolveOptions::default();
    let estimate = new_estimate(&game, &options)?.streamed(0, 0);
    Passes { last_half_sum: largest, ..Passes::on_disk(&game, &options, estimate) }
        .run(Goal::States(&mut store), progress)?;
    let layers = store.record.layers.iter();
    let layers = layers.filter(|layer| largest.is_none_or(|last| layer.half_sum <= last));
    let count = |layer: &Counted| LayerCount {
        sum: layer.half_sum.tile_sum(),
        states: layer.states,
        lost: layer.lost,
    };
    Ok(layers.map(count).collect())
}

/// Returns a game whose layers up to a tile sum are those of `game`, with the smallest bitmaps: a
/// target tile above the tile sum changes no layer below it, and neither does the objective.
fn game_up_to(game: &Game, largest: Option<TileSum>) -> Game {
    let target = game.target().map(|target| target.face());
    let above = largest.and_then(|sum| (sum.get() + 1).max(8).checked_next_power_of_two());
    let least = target.into_iter().chain(above).min();
    let new = |objective, target: Option<u32>| {
        game.varied(objective, target, 1.0, game.spawn_four().get()).ok()
    };
    // A target that cannot be reached is none.
    let to_target = least.and_then(|target| new(Objective::Win, Some(target)));
    to_target.or_else(|| new(Objective::Score, target)).unwrap_or(*game)
}

/// Keeps the counts, and the afterstates of the two layers from which the pass goes on.
struct CountStore<'a> {
    files: &'a mut dyn WorkFiles,
    record: CountRecord,
    /// The lost boards of all layers in the record.
    lost: u64,
}

impl CountStore<'_> {
    /// Adds a layer to the record. `lost` is the number of lost boards so far.
    fn add(&mut self, layer: Counted, lost: u64) -> Result<(), SolveError> {
        let layer = Counted { lost: lost - self.lost, ..layer };
        self.lost = lost;
        self.record.layers.push(layer);
        FILES.write(self.files, &self.record)
    }
}

/// The name of the file of the afterstates of a layer.
fn afterstates_name(half_sum: HalfSum) -> String {
    LayerFile::Counted.name(Span::of(half_sum))
}

/// Returns the layers with states whose afterstates lead beyond the last of them.
fn layers_to_go_on(layers: &[Counted]) -> Vec<Counted> {
    let with_states = || layers.iter().filter(|layer| layer.states > 0);
    let last = with_states().next_back().map_or(HalfSum::new(0), |layer| layer.half_sum);
    with_states().filter(|layer| layer.half_sum.plus(1) >= last).copied().collect()
}

impl ReachedStore for CountStore<'_> {
    fn forward_checkpoint(&mut self, codes: &BoardCodes) -> Result<ForwardCheckpoint, SolveError> {
        let layers = &mut self.record.layers;
        // The pass goes on above the last layer with states.
        layers.truncate(layers.iter().rposition(|layer| layer.states > 0).map_or(0, |at| at + 1));
        // Without the afterstates from which it would go on it begins again.
        let needed = layers_to_go_on(layers);
        let names = self.files.names().map_err(|error| read_error("the list of files", &error))?;
        if !needed.iter().all(|layer| names.contains(&afterstates_name(layer.half_sum))) {
            layers.clear();
        }
        // A run that was stopped may have left others.
        let needed: Vec<String> =
            layers_to_go_on(layers).iter().map(|layer| afterstates_name(layer.half_sum)).collect();
        for name in names.iter().filter(|name| is_file_of_count(name) && !needed.contains(name)) {
            remove(self.files, name)?;
        }
        self.lost = layers.iter().map(|layer| layer.lost).sum();
        let with_states = || self.record.layers.iter().filter(|layer| layer.states > 0);
        let totals = ReachTotals {
            layers: with_states().count(),
            states: with_states().map(|layer| layer.states).sum(),
            lost: self.lost,
        };
        let sizes = |layer: &Counted| ReachedSizes {
            half_sum: layer.half_sum,
            states: layer.states,
            afterstates: 0,
            words: layer.words,
        };
        let sizes = with_states().map(sizes).collect();
        let mut afterstates = Vec::new();
        for layer in layers_to_go_on(&self.record.layers) {
            let name = afterstates_name(layer.half_sum);
            let index = LayerIndex::new(codes, layer.half_sum);
            if layer.words != index.words() {
                return Err(WorkError::Manifest.into());
            }
            let words = read_words(self.files, &name, layer.words, layer.checksum)?;
            if !is_bitmap(&words, index.len()) {
                return Err(WorkError::Damaged(name).into());
            }
            afterstates.push((layer.half_sum, words));
        }
        Ok(ForwardCheckpoint { totals, is_complete: false, layers: sizes, afterstates })
    }

    fn put_reached(&mut self, layer: ForwardLayer, lost: u64) -> Result<(), SolveError> {
        let ForwardLayer { index, states, afterstates, .. } = layer;
        let half_sum = index.half_sum();
        let name = afterstates_name(half_sum);
        let checksum = write_numbers(self.files, &name, true, &[&afterstates])?;
        let words = afterstates.len() as u64;
        let before = layers_to_go_on(&self.record.layers);
        self.add(Counted { half_sum, states: states.len(), lost: 0, words, checksum }, lost)?;
        // The pass would go on from the afterstates of this layer and of the one below it.
        for layer in before.iter().filter(|layer| layer.half_sum.plus(1) < half_sum) {
            remove(self.files, &afterstates_name(layer.half_sum))?;
        }
        Ok(())
    }

    fn put_lost(&mut self, half_sum: HalfSum, lost: u64) -> Result<(), SolveError> {
        if lost == self.lost {
            return Ok(());
        }
        self.add(Counted { half_sum, states: 0, lost: 0, words: 0, checksum: 0 }, lost)
    }
}
