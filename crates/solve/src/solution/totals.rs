//! The totals of a solved game: what is left of a solution without the values of its states.

use mdp2048_model::{Game, ValuedGame, Values as _};
use mdp2048_rules::TileSum;

use crate::options::{Precision, SolveOptions};
use crate::parallel::with_threads;
use crate::passes::solve::solve_for_totals;
use crate::progress::{ProgressCallback, SolveError};

use super::Solution;
use super::query::LayerSummary;
use super::second_solve::{Found, SolvedOnce, solve};

/// The totals of a solved game.
#[derive(Clone, Debug, PartialEq)]
pub struct SolutionTotals {
    /// The game, and what its values are.
    pub valued_game: ValuedGame,
    /// The precision in which values were held.
    pub precision: Precision,
    /// The number of states.
    pub states: u64,
    /// The number of reachable lost boards.
    pub lost: u64,
    /// The mean of the values of the start states.
    pub start_value: f64,
    /// The layers that have states, ascending by tile sum.
    pub layers: Vec<LayerSummary>,
}

impl SolutionTotals {
    /// Solves a game as [`Solution::solve`] does, but drops the values of a layer once no other
    /// layer depends on them, so that a large game needs much less memory.
    ///
    /// # Errors
    /// As [`Solution::solve`].
    pub fn solve(
        game: &Game,
        options: &SolveOptions,
        progress: ProgressCallback<'_>,
    ) -> Result<Self, SolveError> {
        with_threads(options.threads, || solve(game, options, progress))?
    }

    /// The largest relative error of a value, beyond the rounding of double precision; see
    /// [`Precision::error`].
    pub fn value_error(&self) -> f64 {
        self.precision.error(self.layers.len() as u64)
    }
}

impl Solution {
    /// Returns the totals.
    pub fn totals(&self) -> SolutionTotals {
        SolutionTotals {
            valued_game: *self.valued_game(),
            precision: self.precision(),
            states: self.states(),
            lost: self.lost(),
            start_value: self.start_value(),
            layers: self.layers().collect(),
        }
    }
}

impl SolvedOnce for SolutionTotals {
    fn solve_once(
        valued_game: &ValuedGame,
        options: &SolveOptions,
        progress: ProgressCallback<'_>,
    ) -> Result<Self, SolveError> {
        let rewards = valued_game.rewards();
        let (store, totals) = solve_for_totals(valued_game.game(), &rewards, options, progress)?;
        let layers = store.layers().iter().map(|&(half_sum, states)| LayerSummary {
            sum: TileSum::new(2 * half_sum as u32),
            states,
        });
        Ok(Self {
            valued_game: *valued_game,
            precision: options.precision,
            states: totals.states,
            lost: totals.lost,
            start_value: store.start_value(rewards.lost),
            layers: layers.collect(),
        })
    }

    fn found(&self) -> Found {
        Found {
            valued_game: self.valued_game,
            start_value: self.start_value,
            layers: self.layers.len(),
            states: self.states,
        }
    }
}
