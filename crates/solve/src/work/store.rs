//! A store that holds the layers in the files of a work folder.

use mdp2048_model::Game;

use crate::allocate::Array;
use crate::bits::ranked::RankedBits;
use crate::index::codes::BoardCodes;
use crate::index::layer::LayerIndex;
use crate::progress::SolveError;
use crate::store::layers::{
    LayerStore, ReachTotals, ReachedBefore, ReachedLayer, ReachedSizes, ValuedLayer,
};

use super::bytes::{read_values, read_words, write_values, write_words};
use super::error::write_error;
use super::files::WorkFiles;
use super::manifest::{LayerFile, Manifest, ReachedRecord, ValuedRecord};

/// The layers of a solve, in the files of a work folder. Each method that adds a layer returns when
/// its files and the manifest are on the disk.
pub(super) struct FolderStore<'a> {
    files: &'a mut dyn WorkFiles,
    manifest: &'a mut Manifest,
    game: Game,
}

impl<'a> FolderStore<'a> {
    /// Returns the store of a folder with this manifest.
    pub(super) const fn new(
        files: &'a mut dyn WorkFiles,
        manifest: &'a mut Manifest,
        game: Game,
    ) -> Self {
        Self { files, manifest, game }
    }

    fn read_states(&mut self, record: &ReachedRecord) -> Result<Array<u64>, SolveError> {
        let name = LayerFile::States.name(record.half_sum);
        read_words(self.files, &name, record.words, record.states_checksum)
    }

    fn read_afterstates(&mut self, record: &ReachedRecord) -> Result<Array<u64>, SolveError> {
        let name = LayerFile::Afterstates.name(record.half_sum);
        read_words(self.files, &name, record.words, record.afterstates_checksum)
    }

    fn remove(&mut self, file: LayerFile, half_sum: u32) -> Result<(), SolveError> {
        let name = file.name(half_sum);
        Ok(self.files.remove(&name).map_err(|error| write_error(&name, &error))?)
    }
}

impl LayerStore for FolderStore<'_> {
    fn reached_before(&mut self) -> Result<ReachedBefore, SolveError> {
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
            afterstates.push((record.half_sum as usize, self.read_afterstates(record)?));
        }
        Ok(ReachedBefore { totals, is_complete: false, layers, afterstates })
    }

    fn is_on_disk(&self) -> bool {
        true
    }

    fn put_reached(&mut self, layer: ReachedLayer, lost: u64) -> Result<(), SolveError> {
        let ReachedLayer { index, states, afterstates, .. } = layer;
        let half_sum = index.half_sum() as u32;
        let count: u64 = afterstates.iter().map(|word| u64::from(word.count_ones())).sum();
        let name = LayerFile::States.name(half_sum);
        let states_checksum = write_words(self.files, &name, states.words())?;
        let name = LayerFile::Afterstates.name(half_sum);
        let afterstates_checksum = write_words(self.files, &name, &afterstates)?;
        self.manifest.reached.push(ReachedRecord {
            half_sum,
            states: states.len(),
            afterstates: count,
            words: afterstates.len() as u64,
            lost_so_far: lost,
            states_checksum,
            afterstates_checksum,
        });
        self.manifest.write(self.files)
    }

    fn end_reached(&mut self, totals: ReachTotals) -> Result<(), SolveError> {
        self.manifest.lost = Some(totals.lost);
        self.manifest.write(self.files)?;
        self.manifest.remove_unused(self.files)
    }

    fn take_reached(&mut self, codes: &BoardCodes) -> Result<Option<ReachedLayer>, SolveError> {
        let mut left = self.manifest.reached.iter().rev();
        let Some(&record) = left.find(|layer| !self.manifest.is_valued(layer.half_sum)) else {
            return Ok(None);
        };
        let index = LayerIndex::new(codes, record.half_sum as usize);
        let states = RankedBits::new(self.read_states(&record)?)?;
        let afterstates = self.read_afterstates(&record)?;
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
            let states = RankedBits::new(self.read_states(&record)?)?;
            let name = LayerFile::Values.name(half_sum);
            let precision = self.manifest.precision;
            let values = read_values(self.files, &name, record.states, precision, values_checksum)?;
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
        let values_checksum = write_values(self.files, &name, &layer.values)?;
        let name = LayerFile::Policy.name(half_sum);
        let written = self.files.write(&name, false, &mut |out| out.write_all(actions));
        written.map_err(|error| write_error(&name, &error))?;
        let policy_checksum = crc32fast::hash(actions);
        let starts = self.game.starts();
        for (start, value) in starts.iter().zip(&mut self.manifest.start_values) {
            let board = start.state.board();
            if board.tile_sum().get() == 2 * half_sum {
                *value = codes.code(board).and_then(value_of);
            }
        }
        let valued = &mut self.manifest.valued;
        valued.push(ValuedRecord { half_sum, values_checksum, policy_checksum });
        let unused = valued.len().checked_sub(3).map(|at| valued[at].half_sum);
        self.manifest.write(self.files)?;
        if let Some(unused) = unused {
            self.remove(LayerFile::Values, unused)?;
        }
        self.remove(LayerFile::Afterstates, half_sum)
    }

    fn put_valued(&mut self, _layer: ValuedLayer) -> Result<(), SolveError> {
        Ok(())
    }
}
