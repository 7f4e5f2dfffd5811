//! A solved game: the value of every reachable state.

pub(crate) mod contradiction;
pub(crate) mod file;
pub(crate) mod query;

use mdp2048_model::{Game, Rewards, Values};

use crate::index::codes::{BoardCodes, Numbering};
use crate::index::inner::AnyInnerRanks;
use crate::kernel::tables::BoardTables;
use crate::options::{Precision, SolveOptions};
use crate::passes::solve::{SolvedGame, solve};
use crate::progress::{ProgressCallback, SolveError};
use crate::store::layers::ValuedLayer;

/// The strong solution of a game.
#[derive(Clone, Debug)]
pub struct Solution {
    pub(crate) game: Game,
    pub(crate) rewards: Rewards,
    pub(crate) codes: BoardCodes,
    pub(crate) ranks: AnyInnerRanks,
    /// The layers that have states, ascending by tile sum.
    pub(crate) layers: Vec<ValuedLayer>,
    pub(crate) states: u64,
    pub(crate) lost: u64,
    pub(crate) start_value: f64,
    pub(crate) precision: Precision,
    pub(crate) value_error: f64,
}

impl Solution {
    /// Solves a game exactly (to rounding). Calls `progress` after each layer of each pass.
    ///
    /// Repeated solves agree to the bit, whatever the number of threads. The memory is estimated
    /// twice: a lower bound before the forward pass, and the peak once all states are known, before
    /// their values are computed.
    ///
    /// # Errors
    /// [`SolveError`] if the game needs more memory than allowed, or `progress` breaks.
    pub fn solve(
        game: &Game,
        options: &SolveOptions,
        progress: ProgressCallback<'_>,
    ) -> Result<Self, SolveError> {
        Self::solve_for(game, game.rewards(), options, progress)
    }

    /// Solves a game as [`Solution::solve`] does, under other rewards than its own.
    ///
    /// # Errors
    /// As [`Solution::solve`].
    pub fn solve_for(
        game: &Game,
        rewards: Rewards,
        options: &SolveOptions,
        progress: ProgressCallback<'_>,
    ) -> Result<Self, SolveError> {
        let SolvedGame { codes, ranks, layers, states, lost } =
            solve(game, &rewards, options, progress)?;
        let mut solution = Self {
            game: *game,
            rewards,
            codes,
            ranks,
            // Each move leads to a higher layer, so a game has at most as many moves as layers.
            value_error: options.precision.error(layers.len() as u64),
            layers,
            states,
            lost,
            start_value: 0.0,
            precision: options.precision,
        };
        let starts = game.starts();
        let values = starts
            .iter()
            .map(|start| start.probability * solution.value(start.state).unwrap_or(rewards.lost));
        solution.start_value = values.sum();
        Ok(solution)
    }

    /// The least probability of losing a game whose objective is to reach a target, without
    /// discount.
    ///
    /// Where it is small, 1 - V has lost its digits, so the game is solved again for losing.
    ///
    /// # Errors
    /// As [`Solution::solve`].
    pub fn lose_probability(
        &self,
        options: &SolveOptions,
        progress: ProgressCallback<'_>,
    ) -> Result<f64, SolveError> {
        // In double precision, 1 - V keeps a dozen digits above this.
        const LEAST_COMPLEMENT: f64 = 1e-3;
        let complement = 1.0 - self.start_value;
        if complement > LEAST_COMPLEMENT {
            return Ok(complement);
        }
        let losing = Self::solve_for(&self.game, Rewards::LOSING, options, progress)?;
        // A game that is never lost has the value -0.
        Ok(losing.start_value.abs())
    }

    /// The precision of the stored values.
    pub const fn precision(&self) -> Precision {
        self.precision
    }

    /// The largest relative error of a value, beyond the rounding of double precision; see
    /// [`Precision::error`].
    pub const fn value_error(&self) -> f64 {
        self.value_error
    }

    /// The number of states.
    pub const fn states(&self) -> u64 {
        self.states
    }

    /// The number of reachable lost boards, which are outcomes and not states.
    pub const fn lost(&self) -> u64 {
        self.lost
    }

    /// The solver's numbering of the boards.
    pub(crate) const fn numbering(&self) -> Numbering<'_, AnyInnerRanks> {
        Numbering { codes: &self.codes, ranks: &self.ranks }
    }

    /// Builds the lookup tables of the game, with codes wide enough for every game.
    pub(crate) fn tables(&self) -> BoardTables<u64> {
        BoardTables::new(&self.game, &self.codes)
    }

    /// The position in `layers` of the layer of a half sum, if it has states.
    pub(crate) fn layer_at(&self, half_sum: usize) -> Option<usize> {
        self.layers.binary_search_by_key(&half_sum, |layer| layer.index.half_sum()).ok()
    }
}
