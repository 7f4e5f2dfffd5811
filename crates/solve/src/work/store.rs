//! A store that holds the layers in the files of a work folder.

use std::collections::VecDeque;

use mdp2048_model::{Game, StartState};

use crate::allocate::Array;
use crate::bits::ranked::RankedBits;
use crate::index::codes::BoardCodes;
use crate::index::layer::LayerIndex;
use crate::progress::SolveError;
use crate::shards::exchange::{FIRST, own_shard, sum};
use crate::shards::peers::Peers;
use crate::store::layers::{
    LayerStore, ReachTotals, ReachedBefore, ReachedLayer, ReachedSizes, ValuedLayer,
};

use super::bytes::{
    Shard, is_sparse, read_shards, read_values, write_actions, write_values, write_words,
};
use super::error::WorkError;
use super::files::WorkFiles;
use super::manifest::{
    FileRecord, LayerFile, Manifest, ReachedRecord, SetsRecord, Span, ValuedRecord, remove,
};

/// When layers are written to the disk, and how many stay in memory as well.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checkpoints {
    /// How many states a pass finishes before their layers are written.
    pub(super) states: u64,
    /// The most bytes of layers that are in memory between the passes.
    pub(super) held_bytes: u64,
}

/// The most bytes of the bitmaps of states and afterstates that the forward pass finishes before
/// they are written.
pub(super) const CHECKPOINT_BYTES: u64 = 64 << 20;

/// The layers of a solve, in the files of a work folder.
///
/// The layers of a pass are written together once they have many states, because files of small
/// layers take more time than the layers. At such a *checkpoint* the files and the manifest are on
/// the disk; what a run that is stopped has finished after its last checkpoint is computed again.
///
/// Several processes may share the layers. Then the first one writes the files and the manifest,
/// and the others have the same manifest but for the checksums, which they get after a pass.
pub(super) struct FolderStore<'a> {
    files: &'a mut dyn WorkFiles,
    peers: &'a mut dyn Peers,
    manifest: &'a mut Manifest,
    starts: Vec<StartState>,
    checkpoints: Checkpoints,
    /// Layers that the backward pass will take, ascending: the last ones that were finished or
    /// read.
    held: VecDeque<ReachedLayer>,
    /// How many of the last layers of the manifest are not written yet. They are in `held`, or have
    /// values.
    unsaved: usize,
    /// The states of those of them that have values and are no longer read, descending.
    unsaved_states: Vec<(u32, RankedBits)>,
    /// The layers with values that are not written yet and their packed actions, descending.
    unsaved_actions: Vec<(ValuedRecord, Array<u8>)>,
}

impl<'a> FolderStore<'a> {
    /// Returns the store of a folder with this manifest.
    pub(super) fn new(
        files: &'a mut dyn WorkFiles,
        peers: &'a mut dyn Peers,
        manifest: &'a mut Manifest,
        game: &Game,
        checkpoints: Checkpoints,
    ) -> Self {
        Self {
            files,
            peers,
            manifest,
            starts: game.starts(),
            checkpoints,
            held: VecDeque::new(),
            unsaved: 0,
            unsaved_states: Vec::new(),
            unsaved_actions: Vec::new(),
        }
    }

    /// Reads the bitmaps of the needed layers from a file of this kind. Each has the words of the
    /// shard of this process.
    fn read_sets(
        &mut self,
        file: LayerFile,
        sets: SetsRecord,
        needed: Span,
        codes: &BoardCodes,
    ) -> Result<Vec<(LayerIndex, Shard)>, SolveError> {
        let checksum = match file {
            LayerFile::States => sets.states_checksum,
            _ => sets.afterstates_checksum,
        };
        let (mut indices, mut bitmaps) = (Vec::new(), Vec::new());
        for layer in self.manifest.reached_in(sets.span) {
            let index = LayerIndex::new(codes, layer.half_sum as usize);
            if layer.words != index.len().div_ceil(64) {
                return Err(WorkError::Manifest.into());
            }
            let is_needed = needed.contains(layer.half_sum);
            let shard = is_needed.then(|| own_shard(self.peers, &index));
            bitmaps.push((layer.words as usize, shard));
            indices.push(is_needed.then_some(index));
        }
        let shards = read_shards(self.files, &file.name(sets.span), checksum, &bitmaps)?;
        let read = indices.into_iter().zip(shards);
        Ok(read.filter_map(|(index, shard)| Some((index?, shard))).collect())
    }

