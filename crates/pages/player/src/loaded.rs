//! A policy as a player uses it, whatever the format of its file.

use mdp2048_model::{Advice, Game, Policy, ValuedGame};
use mdp2048_policy::{PackedPolicy, PolicyError, TextPolicy, ValuesHeld};
use mdp2048_rules::Board;

/// A policy from a packed file, completely or in part, or from a text of the published player.
#[derive(Clone, Debug)]
pub enum LoadedPolicy {
    /// From a packed file.
    Packed(PackedPolicy),
    /// From a text with this number of bytes.
    Text(TextPolicy, usize),
}

impl LoadedPolicy {
    /// The game.
    pub const fn game(&self) -> &Game {
        match self {
            Self::Packed(policy) => policy.game(),
            Self::Text(policy, _) => policy.game(),
        }
    }

    /// The game, and what its values are.
    pub fn valued_game(&self) -> ValuedGame {
        match self {
            Self::Packed(policy) => policy.header().valued_game,
            Self::Text(policy, _) => (*policy.game()).into(),
        }
    }

    /// The length of the file in bytes.
    pub const fn bytes(&self) -> usize {
        match self {
            Self::Packed(policy) => policy.bytes(),
            Self::Text(_, bytes) => *bytes,
        }
    }

    /// The number of states in the file.
    pub fn states(&self) -> u64 {
        match self {
            Self::Packed(policy) => policy.header().states,
            Self::Text(policy, _) => policy.states(),
        }
    }

    /// Which values the file holds.
    pub const fn values(&self) -> ValuesHeld {
        match self {
            Self::Packed(policy) => policy.header().values,
            Self::Text(policy, _) => policy.values(),
        }
    }

    /// The largest difference between an exact and a held value; `None` if it holds no values.
    pub fn value_error(&self) -> Option<f64> {
        match self {
            Self::Packed(policy) => policy.value_error(),
            Self::Text(policy, _) => policy.value_error(),
        }
    }

    /// The mean value over the start states, not rounded; `None` if the file does not state it.
    pub const fn start_value(&self) -> Option<f64> {
        match self {
            Self::Packed(policy) => Some(policy.header().start_value),
            Self::Text(..) => None,
        }
    }

    /// The probability that a game reaches a state without an entry; `None` if it is not known.
    pub fn leave_probability(&self) -> Option<f64> {
        match self {
            Self::Packed(policy) => Some(policy.header().coverage.leave_probability),
            Self::Text(policy, _) => policy.known_leave_probability(),
        }
    }

    /// Whether the actions of all states are decoded.
    pub fn has_all_actions(&self) -> bool {
        match self {
            Self::Packed(policy) => policy.has_all_actions(),
            Self::Text(..) => true,
        }
    }

    /// Whether a board without an entry may get one when more layers are decoded.
    pub fn awaits(&self, board: Board) -> bool {
        match self {
            Self::Packed(policy) => policy.awaits(board),
            Self::Text(..) => false,
        }
    }

    /// Checks that the policy is for this game.
    ///
    /// # Errors
    /// [`PolicyError::OtherGame`] names both games.
    pub fn expect_game(&self, game: &Game) -> Result<(), PolicyError> {
        if self.game() == game {
            return Ok(());
        }
        let (found, expected) = (Box::new(*self.game()), Box::new(*game));
        Err(PolicyError::OtherGame { found, expected })
    }
}

impl Policy for LoadedPolicy {
    fn advise(&self, board: Board) -> Option<Advice> {
        match self {
            Self::Packed(policy) => policy.advise(board),
            Self::Text(policy, _) => policy.advise(board),
        }
    }
}
