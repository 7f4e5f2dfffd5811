//! The look-ups of states in the layers that the forward pass is at.

use crate::allocate::{self, Array};
use crate::board_index::codes::Numbering;
use crate::kernel::lookup::{LookupTables, StateLookup};
use crate::kernel::representation::{BasesOf, Representation};
use crate::progress::SolveError;
use crate::store::values::LayerValues;

use super::source::LayerSource;

/// The lookup tables of the layers that the pass is at, up to three of them.
pub(super) struct Lookups<B: Representation>(Vec<LayerTables<B>>);

/// The lookup tables of a layer.
struct LayerTables<B: Representation> {
    /// The position of the layer.
    at: usize,
    tables: LookupTables<B>,
    /// The values of the states if the layer holds them in single precision.
    doubled: Array<f64>,
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
    ) -> Result<(), SolveError> {
        self.0.retain(|tables| layers.clone().any(|at| at == tables.at));
        for at in layers {
            if self.0.iter().all(|tables| tables.at != at) {
                let layer = source.layer(at);
                let doubled = match layer.values {
                    Some(LayerValues::Single(values)) => {
                        allocate::collect(values.iter().copied().map(f64::from))?
                    }
                    _ => Array::default(),
                };
                let tables = LookupTables::new(numbering, layer.index, layer.states)?;
                self.0.push(LayerTables { at, tables, doubled });
            }
        }
        Ok(())
    }

    /// The table of the bit indices of a layer.
    pub(super) fn bases(&self, at: usize) -> Option<&BasesOf<B>> {
        self.0.iter().find(|tables| tables.at == at).map(|layer| layer.tables.bases())
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
        Some(tables.tables.lookup(numbering, layer.states, values))
    }
}
