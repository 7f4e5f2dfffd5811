//! A layer as the files of a work folder have it: its states and their best actions.

use mdp2048_rules::Action;

use crate::bits::ranked::RankedBits;
use crate::index::codes::BoardCodes;
use crate::index::layer::LayerIndex;
use crate::progress::SolveError;
use crate::store::actions::PackedActions;

use super::bytes::{read_actions, read_words};
use super::error::WorkError;
use super::files::WorkFiles;
use super::manifest::{LayerFile, ReachedRecord, ValuedRecord};

/// The states of a layer, and their best actions once they are known.
pub(super) struct FolderLayer {
    pub(super) index: LayerIndex,
    pub(super) states: RankedBits,
    actions: Option<PackedActions>,
}

impl FolderLayer {
    /// Reads a layer; `valued` is the record of its actions.
    pub(super) fn read(
        files: &mut dyn WorkFiles,
        codes: &BoardCodes,
        record: &ReachedRecord,
        valued: Option<&ValuedRecord>,
    ) -> Result<Self, SolveError> {
        let index = LayerIndex::new(codes, record.half_sum as usize);
        if record.words != index.len().div_ceil(64) {
            return Err(WorkError::Manifest.into());
        }
        let name = LayerFile::States.name(record.half_sum);
        let words = read_words(files, &name, record.words, record.states_checksum)?;
        let states = RankedBits::new(words)?;
        let mut actions = None;
        if let Some(valued) = valued {
            let name = LayerFile::Policy.name(record.half_sum);
            let len = PackedActions::bytes_of(&states);
            let bytes = read_actions(files, &name, len, valued.policy_checksum)?;
            actions = Some(PackedActions::new(&states, bytes)?);
        }
        Ok(Self { index, states, actions })
    }

    /// Returns the action of the state with a bit index, on the image of the state that the index
    /// holds; `None` if it is not known.
    #[inline(always)]
    pub(super) fn action(&self, bit: u64) -> Option<Action> {
        self.actions.as_ref()?.get(&self.states, bit)
    }
}
