//! Estimates the peak memory of a solve before it allocates.
//!
//! Before the forward pass the sizes of the layers are predicted from the boards that may be
//! reachable, which are counted in closed form ([`candidates`]). How many of them are reachable is
//! known within a factor from solved games, so the estimate is a range. While the pass runs, the
//! layers that it has found replace their predictions. After it, all sizes are known.

mod candidates;
mod prediction;
mod sizes;

use mdp2048_model::Game;

use crate::allocate::MMAP_THRESHOLD;
use crate::board_index::cells::CellGroups;
use crate::kernel::representation::{BasesOf, GameTables, Representation};
use crate::options::{Precision, SolveOptions};
use crate::parallel;
use crate::progress::{MemoryNeed, SolveError, SolveEstimate};
use crate::store::layers::{ForwardLayer, ReachedSizes};

use sizes::LayerSizes;

/// Bitmaps of fewer words are in blocks of which many stay in the heap when they are freed.
const LARGE_BITMAP: u64 = 1 << 20;

/// Bytes of the value of an afterstate, which is always of double precision.
const AFTERSTATE_VALUE: u64 = 8;

/// Bytes of a prefix count for each word of a bitmap of afterstates.
const WORD_COUNT: u64 = 4;

/// Bytes that a process uses for its code and its constants, whatever it solves: 6.1 MiB or less
/// were measured with the command line on x86-64 Linux.
const PROCESS: u64 = 25 << 18;

/// Bytes that each thread uses for its stack and its part of the heap.
const THREAD: u64 = 128 << 10;

/// Bytes for each layer beside its arrays: its entries in the store and the headers of its blocks
/// in the allocator.
const LAYER_OVERHEAD: u64 = 1 << 10;

/// The share of memory that is added for gaps in the heap and the rounding of block sizes, as one
/// in this many bytes. They were up to 4 % of the rest (3x4 to 32 with two threads, with glibc);
/// the share is twice that, because the heap depends on the allocator and on the number of threads.
const ALLOCATOR_SHARE: u64 = 12;

/// The margin of a prediction on either side, as one in this many bytes. It covers what is not
/// predicted: the lookup tables, the buffers of the forward pass, and layers without states.
const PREDICTION_MARGIN: u64 = 12;

/// Bytes of the buffers of a file that is read or written, with those of its compression.
const FILE_BUFFERS: u64 = 8 << 20;

/// How many layers have lookup tables at a time during the backward pass: the layer that is valued
/// and the two above it.
const LAYERS_WITH_TABLES: u64 = 3;

/// The sizes of the lookup tables of a game, in bytes.
#[derive(Clone, Copy, Debug)]
struct TableSizes {
    /// The rank tables.
    ranks: u64,
    /// The other lookup tables of the game.
    tables: u64,
    /// Those of one layer.
    corner_bases: u64,
}

/// Which layers are in memory beside those in use.
#[derive(Clone, Copy, Debug)]
enum HeldLayers {
    /// All.
    All,
    /// Those without values.
    WithoutValues,
    /// Those of up to `held_bytes`, and the actions of up to `waiting_states`.
    Streamed { held_bytes: u64, waiting_states: u64 },
}

/// The memory of a solve, estimated from the sizes of its layers.
#[derive(Clone, Debug)]
pub(crate) struct MemoryEstimate {
    precision: Precision,
    threads: usize,
    counts_every_word: bool,
    keeps_buffer: bool,
    held_layers: HeldLayers,
    table_sizes: TableSizes,
    // The layers that the forward pass has found, ascending by tile sum.
    found: Vec<LayerSizes>,
    // The predicted sizes of the layers above, with the least and with the most reachable boards;
    // descending by tile sum.
    predicted: [Vec<LayerSizes>; 2],
    // The most memory of the forward pass that is not part of a layer.
    forward_pass: u64,
}

impl MemoryEstimate {
    /// Returns the estimate without any layer, for a solve with these options. `ranks` is the size
    /// of the rank tables in bytes.
    pub(crate) fn new<B: Representation>(game: &Game, ranks: u64, options: &SolveOptions) -> Self {
        let radix = u64::from(game.radix());
        let corner_cells = CellGroups::of(game.shape(), radix).corners.len();
        let corner_patterns = radix.pow(corner_cells as u32);
        let corner_bases = corner_patterns * BasesOf::<B>::ENTRY_BYTES;
        Self {
            precision: options.precision,
            threads: parallel::count(options.threads),
            counts_every_word: B::COUNTS_EVERY_WORD,
            keeps_buffer: B::KEEPS_BUFFER,
            held_layers: HeldLayers::All,
            table_sizes: TableSizes { ranks, tables: 0, corner_bases },
            found: Vec::new(),
            predicted: Default::default(),
            forward_pass: 0,
        }
    }

