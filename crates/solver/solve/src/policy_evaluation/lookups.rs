//! The look-ups of states in the layers that the forward pass is at.

use crate::allocate::{self, AllocationError, Array};
use crate::board_index::codes::Numbering;
use crate::kernel::lookup::StateLookup;
use crate::kernel::representation::{BasesOf, Representation};
use crate::store::values::LayerValues;

use super::source::LayerSource;

/// The lookup tables of the layers that the pass is at, up to three of them.
pub(super) struct Lookups<B: Representation>(Vec<LayerTables<B>>);

/// The lookup tables of a layer.
struct LayerTables<B: Representation> {
    /// The position of the layer.
    at: usize,
    bases: BasesOf<B>,
    /// The prefix counts of the states, see [`prefix_counts`]; empty if
    /// [`Representation::COUNTS_EVERY_WORD`] is false.
    before: Array<u32>,
    /// The values of the states if the layer holds them in single precision.
    doubled: Array<f64>,
}

/// Returns, by word of a set and with one more entry at the end, the number of members in the words
/// before it. The set has fewer than 2^32 members.
pub(super) fn prefix_counts(words: &[u64]) -> Result<Array<u32>, AllocationError> {
    let mut len = 0u32;
    let mut before = allocate::with_capacity(words.len() + 1)?;
    before.push(0);
    before.extend(words.iter().map(|word| {
        len = len.wrapping_add(word.count_ones());
        len
    }));
    Ok(before)
}

impl<B: Representation> Lookups<B> {
    /// Lookups without layers.
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Makes the tables of these layers, and drops those of others.
    pub(super) fn keep(
        &mut self,
        source: &dyn LayerSource,
        numbering: Numbering<'_, B::Ranks>,
        layers: impl Iterator<Item = usize> + Clone,
    ) -> Result<(), AllocationError> {
        self.0.retain(|tables| layers.clone().any(|at| at == tables.at));
        for at in layers {
            if self.0.iter().all(|tables| tables.at != at) {
                let layer = source.layer(at);
                let words = layer.states.words();
                let counts = B::COUNTS_EVERY_WORD.then(|| prefix_counts(words)).transpose()?;
                let doubled = match layer.values {
                    Some(LayerValues::Single(values)) => {
                        allocate::collect(values.iter().copied().map(f64::from))?
                    }
                    _ => Array::default(),
                };
                let bases = layer.index.corner_bases(numbering);
                self.0.push(LayerTables { at, bases, before: counts.unwrap_or_default(), doubled });
            }
        }
        Ok(())
    }

    /// The table of the bit indices of a layer.
    pub(super) fn bases(&self, at: usize) -> Option<&BasesOf<B>> {
        self.0.iter().find(|tables| tables.at == at).map(|tables| &tables.bases)
    }

    /// The look-up of a layer.
    pub(super) fn of<'a>(
        &'a self,
        source: &'a dyn LayerSource,
        numbering: Numbering<'a, B::Ranks>,
        at: usize,
    ) -> Option<StateLookup<'a, B, f64>> {
        let tables = self.0.iter().find(|tables| tables.at == at)?;
        let layer = source.layer(at);
        let values = match layer.values {
            Some(LayerValues::Double(values)) => &values[..],
            _ => &tables.doubled,
        };
        let LayerTables { bases, before, .. } = tables;
        Some(StateLookup::new(numbering, bases, layer.states, before, values))
    }
}
