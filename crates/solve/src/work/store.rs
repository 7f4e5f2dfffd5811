//! A store that holds the layers in the files of a work folder.

use mdp2048_model::Game;

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

use super::bytes::{read_shard, read_values, write_actions, write_values, write_words};
use super::error::write_error;
use super::files::WorkFiles;
use super::manifest::{LayerFile, Manifest, ReachedRecord, ValuedRecord};

/// The layers of a solve, in the files of a work folder. Each method that adds a layer returns when
/// its files and the manifest are on the disk.
///
/// Several processes may share the layers. Then the first one writes the files and the manifest,
/// and the others have the same manifest but for the checksums, which they get after a pass.
pub(super) struct FolderStore<'a> {
    files: &'a mut dyn WorkFiles,
    peers: &'a mut dyn Peers,
    manifest: &'a mut Manifest,
    game: Game,
}

impl<'a> FolderStore<'a> {
    /// Returns the store of a folder with this manifest.
    pub(super) const fn new(
        files: &'a mut dyn WorkFiles,
        peers: &'a mut dyn Peers,
        manifest: &'a mut Manifest,
        game: Game,
    ) -> Self {
        Self { files, peers, manifest, game }
    }

    /// Reads a bitmap of a layer. Also returns the number of members before the shard of this
    /// process.
    fn read_words(
        &mut self,
        file: LayerFile,
        index: &LayerIndex,
        record: &ReachedRecord,
    ) -> Result<(Array<u64>, usize), SolveError> {
        let checksum = match file {
            LayerFile::States => record.states_checksum,
            _ => record.afterstates_checksum,
        };
        let shard = own_shard(self.peers(), index);
        read_shard(self.files, &file.name(record.half_sum), record.words, checksum, shard)
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
        let starts = self.game.starts();
        for (start, saved) in starts.iter().zip(&mut self.manifest.start_values) {
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
        if self.is_first() { self.manifest.write(self.files) } else { Ok(()) }
    }

    fn remove(&mut self, file: LayerFile, half_sum: u32) -> Result<(), SolveError> {
        if !self.is_first() {
            return Ok(());
        }
        let name = file.name(half_sum);
        Ok(self.files.remove(&name).map_err(|error| write_error(&name, &error))?)
    }
}

impl LayerStore for FolderStore<'_> {
    fn peers(&mut self) -> &mut dyn Peers {
        self.peers
    }

    fn reached_before(&mut self, codes: &BoardCodes) -> Result<ReachedBefore, SolveError> {
        let records = self.manifest.reached.clone();
        let mut totals = ReachTotals { layers: records.len(), ..ReachTotals::default() };
        let mut layers = Vec::with_capacity(records.len());
        for record in &records {
            let ReachedRecord { half_sum, states, afterstates, words, lost_so_far, .. } = *record;
            totals.states += states;
            totals.lost = lost_so_far;
            let half_sum = half_sum as usize;
            layers.push(ReachedSizes { half_sum, states, afterstates, words });
        }
        if let Some(lost) = self.manifest.lost {
            totals.lost = lost;
            return Ok(ReachedBefore {
                totals,
                is_complete: true,
                layers,
                afterstates: Vec::new(),
            });
        }
        let last = records.last().map_or(0, |record| record.half_sum);
        let mut afterstates = Vec::new();
        for record in records.iter().filter(|record| record.half_sum + 1 >= last) {
            let index = LayerIndex::new(codes, record.half_sum as usize);
            let (words, _) = self.read_words(LayerFile::Afterstates, &index, record)?;
            afterstates.push((record.half_sum as usize, words));
        }
        Ok(ReachedBefore { totals, is_complete: false, layers, afterstates })
    }

    fn is_on_disk(&self) -> bool {
        true
    }

