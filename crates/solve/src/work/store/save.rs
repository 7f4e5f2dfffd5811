//! Writes what the passes have finished into the files of a work folder.

use crate::index::codes::BoardCodes;
use crate::index::layer::LayerIndex;
use crate::progress::SolveError;
use crate::shards::exchange::{own_shard, sum_over_peers};
use crate::store::layers::ValuedLayer;
use crate::work::bytes::{write_actions, write_values, write_words};
use crate::work::error::WorkError;
use crate::work::manifest::{FileRecord, ReachedRecord, SetsRecord, span_of};
use crate::work::names::{LayerFile, Span};

use super::folder::FolderStore;

/// The least number of words of bitmaps for which compression pays: those of two megabytes.
const LEAST_WORDS: u64 = 1 << 18;

impl FolderStore<'_> {
    /// Writes the layers of the forward pass that are not written yet, and the manifest.
    pub(super) fn save_reached(&mut self) -> Result<(), SolveError> {
        if self.unsaved > 0 {
            let layers = self.held.range(self.held.len() - self.unsaved..);
            let (mut states, mut afterstates) = (Vec::new(), Vec::new());
            for layer in layers {
                let shard = own_shard(self.peers, &layer.index);
                states.push(&layer.states.words()[shard.clone()]);
                afterstates.push(&layer.afterstates[shard]);
            }
            let unsaved = &self.manifest.reached[self.manifest.reached.len() - self.unsaved..];
            let span = span_of(unsaved);
            let mut write =
                |file: LayerFile, sets: &[&[u64]], members: fn(&ReachedRecord) -> u64| {
                    let is_sparse = is_sparse(unsaved, members);
                    write_words(self.files, self.peers, &file.name(span), is_sparse, sets)
                };
            let states_checksum = write(LayerFile::States, &states, |layer| layer.states)?;
            let afterstates_checksum =
                write(LayerFile::Afterstates, &afterstates, |layer| layer.afterstates)?;
            self.manifest.sets.push(SetsRecord { span, states_checksum, afterstates_checksum });
            self.unsaved = 0;
        }
        self.write_manifest()
    }

    /// Writes the states that are not written yet, of layers with values. Their afterstates are of
    /// no use. `recent` are up to two layers, the last one first.
    pub(super) fn save_valued_states(
        &mut self,
        recent: &[&ValuedLayer],
        codes: &BoardCodes,
    ) -> Result<(), SolveError> {
        if self.unsaved == 0 {
            return Ok(());
        }
        let unsaved = &self.manifest.reached[self.manifest.reached.len() - self.unsaved..];
        let mut shards = Vec::with_capacity(unsaved.len());
        for ReachedRecord { half_sum, .. } in unsaved {
            let recent = recent.iter().find(|layer| layer.index.half_sum() as u32 == *half_sum);
            let earlier = || self.unsaved_states.iter().find(|(of, _)| of == half_sum);
            let states = recent.map(|layer| &layer.states);
            let states = states.or_else(|| earlier().map(|(_, states)| states));
            let states = states.ok_or(WorkError::Manifest)?;
            let shard = own_shard(self.peers, &LayerIndex::new(codes, *half_sum as usize));
            shards.push(&states.words()[shard]);
        }
        let span = span_of(unsaved);
        let is_sparse = is_sparse(unsaved, |layer| layer.states);
        let name = LayerFile::States.name(span);
        let states_checksum = write_words(self.files, self.peers, &name, is_sparse, &shards)?;
        self.manifest.sets.push(SetsRecord { span, states_checksum, afterstates_checksum: 0 });
        self.unsaved = 0;
        self.unsaved_states.clear();
        Ok(())
    }

    /// Writes the actions that are not written yet, the values that the layers below depend on, and
    /// the manifest. `recent` are up to two layers, the last one first.
    pub(super) fn save_actions(&mut self, recent: &[&ValuedLayer]) -> Result<(), SolveError> {
        let (Some((last, _)), Some((first, _))) =
            (self.unsaved_actions.first(), self.unsaved_actions.last())
        else {
            return Ok(());
        };
        let span = Span { first: first.half_sum, last: last.half_sum };
        let actions: Vec<&[u8]> =
            self.unsaved_actions.iter().rev().map(|(_, actions)| &actions[..]).collect();
        let name = LayerFile::Policy.name(span);
        let checksum = write_actions(self.files, self.peers, &name, &actions)?;
        let needed = if self.next_to_value().is_some() { recent } else { &[] };
        let mut values = Vec::with_capacity(needed.len());
        for layer in needed.iter().rev() {
            let span = Span::of(layer.index.half_sum() as u32);
            let before = self.manifest.values.iter().find(|file| file.span == span);
            values.push(match before {
                Some(file) => *file,
                None => {
                    let name = LayerFile::Values.name(span);
                    let checksum = write_values(self.files, self.peers, &name, &layer.values)?;
                    FileRecord { span, checksum }
                }
            });
        }
        let before = std::mem::replace(&mut self.manifest.values, values);
        self.manifest.policies.push(FileRecord { span, checksum });
        self.manifest.valued.extend(self.unsaved_actions.drain(..).map(|(layer, _)| layer));
        self.write_manifest()?;
        for file in before {
            if !self.manifest.values.contains(&file) {
                self.remove(LayerFile::Values, file.span)?;
            }
        }
        let is_valued = |sets: &&SetsRecord| span.contains(sets.span.first);
        let valued: Vec<Span> =
            self.manifest.sets.iter().filter(is_valued).map(|sets| sets.span).collect();
        valued.into_iter().try_for_each(|span| self.remove(LayerFile::Afterstates, span))
    }

    /// Adds the values of the start states of a layer to the manifest.
    pub(super) fn save_start_values(
        &mut self,
        half_sum: u32,
        value_of: &dyn Fn(u64) -> Option<f64>,
        codes: &BoardCodes,
    ) -> Result<(), SolveError> {
        for (start, saved) in self.starts.iter().zip(&mut self.manifest.start_values) {
            let board = start.state.board();
            if board.tile_sum().get() == 2 * half_sum {
                // One process has the value, so a sum is that value.
                let value = codes.code(board).and_then(value_of);
                let own = [u64::from(value.is_some()), value.map_or(0, f64::to_bits)];
                let [is_state, bits] = sum_over_peers(self.peers, own)?;
                *saved = (is_state > 0).then(|| f64::from_bits(bits));
            }
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
