//! A text policy as bytes for another program of the same build.
//!
//! A program that plays a text policy can so leave the reading of texts to another one, which it
//! loads only if it needs it.

use std::sync::OnceLock;

use mdp2048_model::Game;

use super::text_policy::TextPolicy;
use crate::error::PolicyError;
use crate::file::{DecodedLayer, ValuesHeld};
use crate::table::PolicyTable;

impl TextPolicy {
    /// The policy as bytes, for [`TextPolicy::from_transfer`]: the leave probability, then the
    /// [decoded layers](DecodedLayer::write_to).
    pub fn to_transfer(&self) -> Vec<u8> {
        let mut bytes = self.leave_probability().to_le_bytes().to_vec();
        for layer in &self.table.layers {
            let half_sum = layer.half_sum;
            let (keys, actions) = (layer.keys.clone(), layer.actions.clone());
            DecodedLayer::Actions { half_sum, keys, actions }.write_to(&mut bytes);
            if self.values == ValuesHeld::State {
                let values = layer.values.clone();
                DecodedLayer::Values { half_sum, values }.write_to(&mut bytes);
            }
        }
        bytes
    }

    /// The policy of which [`TextPolicy::to_transfer`] returned these bytes, for the same game.
    ///
    /// Whether the states are those of the game is not checked.
    ///
    /// # Errors
    /// [`PolicyError::Frame`] if the bytes are not such a policy.
    pub fn from_transfer(bytes: &[u8], game: &Game) -> Result<Self, PolicyError> {
        let (&leave, mut bytes) = bytes
            .split_first_chunk()
            .ok_or(PolicyError::malformed("a transferred policy has impossible bytes"))?;
        let leave_probability = OnceLock::from(f64::from_le_bytes(leave));
        let (mut table, mut values) = (PolicyTable::default(), ValuesHeld::None);
        while !bytes.is_empty() {
            let layer = DecodedLayer::read_from(&mut bytes)?;
            if matches!(layer, DecodedLayer::Values { .. }) {
                values = ValuesHeld::State;
            }
            layer.add_to(&mut table);
        }
        Ok(Self { game: *game, table, values, leave_probability })
    }
}
