//! The layers of a work folder, as the passes of a solve put and take them.

use crate::allocate::Array;
use crate::bits::ranked::RankedBits;
use crate::board_index::codes::BoardCodes;
use crate::board_index::layer::LayerIndex;
use crate::half_sum::HalfSum;
use crate::progress::SolveError;
use crate::store::layers::{
    BackwardCheckpoint, BackwardLayer, ForwardCheckpoint, ForwardLayer, ReachTotals, ReachedSizes,
    ReachedStore, ValuedStore,
};
use crate::store::start_values::record_start_values;
use crate::work::bytes::read_values;
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
            let words = |(index, words): (LayerIndex, Array<u64>)| (index.half_sum(), words);
            afterstates.extend(read.into_iter().map(words));
        }
        Ok(ForwardCheckpoint { totals, is_complete: false, layers, afterstates })
    }

    fn put_reached(&mut self, layer: ForwardLayer, lost: u64) -> Result<(), SolveError> {
        let afterstates = layer.afterstates.iter().map(|word| u64::from(word.count_ones())).sum();
        self.manifest.reached.push(ReachedRecord {
            half_sum: layer.index.half_sum(),
            states: layer.states.len(),
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
            self.save_reached()?;
        }
        self.free_held();
        Ok(())
    }

    fn end_reached(&mut self, totals: ReachTotals) -> Result<(), SolveError> {
        self.manifest.lost = Some(totals.lost);
        // The last layers have too few states for a checkpoint. They are written at the next one,
        // when they have values, unless other layers have values already.
        if self.manifest.unsaved().is_empty() || !self.manifest.valued.is_empty() {
            self.save_reached()?;
        }
        self.manifest.remove_unused(self.files)
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
            for (index, words) in read {
                let states = RankedBits::new(words)?;
                if states.len() != len {
                    return Err(WorkError::Manifest.into());
                }
                let name = LayerFile::Values.name(span);
                let precision = self.manifest.precision;
                let values = read_values(self.files, &name, len, precision, checksum)?;
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
        recent: &[&BackwardLayer],
        actions: Array<u8>,
        value_of: &dyn Fn(u64) -> Option<f64>,
        codes: &BoardCodes,
    ) -> Result<(), SolveError> {
        let Some(half_sum) = recent.first().map(|layer| layer.index.half_sum()) else {
            return Ok(());
        };
        let record = ValuedRecord { half_sum, action_bytes: actions.len() as u64 };
        self.held.insert(half_sum, CachedLayer::Valued { record, actions, states: None });
        let values = &mut self.manifest.start_values;
        record_start_values((&self.starts, values), half_sum, value_of, codes);
        let last = self.held.last_key_value().map_or(half_sum, |(&last, _)| last);
        let layers = self.manifest.reached_in(Span { first: half_sum, last });
        let states: u64 = layers.iter().map(|layer| layer.states).sum();
        if states >= self.checkpoints.states || self.next_to_value().is_none() {
            self.save_valued_states(recent)?;
            self.save_actions(recent)?;
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