    /// Returns the estimate of a solve whose store holds the layers on disk. Layers of up to
    /// `held_bytes` that are not in use are also in memory, and the actions of up to
    /// `waiting_states`, which wait to be written.
    pub(crate) fn streamed(self, held_bytes: u64, waiting_states: u64) -> Self {
        Self { held_layers: HeldLayers::Streamed { held_bytes, waiting_states }, ..self }
    }

    /// Returns the estimate of a solve whose store drops the layers with values that are not in
    /// use.
    pub(crate) fn without_values(self) -> Self {
        Self { held_layers: HeldLayers::WithoutValues, ..self }
    }

    /// Predicts the layers that the forward pass will find.
    pub(crate) fn predict(&mut self, game: &Game) {
        self.predicted = prediction::layers(game, self.precision);
    }

    /// Returns the memory, and the numbers of states that were predicted.
    pub(crate) fn summary(&self) -> SolveEstimate {
        let [least_states, most_states] =
            self.predicted.each_ref().map(|layers| layers.iter().map(|layer| layer.states).sum());
        SolveEstimate { memory: self.need(), least_states, most_states }
    }

    /// Returns how many states there are above the layers that were found, the least and the most,
    /// as they were predicted; `None` if nothing is predicted.
    pub(crate) fn states_left(&self) -> Option<[u64; 2]> {
        let left = |layers: &Vec<LayerSizes>| layers.iter().map(|layer| layer.states).sum();
        let is_predicted = self.predicted.iter().any(|layers| !layers.is_empty());
        is_predicted.then(|| self.predicted.each_ref().map(left))
    }

    /// Returns the predicted bytes of disk of a solve whose store holds the layers there, the least
    /// and the most: for each state two bits of its action and its share of the compressed bitmaps
    /// of states and afterstates, and the values of three layers.
    pub(crate) fn disk(&self) -> [u64; 2] {
        // Bits for each state: 4.5 to 7 were measured, where the fewer are of larger games, and 9
        // where bitmaps are too dense to be compressed.
        let bits = [4, 10];
        [0, 1].map(|bound| {
            let states = || self.predicted[bound].iter().map(|layer| layer.states);
            let values = 3 * self.precision.bytes() * states().max().unwrap_or(0);
            bits[bound] * states().sum::<u64>() / 8 + values
        })
    }

    /// Sets the sizes of the lookup tables that were made.
    pub(crate) fn set_tables<B: Representation>(&mut self, game_tables: GameTables<'_, B>) {
        self.table_sizes.ranks = game_tables.numbering.bytes();
        self.table_sizes.tables = game_tables.tables.bytes();
    }

    /// Adds a layer. Tile sums ascend. `forward_pass` is the memory in bytes that the forward pass
    /// uses at the same time for anything else.
    pub(crate) fn add(&mut self, layer: &ForwardLayer, forward_pass: u64) {
        self.add_sizes(LayerSizes::of(layer), forward_pass);
    }

    fn add_sizes(&mut self, sizes: LayerSizes, forward_pass: u64) {
        for predicted in &mut self.predicted {
            while predicted.pop_if(|layer| layer.half_sum <= sizes.half_sum).is_some() {}
        }
        self.found.push(sizes);
        self.forward_pass = self.forward_pass.max(forward_pass);
    }

    /// Adds a layer that an earlier run has found. Tile sums ascend.
    pub(crate) fn add_before(&mut self, layer: ReachedSizes) {
        self.add_sizes(LayerSizes::of_before(layer), 0);
    }

    /// Records that the forward pass has found all layers.
    pub(crate) fn end_forward_pass(&mut self) {
        self.predicted = Default::default();
    }

    /// Returns how much memory the process needs for both passes. Once all layers are found, the
    /// bounds are equal.
    pub(crate) fn need(&self) -> MemoryNeed {
        let [least, most] = self.predicted.each_ref().map(|predicted| self.peak(predicted));
        if self.predicted[0].is_empty() {
            return MemoryNeed { least, most };
        }
        let margin = |bytes| bytes / PREDICTION_MARGIN;
        MemoryNeed { least: least - margin(least), most: most.saturating_add(margin(most)) }
    }

    /// Checks that the least need is within a limit.
    pub(crate) fn check(&self, limit: Option<u64>) -> Result<(), SolveError> {
        let (need, precision) = (self.need(), self.precision);
        match limit {
            Some(limit) if need.least > limit => Err(SolveError::Memory { need, limit, precision }),
            _ => Ok(()),
        }
    }

