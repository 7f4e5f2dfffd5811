//! A policy as a player uses it, whatever the format of its file.

use mdp2048_model::{Advice, Game, Policy, Value, ValuedGame};
use mdp2048_policy::{PackedPolicy, TextPolicy, ValuesHeld};
use mdp2048_rules::Board;

/// The largest error that counts as rounding.
const ROUNDING: f64 = 1e-12;

/// A policy from a packed file, completely or in part, or from a text of the published player.
#[derive(Clone, Debug)]
pub struct LoadedPolicy {
    entries: Entries,
    /// The game, and what expected returns are.
    pub valued_game: ValuedGame,
    /// The length of the file in bytes.
    pub bytes: usize,
    /// The number of states in the file.
    pub states: u64,
    /// Which values the file holds.
    pub values: ValuesHeld,
    /// The largest difference between an exact and a held value; `None` if it holds no values.
    pub value_error: Option<f64>,
    // The largest relative error of a regret, and the regret below which they are held as 0.
    regrets: (f64, f64),
    /// The value of the game, not rounded; `None` if the file does not state it.
    pub start_value: Option<Value>,
    /// The probability that a game reaches a state without an entry; `None` if it is not known.
    pub leave_probability: Option<f64>,
}

#[derive(Clone, Debug)]
enum Entries {
    Packed(PackedPolicy),
    Text(TextPolicy),
}

impl LoadedPolicy {
    /// A policy from a packed file.
    pub fn packed(policy: PackedPolicy) -> Self {
        let header = policy.header();
        Self {
            valued_game: header.valued_game,
            bytes: policy.bytes(),
            states: header.states,
            values: header.values,
            value_error: policy.value_error(),
            regrets: (header.accuracy.regret_error, header.accuracy.regret_floor),
            start_value: Some(header.start_value()),
            leave_probability: Some(header.coverage.leave_probability),
            entries: Entries::Packed(policy),
        }
    }

    /// A policy from a text with this number of bytes.
    pub fn text(policy: TextPolicy, bytes: usize) -> Self {
        Self {
            valued_game: (*policy.game()).into(),
            bytes,
            states: policy.states(),
            values: policy.values(),
            value_error: policy.value_error(),
            regrets: (0.0, 0.0),
            start_value: None,
            leave_probability: policy.known_leave_probability(),
            entries: Entries::Text(policy),
        }
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        self.valued_game.game()
    }

    /// The largest difference between an exact regret and this one, which the file holds.
    pub(crate) fn regret_error(&self, regret: f64) -> f64 {
        let (relative, floor) = self.regrets;
        match regret {
            _ if relative <= ROUNDING => 0.0,
            0.0 => floor,
            _ => relative * regret / (1.0 - relative),
        }
    }

    /// Whether values and regrets are exact to rounding.
    pub(crate) fn holds_exact_values(&self) -> bool {
        self.value_error.is_some_and(|error| error <= ROUNDING) && self.regrets.0 <= ROUNDING
    }

    /// Whether a board without an entry may get one when more layers are decoded.
    pub fn awaits(&self, board: Board) -> bool {
        matches!(&self.entries, Entries::Packed(policy) if policy.awaits(board))
    }
}

impl Policy for LoadedPolicy {
    fn advise(&self, board: Board) -> Option<Advice> {
        match &self.entries {
            Entries::Packed(policy) => policy.advise(board),
            Entries::Text(policy) => policy.advise(board),
        }
    }
}

#[cfg(test)]
impl LoadedPolicy {
    /// Whether the actions of all states are decoded.
    pub(crate) fn has_all_actions(&self) -> bool {
        matches!(&self.entries, Entries::Packed(policy) if policy.has_all_actions())
    }
}
