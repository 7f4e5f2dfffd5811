//! A packed policy in memory.

use mdp2048_model::{Advice, Game, Policy};
use mdp2048_rules::{Action, Board};

use super::decoded_layer::DecodedLayer;
use super::header::{PolicyHeader, open};
use super::values_held::ValuesHeld;
use crate::error::PolicyError;
use crate::table::PolicyTable;

/// A policy that is decoded from the bytes of a file, completely or in part.
///
/// A [`Decoder`](crate::Decoder) decodes one layer at a time. Clones share their entries.
#[derive(Clone, Debug)]
pub struct PackedPolicy {
    header: PolicyHeader,
    bytes: usize,
    pub(crate) table: PolicyTable,
}

impl PackedPolicy {
    /// A policy without entries, to which decoded layers are [added](Self::add).
    pub(crate) fn empty(header: PolicyHeader, bytes: usize) -> Self {
        Self { header, bytes, table: PolicyTable::default() }
    }

    /// Reads the header only and returns a policy without entries.
    ///
    /// The entries are [added](Self::add) as a [`Decoder`](crate::Decoder) on another thread
    /// returns them.
    ///
    /// # Errors
    /// [`PolicyError`] if magic bytes, version, length, checksum or header are wrong.
    pub fn without_entries(bytes: &[u8]) -> Result<Self, PolicyError> {
        Ok(Self::empty(open(bytes)?.0, bytes.len()))
    }

    /// Adds the actions, values or regrets of a layer.
    ///
    /// They must come from a decoder of the same bytes; this is not checked.
    pub fn add(&mut self, decoded: DecodedLayer) {
        decoded.add_to(&mut self.table);
    }

    /// The action of a board in any frame; `None` if the policy has no entry.
    pub fn best_at(&self, board: Board) -> Option<Action> {
        Some(self.advise(board)?.action)
    }

    /// The header of the file.
    pub const fn header(&self) -> &PolicyHeader {
        &self.header
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        self.header.game()
    }

    /// The length of the file in bytes.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// The largest difference between an exact and a held value, in the game's unit; `None` if the
    /// policy holds no values.
    pub fn value_error(&self) -> Option<f64> {
        (self.header.values != ValuesHeld::None).then_some(self.header.accuracy.value_error)
    }

    /// Checks that the policy is for this game.
    ///
    /// # Errors
    /// [`PolicyError::OtherGame`] names both games.
    pub fn expect_game(&self, game: &Game) -> Result<(), PolicyError> {
        if self.game() == game {
            Ok(())
        } else {
            Err(PolicyError::OtherGame { found: Box::new(*self.game()), expected: Box::new(*game) })
        }
    }

    /// The boards of the states decoded so far, ascending by tile sum, then by key.
    pub fn boards(&self) -> impl Iterator<Item = Board> {
        let shape = self.game().shape();
        let keys = self.table.layers.iter().flat_map(|layer| &layer.keys);
        // Every key is that of a board of this shape.
        keys.filter_map(move |&key| Board::from_key(shape, key))
    }

    /// The number of states whose actions are decoded so far.
    pub fn known_states(&self) -> u64 {
        self.table.states()
    }

    /// Whether the actions of all states are decoded.
    pub fn has_all_actions(&self) -> bool {
        self.known_states() == self.header.states
    }

    /// Whether a board without an entry may get one when more layers are decoded.
    pub fn awaits(&self, board: Board) -> bool {
        let last = self.table.layers.last();
        !self.has_all_actions()
            && last.is_none_or(|layer| layer.half_sum < board.tile_sum().get() / 2)
    }
}

impl Policy for PackedPolicy {
    fn advise(&self, board: Board) -> Option<Advice> {
        if board.shape() != self.game().shape() {
            return None;
        }
        self.table.advise(&self.header.valued_game, board)
    }
}
