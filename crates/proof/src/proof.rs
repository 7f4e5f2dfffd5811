//! A restricted game: the set, its values and its policy.

use mdp2048_model::Game;

use crate::certificate::Certificate;
use crate::error::ProofError;
use crate::growth::{Advice, Growth, grow};
use crate::rules::Rules;
use crate::set::BoardSet;
use crate::value::{WinBound, bound_of};

/// How far a growth is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProofProgress {
    /// The round, from 1.
    pub round: usize,
    /// The number of rounds.
    pub rounds: usize,
    /// Whether values are being computed, after boards have joined.
    pub is_solving: bool,
    /// The tile sum of the layer that is done.
    pub tile_sum: u32,
    /// The boards of the set.
    pub boards: u64,
    /// The bound after the round before; 0 in the first round.
    pub bound: f64,
}

/// A game of reaching a target in which every board outside of an explicit set is lost.
///
/// Its value is a lower bound of the probability of winning the game: the policy of the restricted
/// game can be played in the whole game, where it wins at least as often.
#[derive(Clone, Debug)]
pub struct RestrictedGame {
    rules: Rules,
    set: BoardSet,
    value: WinBound,
}

impl RestrictedGame {
    /// The game restricted to a set.
    ///
    /// # Errors
    /// [`ProofError`] if the objective is not to win without discount, or a 4 has a probability of
    /// more than six decimals.
    pub fn solve(game: Game, set: BoardSet) -> Result<Self, ProofError> {
        let mut restricted = Self { rules: Rules::new(game)?, set, value: 0 };
        restricted.value = restricted.set.solve(&restricted.rules, |_, _| {});
        Ok(restricted)
    }

    /// Grows a set from nothing, in rounds: a forward pass follows the policy of the restricted
    /// game; where it leaves the set, boards that games visit with at least the probability of
    /// joining join, and the games go on there by the action with the best expectation; boards that
    /// games visit with less than the probability of keeping go; then the values of the new set are
    /// computed. `most_bytes` is the most memory to use.
    ///
    /// # Errors
    /// [`ProofError`] as [`RestrictedGame::solve`], if the probability of joining is not above 0,
    /// or if the set needs more memory.
    pub fn grow<A: Advice>(
        game: Game,
        advice: &A,
        growth: Growth,
        most_bytes: u64,
        progress: &mut dyn FnMut(ProofProgress),
    ) -> Result<Self, ProofError> {
        if growth.join.is_nan() || growth.join <= 0.0 {
            return Err(ProofError::Join(growth.join));
        }
        let mut restricted = Self::solve(game, BoardSet::default())?;
        let rounds = growth.rounds();
        for (thresholds, round) in rounds.iter().zip(1..) {
            let bound = restricted.bound();
            let report = |is_solving: bool| {
                let rounds = rounds.len();
                move |set: &BoardSet, half_sum: usize, progress: &mut dyn FnMut(ProofProgress)| {
                    let (tile_sum, boards) = (2 * half_sum as u32, set.boards());
                    progress(ProofProgress { round, rounds, is_solving, tile_sum, boards, bound });
                }
            };
            let Self { rules, set, value } = &mut restricted;
            let growing = report(false);
            grow(set, rules, advice, *thresholds, most_bytes, |set, half_sum| {
                growing(set, half_sum, progress);
            })?;
            let solving = report(true);
            *value = set.solve(rules, |set, half_sum| solving(set, half_sum, progress));
        }
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
    pub fn certificate(&self) -> Certificate {
        Certificate::new(&self.set, &self.rules, self.value)
    }
}
