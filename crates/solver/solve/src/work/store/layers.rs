//! The layers of a work folder, as the passes of a solve put and take them.

use crate::allocate::Array;
use crate::bits::ranked::RankedBits;
use crate::board_index::codes::BoardCodes;
use crate::board_index::layer::LayerIndex;
use crate::half_sum::HalfSum;
use crate::progress::SolveError;
use crate::shards::exchange::sum_over_peers;
use crate::shards::peers::Peers;
use crate::store::layers::{
    BackwardCheckpoint, BackwardLayer, ForwardCheckpoint, ForwardLayer, ReachTotals, ReachedSizes,
    ReachedStore, ValuedStore,
};
use crate::work::bytes::{Shard, read_values};
use crate::work::error::WorkError;
use crate::work::manifest::{FileRecord, ReachedRecord, SetsRecord, ValuedRecord};
use crate::work::names::{LayerFile, Span};

use super::folder::{CHECKPOINT_BYTES, CachedLayer, FolderStore};

impl ReachedStore for FolderStore<'_> {
    fn forward_checkpoint(&mut self, codes: &BoardCodes) -> Result<ForwardCheckpoint, SolveError> {
        let records = &self.manifest.reached;
        let mut totals = ReachTotals { layers: records.len(), ..ReachTotals::default() };
        let mut layers = Vec::with_capacity(records.len());
        for record in records {
            let ReachedRecord { half_sum, states, afterstates, words, lost_so_far } = *record;
            totals.states += states;
            totals.lost = lost_so_far;
            layers.push(ReachedSizes { half_sum, states, afterstates, words });
        }
        let mut afterstates = Vec::new();
        if let Some(lost) = self.manifest.lost {
            totals.lost = lost;
            return Ok(ForwardCheckpoint { totals, is_complete: true, layers, afterstates });
        }
        let last = records.last().map_or(HalfSum::new(0), |record| record.half_sum);
        let needed = Span { first: last.below(), last };
        let is_needed = |sets: &&SetsRecord| sets.span.last >= needed.first;
        let sets: Vec<SetsRecord> = self.manifest.sets.iter().filter(is_needed).copied().collect();
        for sets in sets {
            let read = self.read_sets(LayerFile::Afterstates, sets, needed, codes)?;
            let words = |(index, shard): (LayerIndex, Shard)| (index.half_sum(), shard.words);
            afterstates.extend(read.into_iter().map(words));
        }
        Ok(ForwardCheckpoint { totals, is_complete: false, layers, afterstates })
    }

    fn put_reached(
        &mut self,
        peers: &mut dyn Peers,
        layer: ForwardLayer,
        lost: u64,
    ) -> Result<(), SolveError> {
        let count = layer.afterstates.iter().map(|word| u64::from(word.count_ones())).sum();
        let [states, afterstates] = sum_over_peers(peers, [layer.states.len(), count])?;
        self.manifest.reached.push(ReachedRecord {
            half_sum: layer.index.half_sum(),
            states,
            afterstates,
            words: layer.afterstates.len() as u64,
            lost_so_far: lost,
        });
        self.held.insert(layer.index.half_sum(), CachedLayer::Reached(layer));
        let unsaved = self.manifest.unsaved();
        let states: u64 = unsaved.iter().map(|layer| layer.states).sum();
        let words: u64 = unsaved.iter().map(|layer| layer.words).sum();
        let in_memory =
            unsaved.iter().filter_map(|layer| self.held.get(&layer.half_sum)?.reached());
        let bytes: u64 = in_memory.map(ForwardLayer::bytes).sum();
        if states >= self.checkpoints.states
            || 2 * 8 * words >= CHECKPOINT_BYTES
            || bytes >= self.checkpoints.held_bytes
        {
            self.save_reached(peers)?;
        }
        self.free_held();
        Ok(())
    }

    fn end_reached(
        &mut self,
        peers: &mut dyn Peers,
        totals: ReachTotals,
    ) -> Result<(), SolveError> {
        self.manifest.lost = Some(totals.lost);
        // The last layers have too few states for a checkpoint. They are written at the next one,
        // when they have values, unless other layers have values already.
        if self.manifest.unsaved().is_empty() || !self.manifest.valued.is_empty() {
            self.save_reached(peers)?;
        }
        if self.place.is_first() {
            self.manifest.remove_unused(self.files)?;
        }
        self.manifest.share(peers)
    }
}

impl ValuedStore for FolderStore<'_> {
    fn take_reached(&mut self, codes: &BoardCodes) -> Result<Option<ForwardLayer>, SolveError> {
        let Some(&ReachedRecord { half_sum, .. }) = self.next_to_value() else { return Ok(None) };
        // If the states were found again, layers whose values are saved are among those held.
        self.held.retain(|&of, held| of <= half_sum || held.reached().is_none());
        if !self.held.contains_key(&half_sum) {
            self.held.retain(|_, held| held.reached().is_none());
            self.hold(half_sum, codes)?;
        }
        match self.held.remove(&half_sum) {
            Some(CachedLayer::Reached(layer)) => Ok(Some(layer)),
            _ => Err(WorkError::Manifest.into()),
        }
    }

    fn backward_checkpoint(
        &mut self,
        codes: &BoardCodes,
    ) -> Result<BackwardCheckpoint, SolveError> {
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
                layers.push(BackwardLayer { index, states, values });
            }
        }
        let valued =
            self.manifest.reached.iter().filter(|layer| self.manifest.is_valued(layer.half_sum));
        let states = valued.map(|layer| layer.states).sum();
        Ok(BackwardCheckpoint { count: self.manifest.valued.len(), states, layers })
    }

    fn needs_actions(&self) -> bool {
        true
    }

    fn record_valued(
        &mut self,
        peers: &mut dyn Peers,
        recent: &[&BackwardLayer],
        actions: Array<u8>,
        value_of: &dyn Fn(u64) -> Option<f64>,
        codes: &BoardCodes,
    ) -> Result<(), SolveError> {
        let Some(half_sum) = recent.first().map(|layer| layer.index.half_sum()) else {
            return Ok(());
        };
        let [action_bytes] = sum_over_peers(peers, [actions.len() as u64])?;
        let record = ValuedRecord { half_sum, action_bytes };
        self.held.insert(half_sum, CachedLayer::Valued { record, actions, states: None });
        self.save_start_values(peers, half_sum, value_of, codes)?;
        let last = self.held.last_key_value().map_or(half_sum, |(&last, _)| last);
        let layers = self.manifest.reached_in(Span { first: half_sum, last });
        let states: u64 = layers.iter().map(|layer| layer.states).sum();
        // All processes have this number, so they come to the same decision.
        if states >= self.checkpoints.states || self.next_to_value().is_none() {
            self.save_valued_states(peers, recent, codes)?;
            self.save_actions(peers, recent)?;
        }
        Ok(())
    }

    fn put_valued(&mut self, layer: BackwardLayer) -> Result<(), SolveError> {
        let half_sum = layer.index.half_sum();
        if !self.manifest.unsaved().is_empty()
            && let Some(CachedLayer::Valued { states, .. }) = self.held.get_mut(&half_sum)
        {
            *states = Some(layer.states);
        }
        Ok(())
    }
}