    /// Reads the layers of the file of a layer, up to that layer, into `held`.
    fn hold(&mut self, half_sum: u32, codes: &BoardCodes) -> Result<(), SolveError> {
        let sets = *self.manifest.sets_of(half_sum).ok_or(WorkError::Manifest)?;
        let needed = Span { first: sets.span.first, last: half_sum };
        let states = self.read_sets(LayerFile::States, sets, needed, codes)?;
        let afterstates = self.read_sets(LayerFile::Afterstates, sets, needed, codes)?;
        for ((index, states), (_, afterstates)) in states.into_iter().zip(afterstates) {
            let (states, afterstates) = (RankedBits::new(states.words)?, afterstates.words);
            self.held.push_back(ReachedLayer { index, states, afterstates, successors: None });
        }
        Ok(())
    }

    /// Writes the layers of the forward pass that are not written yet, and the manifest. Then only
    /// as many layers stay in memory as are allowed.
    fn save_reached(&mut self) -> Result<(), SolveError> {
        if self.unsaved > 0 {
            let layers = self.held.range(self.held.len() - self.unsaved..);
            let (mut states, mut afterstates) = (Vec::new(), Vec::new());
            for layer in layers {
                let shard = own_shard(self.peers, &layer.index);
                states.push(&layer.states.words()[shard.clone()]);
                afterstates.push(&layer.afterstates[shard]);
            }
            let unsaved = &self.manifest.reached[self.manifest.reached.len() - self.unsaved..];
            let span = Span::of_layers(unsaved);
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
        self.write_manifest()?;
        let mut bytes: u64 = self.held.iter().map(ReachedLayer::bytes).sum();
        while bytes > self.checkpoints.held_bytes
            && let Some(layer) = self.held.pop_front()
        {
            bytes -= layer.bytes();
        }
        Ok(())
    }

    /// Writes the states that are not written yet, of layers with values. Their afterstates are of
    /// no use. `recent` are up to two layers, the last one first.
    fn save_valued_states(
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
        let span = Span::of_layers(unsaved);
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
    fn save_actions(&mut self, recent: &[&ValuedLayer]) -> Result<(), SolveError> {
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

    /// Returns the layer that the backward pass computes next.
    fn next_to_value(&self) -> Option<&ReachedRecord> {
        let unsaved = self.unsaved_actions.last().map(|(layer, _)| layer);
        let lowest = unsaved.or(self.manifest.valued.last()).map(|layer| layer.half_sum);
        let is_left = |layer: &ReachedRecord| lowest.is_none_or(|lowest| layer.half_sum < lowest);
        self.manifest.reached[..self.manifest.reached.partition_point(is_left)].last()
    }

    /// Whether this process writes the files.
    fn is_first(&self) -> bool {
        self.peers.index() == FIRST
    }

    /// Adds the values of the start states of a layer to the manifest.
    fn save_start_values(
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
                let [is_state, bits] = sum(self.peers, own)?;
                *saved = (is_state > 0).then(|| f64::from_bits(bits));
            }
        }
        Ok(())
    }

    fn write_manifest(&mut self) -> Result<(), SolveError> {
        self.manifest.forget_unused_afterstates();
        if self.is_first() { self.manifest.write(self.files) } else { Ok(()) }
    }

    fn remove(&mut self, file: LayerFile, span: Span) -> Result<(), SolveError> {
        if self.is_first() { remove(self.files, file, span) } else { Ok(()) }
    }
}

impl LayerStore for FolderStore<'_> {
    fn peers(&mut self) -> &mut dyn Peers {
        self.peers
    }

    fn reached_before(&mut self, codes: &BoardCodes) -> Result<ReachedBefore, SolveError> {
        let records = &self.manifest.reached;
        let mut totals = ReachTotals { layers: records.len(), ..ReachTotals::default() };
        let mut layers = Vec::with_capacity(records.len());
        for record in records {
            let ReachedRecord { half_sum, states, afterstates, words, lost_so_far } = *record;
            totals.states += states;
            totals.lost = lost_so_far;
            let half_sum = half_sum as usize;
            layers.push(ReachedSizes { half_sum, states, afterstates, words });
        }
        let mut afterstates = Vec::new();
        if let Some(lost) = self.manifest.lost {
            totals.lost = lost;
            return Ok(ReachedBefore { totals, is_complete: true, layers, afterstates });
        }
        let last = records.last().map_or(0, |record| record.half_sum);
        let needed = Span { first: last.saturating_sub(1), last };
        let is_needed = |sets: &&SetsRecord| sets.span.last >= needed.first;
        let sets: Vec<SetsRecord> = self.manifest.sets.iter().filter(is_needed).copied().collect();
        for sets in sets {
            let read = self.read_sets(LayerFile::Afterstates, sets, needed, codes)?;
            let words = |(index, shard): (LayerIndex, Shard)| (index.half_sum(), shard.words);
            afterstates.extend(read.into_iter().map(words));
        }
        Ok(ReachedBefore { totals, is_complete: false, layers, afterstates })
    }

    fn is_on_disk(&self) -> bool {
        true
    }

