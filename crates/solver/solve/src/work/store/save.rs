//! Writes what the passes have finished into the files of a work folder.

use crate::progress::SolveError;
use crate::store::layers::BackwardLayer;
use crate::work::bytes::{write_numbers, write_values};
use crate::work::error::WorkError;
use crate::work::manifest::{FileRecord, ReachedRecord, SetsRecord, span_of};
use crate::work::names::{LayerFile, Span, remove};

use super::folder::{CachedLayer, FolderStore};

/// The least number of words of bitmaps for which compression pays: those of two megabytes.
const LEAST_WORDS: u64 = 1 << 18;

impl FolderStore<'_> {
    /// Writes the layers of the forward pass that are not written yet, and the manifest.
    pub(super) fn save_reached(&mut self) -> Result<(), SolveError> {
        let unsaved = self.manifest.unsaved();
        if !unsaved.is_empty() {
            let (mut states, mut afterstates) = (Vec::new(), Vec::new());
            for ReachedRecord { half_sum, .. } in unsaved {
                let layer = self.held.get(half_sum).and_then(CachedLayer::reached);
                let layer = layer.ok_or(WorkError::Manifest)?;
                states.push(layer.states.words());
                afterstates.push(&layer.afterstates[..]);
            }
            let span = span_of(unsaved);
            let mut write =
                |file: LayerFile, sets: &[&[u64]], members: fn(&ReachedRecord) -> u64| {
                    let is_sparse = is_sparse(unsaved, members);
                    write_numbers(self.files, &file.name(span), is_sparse, sets)
                };
            let states_checksum = write(LayerFile::States, &states, |layer| layer.states)?;
            let afterstates_checksum =
                write(LayerFile::Afterstates, &afterstates, |layer| layer.afterstates)?;
            self.manifest.sets.push(SetsRecord { span, states_checksum, afterstates_checksum });
        }
        self.write_manifest()
    }

    /// Writes the states that are not written yet, of layers with values. Their afterstates are of
    /// no use. `recent` are up to two layers, the last one first.
    pub(super) fn save_valued_states(
        &mut self,
        recent: &[&BackwardLayer],
    ) -> Result<(), SolveError> {
        let unsaved = self.manifest.unsaved();
        if unsaved.is_empty() {
            return Ok(());
        }
        let mut sets = Vec::with_capacity(unsaved.len());
        for ReachedRecord { half_sum, .. } in unsaved {
            let recent = recent.iter().find(|layer| layer.index.half_sum() == *half_sum);
            let states = match (recent, self.held.get(half_sum)) {
                (Some(layer), _) => &layer.states,
                (None, Some(CachedLayer::Valued { states: Some(states), .. })) => states,
                _ => return Err(WorkError::Manifest.into()),
            };
            sets.push(states.words());
        }
        let span = span_of(unsaved);
        let is_sparse = is_sparse(unsaved, |layer| layer.states);
        let name = LayerFile::States.name(span);
        let states_checksum = write_numbers(self.files, &name, is_sparse, &sets)?;
        self.manifest.sets.push(SetsRecord { span, states_checksum, afterstates_checksum: 0 });
        Ok(())
    }

    /// Writes the actions that are not written yet, the values that the layers below depend on, and
    /// the manifest. `recent` are up to two layers, the last one first.
    pub(super) fn save_actions(&mut self, recent: &[&BackwardLayer]) -> Result<(), SolveError> {
        let (mut half_sums, mut arrays) = (Vec::new(), Vec::new());
        for held in self.held.values() {
            if let CachedLayer::Valued { record, actions, .. } = held {
                half_sums.push(record.half_sum);
                arrays.push(&actions[..]);
            }
        }
        let (Some(&first), Some(&last)) = (half_sums.first(), half_sums.last()) else {
            return Ok(());
        };
        let span = Span { first, last };
        let name = LayerFile::Policy.name(span);
        let checksum = write_numbers(self.files, &name, false, &arrays)?;
        let needed = if self.next_to_value().is_some() { recent } else { &[] };
        let mut values = Vec::with_capacity(needed.len());
        for layer in needed.iter().rev() {
            let span = Span::of(layer.index.half_sum());
            let before = self.manifest.values.iter().find(|file| file.span == span);
            values.push(match before {
                Some(file) => *file,
                None => {
                    let name = LayerFile::Values.name(span);
                    let checksum = write_values(self.files, &name, &layer.values)?;
                    FileRecord { span, checksum }
                }
            });
        }
        let before = std::mem::replace(&mut self.manifest.values, values);
        self.manifest.policies.push(FileRecord { span, checksum });
        while let Some(highest) = self.held.last_entry()
            && let CachedLayer::Valued { record, .. } = highest.get()
        {
            self.manifest.valued.push(*record);
            highest.remove();
        }
        self.write_manifest()?;
        for file in before {
            if !self.manifest.values.contains(&file) {
                remove(self.files, &LayerFile::Values.name(file.span))?;
            }
        }
        let is_valued = |sets: &&SetsRecord| span.contains(sets.span.first);
        for sets in self.manifest.sets.iter().filter(is_valued) {
            remove(self.files, &LayerFile::Afterstates.name(sets.span))?;
        }
        Ok(())
    }
}

/// Whether compression pays for the bitmaps of some layers; `members` returns the number of members
/// of one. Where a quarter of the bits is set, compression saves less than half of the bytes, and
/// takes about a twentieth of the time that the layers take. Where there are few bits, it takes
/// more of that time, and saves little disk.
fn is_sparse(layers: &[ReachedRecord], members: fn(&ReachedRecord) -> u64) -> bool {
    let words: u64 = layers.iter().map(|layer| layer.words).sum();
    words >= LEAST_WORDS && 4 * layers.iter().map(members).sum::<u64>() < 64 * words
}
