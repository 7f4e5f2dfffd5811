//! The layers as the files of a work folder have them: their states and the best actions.

use mdp2048_rules::Action;

use crate::allocate::Array;
use crate::bits::is_bitmap;
use crate::bits::ranked::RankedBits;
use crate::board_index::codes::BoardCodes;
use crate::board_index::layer::LayerIndex;
use crate::half_sum::HalfSum;
use crate::policy_evaluation::source::LayerView;
use crate::progress::SolveError;
use crate::store::actions::PackedActions;

use super::bytes::read_whole;
use super::error::WorkError;
use super::files::WorkFiles;
use super::manifest::{FileRecord, Manifest, ReachedRecord};
use super::names::LayerFile;

/// The states of a layer, and their best actions once they are known.
pub(super) struct Layer {
    pub(super) index: LayerIndex,
    pub(super) states: RankedBits,
    actions: Option<PackedActions>,
    /// The name of the file of the actions; empty if there is none.
    pub(super) actions_file: String,
}

impl Layer {
    /// Returns the action of the state with a bit index, on the image of the state that the index
    /// holds; `None` if it is not known.
    #[inline(always)]
    pub(super) fn action(&self, bit: u64) -> Option<Action> {
        self.actions.as_ref()?.get(&self.states, bit)
    }

    /// The layer, for a pass.
    pub(super) const fn view(&self) -> LayerView<'_> {
        LayerView {
            index: &self.index,
            states: &self.states,
            values: None,
            actions: self.actions.as_ref(),
        }
    }
}

/// Reads layers. A file has several layers; those that were not asked for yet are held, until
/// another file is read.
#[derive(Default)]
pub(super) struct Layers {
    /// The bitmaps of states of the file that was read last, by half sum.
    states: Vec<(HalfSum, Array<u64>)>,
    /// The packed actions of the file that was read last, by half sum.
    actions: Vec<(HalfSum, Array<u8>)>,
}

impl Layers {
    /// Reads a layer of the manifest. Each file is read once if the layers of successive calls
    /// ascend, or if they descend.
    pub(super) fn read(
        &mut self,
        (manifest, codes): (&Manifest, &BoardCodes),
        files: &mut dyn WorkFiles,
        record: &ReachedRecord,
    ) -> Result<Layer, SolveError> {
        let half_sum = record.half_sum;
        let index = record.index(codes)?;
        let states = RankedBits::new(self.states((manifest, codes), files, half_sum)?)?;
        let file = manifest.policies.iter().find(|file| file.span.contains(half_sum));
        let Some(file) = file else {
            return Ok(Layer { index, states, actions: None, actions_file: String::new() });
        };
        let bytes = self.actions(manifest, files, file, half_sum)?;
        if bytes.len() != PackedActions::bytes_of(&states) {
            return Err(WorkError::Manifest.into());
        }
        let actions = Some(PackedActions::new(&states, bytes)?);
        Ok(Layer { index, states, actions, actions_file: LayerFile::Policy.name(file.span) })
    }

    fn states(
        &mut self,
        (manifest, codes): (&Manifest, &BoardCodes),
        files: &mut dyn WorkFiles,
        half_sum: HalfSum,
    ) -> Result<Array<u64>, SolveError> {
        if let Some(words) = take(&mut self.states, half_sum) {
            return Ok(words);
        }
        self.states.clear();
        let file = manifest.sets_of(half_sum).ok_or(WorkError::Manifest)?;
        let layers = manifest.reached_in(file.span);
        let name = LayerFile::States.name(file.span);
        let lens = layers.iter().map(|layer| layer.words);
        let indices = layers.iter().map(|layer| layer.index(codes));
        let indices = indices.collect::<Result<Vec<LayerIndex>, _>>()?;
        let words: Vec<Array<u64>> = read_whole(files, &name, lens, file.states_checksum)?;
        if !indices.iter().zip(&words).all(|(index, words)| is_bitmap(words, index.len())) {
            return Err(WorkError::Damaged(name).into());
        }
        self.states = layers.iter().map(|layer| layer.half_sum).zip(words).collect();
        Ok(take(&mut self.states, half_sum).ok_or(WorkError::Manifest)?)
    }

    fn actions(
        &mut self,
        manifest: &Manifest,
        files: &mut dyn WorkFiles,
        file: &FileRecord,
        half_sum: HalfSum,
    ) -> Result<Array<u8>, SolveError> {
        if let Some(bytes) = take(&mut self.actions, half_sum) {
            return Ok(bytes);
        }
        self.actions.clear();
        let valued = manifest.valued.iter().rev();
        let layers = || valued.clone().filter(|layer| file.span.contains(layer.half_sum));
        let name = LayerFile::Policy.name(file.span);
        let lens = layers().map(|layer| layer.action_bytes);
        let bytes = read_whole(files, &name, lens, file.checksum)?;
        self.actions = layers().map(|layer| layer.half_sum).zip(bytes).collect();
        Ok(take(&mut self.actions, half_sum).ok_or(WorkError::Manifest)?)
    }
}

/// Removes and returns the array of a layer.
fn take<T>(held: &mut Vec<(HalfSum, T)>, half_sum: HalfSum) -> Option<T> {
    let at = held.iter().position(|&(of_layer, _)| of_layer == half_sum)?;
    Some(held.swap_remove(at).1)
}
