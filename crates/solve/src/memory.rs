//! How much memory a solve takes, told before it takes it.

use crate::forward::ReachedLayer;
use crate::index::LayerIndex;
use crate::patterns::Patterns;
use crate::rests::Places;

/// Bytes of a value.
const VALUE: u64 = 8;

/// Bytes for each word of a set: the word, and how many members there are before it.
const RANKED: u64 = 12;

/// Bytes for each word of a set that is not yet counted.
const WORD: u64 = 8;

/// The bytes that a game takes at least, before anything of it is known but its numbers: the sets of
/// states of all layers. Their values come on top.
///
/// Layers that no game reaches are counted too, but they are so small beside the values that are not
/// that the sum is still less than what the game will take; the tests see to it.
pub(crate) fn at_least(patterns: &Patterns<impl Places>) -> u64 {
    let layers = (2..=patterns.largest_half_sum()).map(|half_sum| {
        let index = LayerIndex::new(patterns, half_sum);
        RANKED * index.len().div_ceil(64)
    });
    patterns.bytes() + layers.sum::<u64>()
}

/// Adds up what the layers take that are found one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    fixed: u64,
    words: u64,
    states: u64,
}

impl Found {
    pub(crate) fn new(patterns: &Patterns<impl Places>) -> Self {
        Self { fixed: patterns.bytes(), words: 0, states: 0 }
    }

    pub(crate) fn add(&mut self, layer: &ReachedLayer) {
        self.fixed += layer.index.bytes();
        self.words += layer.states.words().len() as u64;
        self.states += layer.states.len();
    }

    /// The bytes that the layers found so far take at least: now, with their afterstates, or at the
    /// end, with their values.
    pub(crate) const fn at_least(&self) -> u64 {
        let (now, end) = (WORD * self.words, VALUE * self.states);
        self.fixed + RANKED * self.words + if now > end { now } else { end }
    }
}

/// The bytes at the peak of valuing these layers, from the last to the first.
pub(crate) fn valuing(patterns: &Patterns<impl Places>, layers: &[ReachedLayer]) -> u64 {
    let words = |layer: &ReachedLayer| layer.states.words().len() as u64;
    let kept = |layer: &ReachedLayer| layer.index.bytes() + RANKED * words(layer);
    let fixed = patterns.bytes() + layers.iter().map(kept).sum::<u64>();
    // The afterstates of layers not yet valued, and the values of those that are.
    let mut held = layers.iter().map(|layer| WORD * words(layer)).sum::<u64>();
    let mut peak = held;
    for layer in layers.iter().rev() {
        let afterstates = layer.afterstates.iter().map(|word| u64::from(word.count_ones()));
        let values = VALUE * layer.states.len();
        let work = (RANKED - WORD) * words(layer) + VALUE * afterstates.sum::<u64>();
        peak = peak.max(held + values + work);
        held = held + values - WORD * words(layer);
    }
    fixed + peak
}
