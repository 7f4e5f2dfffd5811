//! Estimates the peak memory of a solve before it allocates.

use crate::index::codes::Numbering;
use crate::index::inner::InnerRanks;
use crate::index::layer::LayerIndex;
use crate::options::Precision;
use crate::passes::representation::{Kernel, Representation};
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

/// The least size of blocks that the allocator takes from the system by `mmap`, so that they go
/// back to the system when they are freed: 128 KiB, the initial `M_MMAP_THRESHOLD` of glibc.
/// Smaller blocks are freed into a heap, where live blocks around them keep the memory in use.
const MMAP_THRESHOLD: u64 = 128 << 10;

/// Returns the bytes of the words of a bitmap that use memory: those of pages that are not all
/// zero.
fn touched(words: &[u64]) -> u64 {
    let pages = words.chunks(PAGE_WORDS).filter(|page| page.iter().any(|&word| word != 0));
    pages.map(|page| WORD * page.len() as u64).sum()
}

/// Returns a lower bound of the memory of a solve, in bytes, before anything but the numbering is
/// known: the rank tables and the prefix counts of all layers. The bitmaps and the values are not
/// included.
///
/// Layers that no game reaches are counted too. They are so small that the sum is still less than
/// what the game needs; a test checks that.
pub(crate) fn at_least(numbering: Numbering<'_, impl InnerRanks>) -> u64 {
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
    /// The bitmap of the afterstates, and the part of it that uses memory.
    afterstate_bitmap: u64,
    touched_afterstates: u64,
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
            kept: layer.index.bytes() + touched(words) + PAIR_COUNT * words.len() as u64,
            states: layer.states.len(),
            afterstate_bitmap: WORD * layer.afterstates.len() as u64,
            touched_afterstates: touched(&layer.afterstates),
            afterstates: afterstates.sum(),
            successors: successors.map_or(0, |entries| size_of_val(&entries[..]) as u64),
        }
    }
}

/// The memory of a solve, estimated from the layers that the forward pass has found.
#[derive(Clone, Debug)]
pub(crate) struct MemoryEstimate {
    precision: Precision,
    keeps_buffer: bool,
    // Ascending by tile sum.
    layers: Vec<LayerSizes>,
    // The rank tables and what is kept of the layers; the sums of the other sizes of the layers.
    fixed: u64,
    afterstates: u64,
    successors: u64,
    states: u64,
}

impl MemoryEstimate {
    /// Returns the estimate without any layer.
    pub(crate) fn new<B: Representation>(kernel: Kernel<'_, B>, precision: Precision) -> Self {
        Self {
            precision,
            keeps_buffer: B::KEEPS_BUFFER,
            layers: Vec::new(),
            fixed: kernel.numbering.bytes(),
            afterstates: 0,
            successors: 0,
            states: 0,
        }
    }

    /// The precision in which values are held.
    pub(crate) const fn precision(&self) -> Precision {
        self.precision
    }

    /// Adds a layer. Tile sums ascend.
    pub(crate) fn add(&mut self, layer: &ReachedLayer) {
        let sizes = LayerSizes::of(layer);
        self.fixed += sizes.kept;
        self.afterstates += sizes.touched_afterstates;
        self.successors += sizes.successors;
        self.states += sizes.states;
        self.layers.push(sizes);
    }

    /// Returns a lower bound of the memory for the layers added so far, in bytes: the greater of
    /// the memory now, with afterstates and successors, and that at the end, with the values.
    pub(crate) fn at_least(&self) -> u64 {
        let now = self.afterstates + self.successors;
        self.fixed + now.max(self.precision.bytes() * self.states)
    }

    /// Returns the peak memory of the backward pass over these layers, in bytes.
    pub(crate) fn peak(&self) -> u64 {
        // What the layers hold: afterstates and successors before they are valued, then values.
        let mut held = self.afterstates + self.successors;
        let (mut peak, mut buffer) = (held, 0);
        for layer in self.layers.iter().rev() {
            let needed = AFTERSTATE_VALUE * layer.afterstates;
            buffer = if self.keeps_buffer { needed.max(buffer) } else { needed };
            // Successors are replaced by values of the same size; otherwise there are none.
            let values = self.precision.bytes() * layer.states - layer.successors;
            let counts = WORD_COUNT * layer.afterstate_bitmap / WORD;
            peak = peak.max(held + values + counts + buffer);
            held += values;
            if layer.afterstate_bitmap >= MMAP_THRESHOLD {
                held -= layer.touched_afterstates;
            }
        }
        self.fixed + peak
    }
}