    /// Returns an upper bound of the memory of the process during both passes over the found layers
    /// and these ones above, in bytes.
    fn peak(&self, predicted: &[LayerSizes]) -> u64 {
        let layers = match self.held_layers {
            HeldLayers::All => self.held_peak(predicted, false),
            HeldLayers::WithoutValues => self.held_peak(predicted, true),
            HeldLayers::Streamed { held_bytes, waiting_states } => {
                self.streamed_peak(predicted, held_bytes, waiting_states)
            }
        };
        let TableSizes { ranks, tables, .. } = self.table_sizes;
        let bytes = ranks + tables + layers;
        PROCESS + THREAD * self.threads as u64 + bytes + bytes / ALLOCATOR_SHARE
    }

    /// Returns the most bytes that the layers use if those in use are in memory, others of up to
    /// `held_bytes`, and the actions of up to `waiting_states`.
    fn streamed_peak(&self, predicted: &[LayerSizes], held_bytes: u64, waiting_states: u64) -> u64 {
        let descending: Vec<&LayerSizes> =
            predicted.iter().chain(self.found.iter().rev()).collect();
        let values = |layer: &LayerSizes| layer.kept + self.precision.bytes() * layer.states;
        let peak_at = |at: usize| {
            let layer = descending[at];
            let above = &descending[at.saturating_sub(2)..at];
            let counts = WORD_COUNT * layer.words;
            let afterstates = layer.afterstate_bitmap() + counts;
            let open: u64 = above.iter().map(|layer| layer.kept).sum();
            // The open layers are those above and one more.
            let forward = 2 * layer.kept + afterstates + open + layer.kept;
            let valued: u64 = above.iter().map(|layer| values(layer)).sum();
            let nearest = above.last().map_or(0, |layer| values(layer));
            let of_afterstates = afterstates + AFTERSTATE_VALUE * layer.afterstates;
            let actions = layer.states / 4 + layer.words / 128;
            let state_counts = if self.counts_every_word { 3 * counts } else { 0 };
            // The upper of the two layers is freed before the states of the layer get values.
            let valuing = (valued + layer.kept).max(nearest + values(layer) + actions);
            let backward = valuing + of_afterstates + state_counts;
            forward.max(backward + LAYERS_WITH_TABLES * self.table_sizes.corner_bases)
        };
        let held = |layer: &&LayerSizes| layer.kept + layer.afterstate_bitmap() + layer.successors;
        let held: u64 = descending.iter().map(held).sum();
        let in_use = (0..descending.len()).map(peak_at).max().unwrap_or(0);
        let states: u64 = descending.iter().map(|layer| layer.states).sum();
        FILE_BUFFERS + held.min(held_bytes) + states.min(waiting_states) / 4 + in_use
    }

    /// Returns the most bytes that the layers use if all are in memory. If `drops` is set, those
    /// with values are dropped once they are not in use.
    fn held_peak(&self, predicted: &[LayerSizes], drops: bool) -> u64 {
        let descending = || predicted.iter().chain(self.found.iter().rev());
        // What the layers hold: the states, and also afterstates and successors before they are
        // valued, then values.
        let stored = |layer: &LayerSizes| {
            layer.kept + layer.afterstate_bitmap() + layer.successors + LAYER_OVERHEAD
        };
        let mut held: u64 = descending().map(stored).sum();
        let mut peak = held + self.forward_pass;
        let mut buffer = 0;
        // The bytes that are freed with the two layers in use, the last one first.
        let mut in_use = [0; 2];
        for layer in descending() {
            let values_needed = AFTERSTATE_VALUE * layer.afterstates;
            buffer = if self.keeps_buffer { values_needed.max(buffer) } else { values_needed };
            // Successors are replaced by values of the same size; otherwise there are none.
            let values = self.precision.bytes() * layer.states - layer.successors;
            let counts = WORD_COUNT * layer.words;
            let state_counts = if self.counts_every_word { counts } else { 0 };
            let tables = LAYERS_WITH_TABLES * (self.table_sizes.corner_bases + state_counts);
            peak = peak.max(held + values + counts + buffer + tables);
            held += values;
            // A freed block in the heap can be used for others, but the process keeps it.
            let freed = |bytes: u64| if bytes >= MMAP_THRESHOLD as u64 { bytes } else { 0 };
            held -= freed(layer.afterstate_bitmap());
            if drops {
                let [last, before] = in_use;
                held -= before;
                let states = if layer.words >= LARGE_BITMAP { layer.kept } else { 0 };
                in_use = [states + freed(self.precision.bytes() * layer.states), last];
            }
        }
        peak
    }
}