    fn keeps_successors(&self) -> bool {
        // A process with a part of the afterstates numbers them anew.
        self.peers.count() == 1
    }

    fn put_reached(&mut self, layer: ReachedLayer, lost: u64) -> Result<(), SolveError> {
        let count = layer.afterstates.iter().map(|word| u64::from(word.count_ones())).sum();
        let [states, afterstates] = sum(self.peers, [layer.states.len(), count])?;
        self.manifest.reached.push(ReachedRecord {
            half_sum: layer.index.half_sum() as u32,
            states,
            afterstates,
            words: layer.afterstates.len() as u64,
            lost_so_far: lost,
        });
        self.held.push_back(layer);
        self.unsaved += 1;
        let unsaved = &self.manifest.reached[self.manifest.reached.len() - self.unsaved..];
        let states: u64 = unsaved.iter().map(|layer| layer.states).sum();
        let words: u64 = unsaved.iter().map(|layer| layer.words).sum();
        if states >= self.checkpoints.states || 2 * 8 * words >= CHECKPOINT_BYTES {
            self.save_reached()?;
        }
        Ok(())
    }

    fn end_reached(&mut self, totals: ReachTotals) -> Result<(), SolveError> {
        self.manifest.lost = Some(totals.lost);
        // The last layers have too few states for a checkpoint. They are written at the next one,
        // when they have values, unless other layers have values already.
        if self.unsaved == 0 || !self.manifest.valued.is_empty() {
            self.save_reached()?;
        }
        if self.is_first() {
            self.manifest.remove_unused(self.files)?;
        }
        self.manifest.share(self.peers)
    }

    fn take_reached(&mut self, codes: &BoardCodes) -> Result<Option<ReachedLayer>, SolveError> {
        let Some(&ReachedRecord { half_sum, .. }) = self.next_to_value() else { return Ok(None) };
        let half_sum_of = |layer: &ReachedLayer| layer.index.half_sum() as u32;
        // If the states were found again, layers with values are among those held.
        self.held.retain(|layer| half_sum_of(layer) <= half_sum);
        if self.held.back().map(half_sum_of) != Some(half_sum) {
            self.held.clear();
            self.hold(half_sum, codes)?;
        }
        Ok(self.held.pop_back())
    }

    fn valued_before(&mut self, codes: &BoardCodes) -> Result<Vec<ValuedLayer>, SolveError> {
        let files = self.manifest.values.clone();
        let mut layers = Vec::with_capacity(files.len());
        for FileRecord { span, checksum } in files {
            let sets = self.manifest.sets_of(span.first);
            let len = self.manifest.reached_in(span).first().map(|layer| layer.states);
            // A layer that is forgotten is found again before it is read.
            let Some((&sets, len)) = sets.zip(len) else { continue };
            let read = self.read_sets(LayerFile::States, sets, span, codes)?;
            for (index, Shard { words, before }) in read {
                let states = RankedBits::new(words)?;
                let name = LayerFile::Values.name(span);
                let precision = self.manifest.precision;
                let ranks = before..before + states.len() as usize;
                let values = read_values(self.files, &name, len, precision, checksum, ranks)?;
                layers.push(ValuedLayer { index, states, values });
            }
        }
        Ok(layers)
    }

    fn valued_totals(&self) -> (usize, u64) {
        let valued =
            self.manifest.reached.iter().filter(|layer| self.manifest.is_valued(layer.half_sum));
        (self.manifest.valued.len(), valued.map(|layer| layer.states).sum())
    }

    fn needs_actions(&self) -> bool {
        true
    }

    fn save_valued(
        &mut self,
        recent: &[&ValuedLayer],
        actions: Array<u8>,
        value_of: &dyn Fn(u64) -> Option<f64>,
        codes: &BoardCodes,
    ) -> Result<(), SolveError> {
        let Some(half_sum) = recent.first().map(|layer| layer.index.half_sum() as u32) else {
            return Ok(());
        };
        let [action_bytes] = sum(self.peers, [actions.len() as u64])?;
        self.unsaved_actions.push((ValuedRecord { half_sum, action_bytes }, actions));
        self.save_start_values(half_sum, value_of, codes)?;
        let last = self.unsaved_actions.first().map_or(half_sum, |(layer, _)| layer.half_sum);
        let layers = self.manifest.reached_in(Span { first: half_sum, last });
        let states: u64 = layers.iter().map(|layer| layer.states).sum();
        if states >= self.checkpoints.states || self.next_to_value().is_none() {
            self.save_valued_states(recent, codes)?;
            self.save_actions(recent)?;
        }
        Ok(())
    }

    fn put_valued(&mut self, layer: ValuedLayer) -> Result<(), SolveError> {
        if self.unsaved > 0 {
            self.unsaved_states.push((layer.index.half_sum() as u32, layer.states));
        }
        Ok(())
    }
}
