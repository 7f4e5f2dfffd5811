//! The sizes of a layer.

use crate::half_sum::HalfSum;
use crate::store::layers::{ForwardLayer, ReachedSizes};

/// Bytes of prefix counts for each word of a bitmap of states: 32 bits for two words.
pub(super) const PAIR_COUNT: u64 = 2;

/// Bytes of a word of a bitmap.
pub(super) const WORD: u64 = 8;

/// Sizes of a reached layer, in bytes where not said otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerSizes {
    /// Half the tile sum.
    pub(super) half_sum: HalfSum,
    /// The index and the states, which are kept to the end.
    pub(super) kept: u64,
    /// How many states there are.
    pub(super) states: u64,
    /// How many words a bitmap of the layer has.
    pub(super) words: u64,
    /// How many afterstates there are.
    pub(super) afterstates: u64,
    /// The successors, if they are kept.
    pub(super) successors: u64,
}

impl LayerSizes {
    /// Returns the sizes of a layer.
    pub(super) fn of(layer: &ForwardLayer) -> Self {
        let words = layer.states.words();
        let afterstates = layer.afterstates.iter().map(|word| u64::from(word.count_ones()));
        let successors = layer.successors.as_ref();
        Self {
            half_sum: layer.index.half_sum(),
            kept: layer.index.bytes() + (WORD + PAIR_COUNT) * words.len() as u64,
            states: layer.states.len(),
            words: words.len() as u64,
            afterstates: afterstates.sum(),
            successors: successors.map_or(0, |entries| size_of_val(&entries[..]) as u64),
        }
    }

    /// Returns the sizes of a layer that an earlier run has found.
    pub(super) const fn of_before(layer: ReachedSizes) -> Self {
        let ReachedSizes { half_sum, states, afterstates, words } = layer;
        let kept = (WORD + PAIR_COUNT) * words;
        Self { half_sum, kept, states, words, afterstates, successors: 0 }
    }

    /// The bitmap of the afterstates.
    pub(super) const fn afterstate_bitmap(&self) -> u64 {
        WORD * self.words
    }
}
