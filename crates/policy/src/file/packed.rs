//! A policy in memory, ready to be asked.

use std::sync::Arc;

use mdp2048_model::{Advice, Game, Policy};
use mdp2048_rules::Board;

use super::header::{PolicyHeader, open};
use super::layer_message::DecodedLayer;
use super::values_held::ValuesHeld;
use crate::error::PolicyError;
use crate::table::{PolicyLayer, PolicyTable};

/// A policy read from its bytes, ready to be asked.
///
/// It may still be incomplete: see [`Decoder`](crate::Decoder). Clones share their entries.
#[derive(Clone, Debug)]
pub struct PackedPolicy {
    header: PolicyHeader,
    bytes: usize,
    pub(crate) table: PolicyTable,
}

impl PackedPolicy {
    /// A policy without its entries yet, which are to be added part by part.
    pub(crate) fn empty(header: PolicyHeader, bytes: usize) -> Self {
        Self { header, bytes, table: PolicyTable::default() }
    }

    /// The policy of these bytes without its entries, which a [`Decoder`](crate::Decoder) elsewhere
    /// finds out, to be [added](Self::add) part by part.
    ///
    /// # Errors
    /// [`PolicyError`] if mark, version, length, checksum or header are not right.
    pub fn without_entries(bytes: &[u8]) -> Result<Self, PolicyError> {
        let (header, _) = open(bytes)?;
        Ok(Self::empty(header, bytes.len()))
    }

    /// The same policy with a part more.
    ///
    /// Parts that were given out for another policy are taken as they come.
    pub fn add(&mut self, part: DecodedLayer) {
        let layers = &mut self.table.layers;
        match part {
            DecodedLayer::Actions { half_sum, keys, actions } => {
                let at = layers.partition_point(|layer| layer.half_sum < half_sum);
                let layer = PolicyLayer { half_sum, keys, actions, ..PolicyLayer::default() };
                layers.insert(at, Arc::new(layer));
            }
            DecodedLayer::Values { half_sum, values } => {
                if let Some(layer) = layers.iter_mut().find(|layer| layer.half_sum == half_sum) {
                    Arc::make_mut(layer).values = values;
                }
            }
            DecodedLayer::Regrets { half_sum, regrets } => {
                if let Some(layer) = layers.iter_mut().find(|layer| layer.half_sum == half_sum) {
                    Arc::make_mut(layer).regrets = regrets;
                }
            }
        }
    }

    /// What the file says of itself.
    pub const fn header(&self) -> &PolicyHeader {
        &self.header
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.header.game
    }

    /// How many bytes the file has.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// The largest difference between a value and what the file holds of it, in the game's unit;
    /// `None` if it holds no values.
    pub fn value_error(&self) -> Option<f64> {
        (self.header.values != ValuesHeld::None).then_some(self.header.accuracy.value_error)
    }

    /// Checks that the policy is of this game.
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

    /// The boards of the kept states that are there already, ascending by tile sum, then by key.
    pub fn boards(&self) -> impl Iterator<Item = Board> {
        let shape = self.game().shape();
        let keys = self.table.layers.iter().flat_map(|layer| &layer.keys);
        // Keys were made from boards of this shape.
        keys.filter_map(move |&key| Board::from_key(shape, key))
    }

    /// How many states have their actions already.
    pub fn known_states(&self) -> u64 {
        self.table.states()
    }

    /// Whether the actions of every state are there.
    pub fn has_all_actions(&self) -> bool {
        self.known_states() == self.header.states
    }

    /// Whether a board that has no entry may still get one.
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
        self.table.advise(board)
    }
}