    fn put_reached(&mut self, layer: ReachedLayer, lost: u64) -> Result<(), SolveError> {
        let ReachedLayer { index, states, afterstates, .. } = layer;
        let half_sum = index.half_sum() as u32;
        let shard = own_shard(self.peers(), &index);
        let count = afterstates.iter().map(|word| u64::from(word.count_ones())).sum();
        let name = LayerFile::States.name(half_sum);
        let words = &states.words()[shard.clone()];
        let states_checksum = write_words(self.files, self.peers, &name, words)?;
        let name = LayerFile::Afterstates.name(half_sum);
        let words = &afterstates[shard];
        let afterstates_checksum = write_words(self.files, self.peers, &name, words)?;
        let [states, count] = sum(self.peers(), [states.len(), count])?;
        self.manifest.reached.push(ReachedRecord {
            half_sum,
            states,
            afterstates: count,
            words: afterstates.len() as u64,
            lost_so_far: lost,
            states_checksum,
            afterstates_checksum,
        });
        self.write_manifest()
    }

    fn end_reached(&mut self, totals: ReachTotals) -> Result<(), SolveError> {
        self.manifest.lost = Some(totals.lost);
        self.write_manifest()?;
        if self.is_first() {
            self.manifest.remove_unused(self.files)?;
        }
        self.manifest.share(self.peers)
    }

    fn take_reached(&mut self, codes: &BoardCodes) -> Result<Option<ReachedLayer>, SolveError> {
        let mut left = self.manifest.reached.iter().rev();
        let Some(&record) = left.find(|layer| !self.manifest.is_valued(layer.half_sum)) else {
            return Ok(None);
        };
        let index = LayerIndex::new(codes, record.half_sum as usize);
        let (states, _) = self.read_words(LayerFile::States, &index, &record)?;
        let states = RankedBits::new(states)?;
        let (afterstates, _) = self.read_words(LayerFile::Afterstates, &index, &record)?;
        Ok(Some(ReachedLayer { index, states, afterstates, successors: None }))
    }

    fn valued_before(&mut self, codes: &BoardCodes) -> Result<Vec<ValuedLayer>, SolveError> {
        let in_use = self.manifest.valued.len().saturating_sub(2);
        let valued = self.manifest.valued[in_use..].to_vec();
        let mut layers = Vec::with_capacity(valued.len());
        for ValuedRecord { half_sum, values_checksum, .. } in valued {
            let is_of_layer = |record: &&ReachedRecord| record.half_sum == half_sum;
            let Some(&record) = self.manifest.reached.iter().find(is_of_layer) else { continue };
            let index = LayerIndex::new(codes, half_sum as usize);
            let (states, before) = self.read_words(LayerFile::States, &index, &record)?;
            let states = RankedBits::new(states)?;
            let name = LayerFile::Values.name(half_sum);
            let (len, precision) = (record.states, self.manifest.precision);
            let ranks = before..before + states.len() as usize;
            let values = read_values(self.files, &name, len, precision, values_checksum, ranks)?;
            layers.push(ValuedLayer { index, states, values });
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
        layer: &ValuedLayer,
        actions: &[u8],
        value_of: &dyn Fn(u64) -> Option<f64>,
        codes: &BoardCodes,
    ) -> Result<(), SolveError> {
        let half_sum = layer.index.half_sum() as u32;
        let name = LayerFile::Values.name(half_sum);
        let values_checksum = write_values(self.files, self.peers, &name, &layer.values)?;
        let name = LayerFile::Policy.name(half_sum);
        let policy_checksum = write_actions(self.files, self.peers, &name, actions)?;
        self.save_start_values(half_sum, value_of, codes)?;
        let valued = &mut self.manifest.valued;
        valued.push(ValuedRecord { half_sum, values_checksum, policy_checksum });
        let unused = valued.len().checked_sub(3).map(|at| valued[at].half_sum);
        self.write_manifest()?;
        if let Some(unused) = unused {
            self.remove(LayerFile::Values, unused)?;
        }
        self.remove(LayerFile::Afterstates, half_sum)
    }

    fn put_valued(&mut self, _layer: ValuedLayer) -> Result<(), SolveError> {
        Ok(())
    }
}
