//! Estimates the peak memory of a solve before it allocates.

use crate::index::codes::Numbering;
use crate::index::inner::InnerRanks;
use crate::index::layer::LayerIndex;
use crate::options::Precision;
use crate::parallel;
use crate::passes::representation::{GameTables, Representation};
use crate::store::layers::ReachedLayer;

/// Bytes of the value of an afterstate, which is always of double precision.
const AFTERSTATE_VALUE: u64 = 8;

/// Bytes of prefix counts for each word of a bitmap of states: 32 bits for two words.
const PAIR_COUNT: u64 = 2;

/// Bytes of a prefix count for each word of a bitmap of afterstates.
const WORD_COUNT: u64 = 4;

/// Bytes of a word of a bitmap.
const WORD: u64 = 8;

/// Words of a bitmap in a page of memory, of 4 KiB on x86-64 and most other platforms. The system
/// provides memory for a page once something other than the initial zeros is written to it.
const PAGE_WORDS: usize = 512;

/// The least size of blocks that the allocator requests from the system by `mmap`: 128 KiB, the
/// initial `M_MMAP_THRESHOLD` of glibc on Linux. Only their pages of zeros use no memory, and only
/// they are returned to the system when they are freed. Smaller blocks are part of a heap, which is
/// written to when it is set to zero, and in which freed blocks between live ones keep their
/// memory.
const MMAP_THRESHOLD: u64 = 128 << 10;

/// Bytes that a process uses for its code and its constants, whatever it solves: 5.2 MiB or less
/// were measured with the command line on x86-64 Linux.
const PROCESS: u64 = 21 << 18;

/// Bytes that each thread uses for its stack and its part of the heap.
const THREAD: u64 = 128 << 10;

/// Bytes for each layer beside its arrays: its entries in the store and the headers of its blocks
/// in the allocator.
const LAYER_OVERHEAD: u64 = 1 << 10;

/// The share of memory that is added for gaps in the heap and the rounding of block sizes, as one
/// in this many bytes. They were up to 4 % of the rest (3x4 to 32 with two threads, with glibc);
/// the share is twice that, because the heap depends on the allocator and on the number of threads.
const ALLOCATOR_SHARE: u64 = 12;

/// How many layers have lookup tables at a time during the backward pass: the layer that is valued
/// and the two above it.
const LAYERS_WITH_TABLES: u64 = 3;

/// Returns the bytes of memory that a bitmap uses.
fn bitmap_bytes(words: &[u64]) -> u64 {
    let bytes = WORD * words.len() as u64;
    if bytes < MMAP_THRESHOLD {
        return bytes;
    }
    let pages = words.chunks(PAGE_WORDS).filter(|page| page.iter().any(|&word| word != 0));
    pages.map(|page| WORD * page.len() as u64).sum()
}

/// Returns a lower bound of the memory of a solve, in bytes, before anything but the numbering is
/// known: the rank tables and the prefix counts of all layers. The bitmaps and the values are not
/// included.
///
/// Layers that no game reaches are counted too. They are so small that the sum is still less than
/// what the game needs; a test checks that.
pub(crate) fn lower_bound(numbering: Numbering<'_, impl InnerRanks>) -> u64 {
    let codes = numbering.codes;
    let layers = (2..=codes.largest_half_sum()).map(|half_sum| {
        let index = LayerIndex::new(codes, half_sum);
        PAIR_COUNT * index.len().div_ceil(64)
    });
    numbering.bytes() + layers.sum::<u64>()
}

/// Sizes of a reached layer, in bytes where not said otherwise.
#[derive(Clone, Copy, Debug)]
struct LayerSizes {
    /// The index and the states, which are kept to the end.
    kept: u64,
    /// How many states there are.
    states: u64,
    /// How many words a bitmap of the layer has.
    words: u64,
    /// The bitmap of the afterstates.
    afterstate_bitmap: u64,
    /// How many afterstates there are.
    afterstates: u64,
    /// The successors, if they are kept.
    successors: u64,
}

