//! A restricted game: the set, its values and its policy.

use mdp2048_model::Game;

use crate::certificate::Certificate;
use crate::error::ProofError;
use crate::rules::Rules;
use crate::set::BoardSet;
use crate::value::{WinBound, bound_of};

/// A game of reaching a target in which every board outside of an explicit set is lost.
///
/// Its value is a lower bound of the probability of winning the game: the policy of the restricted
/// game can be played in the whole game, where it wins at least as often.
#[derive(Debug)]
pub struct RestrictedGame {
    pub(crate) rules: Rules,
    pub(crate) set: BoardSet,
    /// The value at the start.
    pub(crate) value: WinBound,
}

impl RestrictedGame {
    /// The game restricted to a set.
    ///
    /// # Errors
    /// [`ProofError`] if the objective is not to win without discount, or a 4 has a probability of
    /// more than six decimals.
    pub fn solve(game: Game, set: BoardSet) -> Result<Self, ProofError> {
        let mut restricted = Self { rules: Rules::new(game)?, set, value: 0 };
        restricted.value = restricted.set.solve(&restricted.rules)?;
        Ok(restricted)
    }

    /// The lower bound of the probability of winning.
    pub fn bound(&self) -> f64 {
        bound_of(self.value)
    }

    /// The set.
    pub const fn set(&self) -> &BoardSet {
        &self.set
    }

    /// The certificate of the bound.
    ///
    /// # Errors
    /// [`ProofError::Files`] if the files of the set cannot be read.
    pub fn certificate(&mut self) -> Result<Certificate, ProofError> {
        Ok(Certificate::new(&mut self.set, &self.rules, self.value)?)
    }
}
