//! How much memory a solve takes, told before it takes it.

use crate::index::codes::Patterns;
use crate::index::inner::Places;
use crate::index::layer::LayerIndex;
use crate::options::Precision;
use crate::passes::reach::ReachedLayer;

/// Bytes of an expected value, which is never rounded.
const EXPECTED: u64 = 8;

/// Bytes that tell how many members of a set there are before a word of it.
const RANK: u64 = 2;

/// Bytes that tell the same of a word of a set of afterstates.
const COUNT: u64 = 4;

/// Bytes of a word of a set.
const WORD: u64 = 8;

/// Words of a set that memory is given out for together, once one of them is not 0.
const PAGE: usize = 512;

/// Pieces of memory of at least these bytes are given back when they are done with; what smaller ones
/// leave among others that are still needed is of no use to anyone.
const LARGE: u64 = 128 << 10;

/// The bytes of the words of a set; those that are 0 for a whole page take none.
fn touched(words: &[u64]) -> u64 {
    let pages = words.chunks(PAGE).filter(|page| page.iter().any(|&word| word != 0));
    pages.map(|page| WORD * page.len() as u64).sum()
}

/// The bytes that a game takes at least, before anything of it is known but its numbers: the ranks of
/// the words of all layers. The words themselves, as far as there are states, and the values come on
/// top.
///
/// Layers that no game reaches are counted too, but they are so small beside all that is not that the
/// sum is still less than what the game will take; the tests see to it.
pub(crate) fn at_least(patterns: &Patterns<impl Places>) -> u64 {
    let layers = (2..=patterns.largest_half_sum()).map(|half_sum| {
        let index = LayerIndex::new(patterns, half_sum);
        RANK * index.len().div_ceil(64)
    });
    patterns.bytes() + layers.sum::<u64>()
}

/// Adds up what the layers take that are found one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    value: u64,
    fixed: u64,
    afterstates: u64,
    links: u64,
    states: u64,
}

impl Found {
    pub(crate) fn new(patterns: &Patterns<impl Places>, precision: Precision) -> Self {
        Self {
            value: precision.bytes(),
            fixed: patterns.bytes(),
            afterstates: 0,
            links: 0,
            states: 0,
        }
    }

    pub(crate) fn add(&mut self, layer: &ReachedLayer) {
        self.fixed += kept(layer);
        self.afterstates += touched(&layer.afterstates);
        self.links += links(layer);
        self.states += layer.states.len();
    }

    /// The bytes that the layers found so far take at least: now, with their afterstates and links,
    /// or at the end, with their values.
    pub(crate) const fn at_least(&self) -> u64 {
        let (now, end) = (self.afterstates + self.links, self.value * self.states);
        self.fixed + if now > end { now } else { end }
    }
}

/// The bytes at the peak of valuing these layers, from the last to the first.
pub(crate) fn valuing<P: Places>(
    patterns: &Patterns<P>,
    layers: &[ReachedLayer],
    precision: Precision,
) -> u64 {
    let fixed = patterns.bytes() + layers.iter().map(kept).sum::<u64>();
    // The afterstates and links of layers not yet valued, and the values of those that are.
    let before = |layer: &ReachedLayer| touched(&layer.afterstates) + links(layer);
    let mut held = layers.iter().map(before).sum::<u64>();
    let (mut peak, mut expected) = (held, 0);
    for layer in layers.iter().rev() {
        let afterstates = layer.afterstates.iter().map(|word| u64::from(word.count_ones()));
        let here = EXPECTED * afterstates.sum::<u64>();
        // The room is kept for the layers below, but not on boards with four lines.
        expected = if P::FOUR_LINES { here } else { expected.max(here) };
        // Values take the place of links.
        let values = precision.bytes() * layer.states.len() - links(layer);
        let counts = COUNT * layer.afterstates.len() as u64;
        peak = peak.max(held + values + counts + expected);
        held += values;
        if WORD * layer.afterstates.len() as u64 >= LARGE {
            held -= touched(&layer.afterstates);
        }
    }
    fixed + peak
}

/// The bytes of a layer's links: there are none in single precision, and elsewhere none or as many
/// as values.
fn links(layer: &ReachedLayer) -> u64 {
    layer.links.as_ref().map_or(0, |links| Precision::Double.bytes() * links.len() as u64)
}

/// The bytes of what is kept of a layer but its values.
fn kept(layer: &ReachedLayer) -> u64 {
    let words = layer.states.words();
    layer.index.bytes() + touched(words) + RANK * words.len() as u64
}