impl LayerSizes {
    fn of(layer: &ReachedLayer) -> Self {
        let words = layer.states.words();
        let afterstates = layer.afterstates.iter().map(|word| u64::from(word.count_ones()));
        let successors = layer.successors.as_ref();
        Self {
            kept: layer.index.bytes() + bitmap_bytes(words) + PAIR_COUNT * words.len() as u64,
            states: layer.states.len(),
            words: words.len() as u64,
            afterstate_bitmap: bitmap_bytes(&layer.afterstates),
            afterstates: afterstates.sum(),
            successors: successors.map_or(0, |entries| size_of_val(&entries[..]) as u64),
        }
    }
}

/// The memory of a solve, estimated from the layers that the forward pass has found.
#[derive(Clone, Debug)]
pub(crate) struct MemoryEstimate {
    precision: Precision,
    counts_every_word: bool,
    keeps_buffer: bool,
    // The rank tables; the other lookup tables of the game; those of one layer.
    ranks: u64,
    tables: u64,
    corner_bases: u64,
    // Ascending by tile sum.
    layers: Vec<LayerSizes>,
    // The sums of the sizes of the layers.
    kept: u64,
    afterstates: u64,
    successors: u64,
    states: u64,
    // The most memory of the forward pass that is not part of a layer.
    forward_pass: u64,
}

impl MemoryEstimate {
    /// Returns the estimate without any layer.
    pub(crate) fn new<B: Representation>(
        game_tables: GameTables<'_, B>,
        precision: Precision,
    ) -> Self {
        let codes = game_tables.numbering.codes;
        Self {
            precision,
            counts_every_word: B::COUNTS_EVERY_WORD,
            keeps_buffer: B::KEEPS_BUFFER,
            ranks: game_tables.numbering.bytes(),
            tables: game_tables.tables.bytes(),
            corner_bases: (codes.corners().pattern_count() * size_of::<B::Code>()) as u64,
            layers: Vec::new(),
            kept: 0,
            afterstates: 0,
            successors: 0,
            states: 0,
            forward_pass: 0,
        }
    }

    /// The precision in which values are held.
    pub(crate) const fn precision(&self) -> Precision {
        self.precision
    }

    /// Adds a layer. Tile sums ascend. `forward_pass` is the memory in bytes that the forward pass
    /// uses at the same time for anything else.
    pub(crate) fn add(&mut self, layer: &ReachedLayer, forward_pass: u64) {
        let sizes = LayerSizes::of(layer);
        self.kept += sizes.kept;
        self.afterstates += sizes.afterstate_bitmap;
        self.successors += sizes.successors;
        self.states += sizes.states;
        self.layers.push(sizes);
        self.forward_pass = self.forward_pass.max(forward_pass);
    }

    /// Returns a lower bound of the memory for the layers added so far, in bytes: the greater of
    /// the memory now, with afterstates and successors, and that at the end, with the values.
    pub(crate) fn lower_bound(&self) -> u64 {
        let now = self.afterstates + self.successors;
        self.ranks + self.kept + now.max(self.precision.bytes() * self.states)
    }

    /// Returns an upper bound of the memory of the process during both passes over these layers, in
    /// bytes.
    pub(crate) fn peak(&self) -> u64 {
        // What the layers hold besides the states: afterstates and successors before they are
        // valued, then values.
        let mut held = self.afterstates + self.successors;
        let mut peak = held + self.forward_pass;
        let mut buffer = 0;
        for layer in self.layers.iter().rev() {
            let values_needed = AFTERSTATE_VALUE * layer.afterstates;
            buffer = if self.keeps_buffer { values_needed.max(buffer) } else { values_needed };
            // Successors are replaced by values of the same size; otherwise there are none.
            let values = self.precision.bytes() * layer.states - layer.successors;
            let counts = WORD_COUNT * layer.words;
            let state_counts = if self.counts_every_word { counts } else { 0 };
            let tables = LAYERS_WITH_TABLES * (self.corner_bases + state_counts);
            peak = peak.max(held + values + counts + buffer + tables);
            held += values;
            // A freed bitmap in the heap can be used for other blocks, but the process keeps it.
            if WORD * layer.words >= MMAP_THRESHOLD {
                held -= layer.afterstate_bitmap;
            }
        }
        let layers = self.kept + LAYER_OVERHEAD * self.layers.len() as u64;
        let bytes = self.ranks + self.tables + layers + peak;
        PROCESS + THREAD * parallel::threads() as u64 + bytes + bytes / ALLOCATOR_SHARE
    }
}
