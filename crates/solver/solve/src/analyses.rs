//! Analyses of a solution with an optional report of progress.

use std::ops::ControlFlow;

use mdp2048_model::{Distribution, Objective, Values as _};
use mdp2048_rules::Exponent;

use crate::analysis::batched_policy::{
    BatchedPolicy, EvaluatePolicyError, EvaluationLimits, PolicyEvaluation,
};
use crate::analysis::evaluate::{EvaluateError, GameStatistics, PolicyValue};
use crate::analysis::rows::StateRow;
use crate::progress::{OnProgress, Progress, ProgressCallback, SolveError};
use crate::solution::Solution;

/// Analyses of the optimal policy of a solution, or of any other one; [`Solution::analyses`] begins
/// one.
///
/// Each follows all games of the policy in one pass, so each result is exact to rounding.
#[derive(Debug)]
#[must_use = "no analysis is made until one of its methods is called"]
pub struct Analyses<'a> {
    solution: &'a Solution,
    progress: OnProgress<'a>,
}

impl Solution {
    /// Begins an analysis of the optimal policy.
    ///
    /// ```
    /// use mdp2048::{Game, Objective, Solve};
    ///
    /// let solution = Game::builder().board(2, 2).target(16).build()?.solve()?;
    /// let points = solution.analyses().value_under(Objective::Score)?.value;
    /// let score = solution.analyses().game_statistics()?.score;
    /// assert!((points - score.mean()).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn analyses(&self) -> Analyses<'_> {
        Analyses { solution: self, progress: OnProgress::NONE }
    }
}

impl<'a> Analyses<'a> {
    /// Calls a function after each layer; [`ControlFlow::Break`] stops the analysis.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use mdp2048::{Game, Solve};
    ///
    /// let solution = Game::builder().board(2, 2).target(16).build()?.solve()?;
    /// let mut states = 0;
    /// let analyses = solution.analyses().on_progress(|progress| {
    ///     states = progress.states;
    ///     ControlFlow::Continue(())
    /// });
    /// analyses.largest_tiles()?;
    /// assert_eq!(states, 35);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_progress(
        mut self,
        progress: impl FnMut(Progress) -> ControlFlow<()> + Send + 'a,
    ) -> Self {
        self.progress = OnProgress::new(progress);
        self
    }

    /// The value of the policy under another objective, with the target of its game and no
    /// discount: expected points, expected moves, or the probability of winning.
    ///
    /// # Errors
    /// As [`Solution::evaluate`].
    ///
    /// ```
    /// use mdp2048::{Game, Objective, Solve, Values};
    ///
    /// let fast = Game::builder().board(2, 2).target(16).discount(0.5).build()?.solve()?;
    /// let wins = fast.analyses().value_under(Objective::Win)?.value;
    /// let best = Game::builder().board(2, 2).target(16).build()?.solve()?.start_value();
    /// assert!(wins <= best + 1e-14, "no policy wins more often than the optimal one");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value_under(self, objective: Objective) -> Result<PolicyValue, EvaluateError> {
        let target = self.solution.game().target().map(Exponent::face);
        self.run(|solution, progress| solution.evaluate(objective, target, 1.0, progress))
    }

    /// The distributions of the score and of the number of moves.
    ///
    /// # Errors
    /// As [`Solution::game_statistics`].
    ///
    /// ```
    /// use mdp2048::{Game, Solve};
    ///
    /// let solution = Game::builder().board(2, 2).target(8).build()?.solve()?;
    /// let moves = solution.analyses().game_statistics()?.moves;
    /// assert!(moves.quantile(0.5).is_some_and(|median| (2..=6).contains(&median)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn game_statistics(self) -> Result<GameStatistics, EvaluateError> {
        self.run(|solution, progress| solution.game_statistics(progress))
    }

    /// The distribution of the largest tile at the end of a game.
    ///
    /// # Errors
    /// As [`Solution::largest_tiles`].
    ///
    /// ```
    /// use mdp2048::{Game, Solve, Values};
    ///
    /// let solution = Game::builder().board(2, 2).target(32).build()?.solve()?;
    /// let tiles = solution.analyses().largest_tiles()?;
    /// assert!((tiles.at_least(32) - solution.start_value()).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn largest_tiles(self) -> Result<Distribution, EvaluateError> {
        self.run(|solution, progress| solution.largest_tiles(progress))
    }

    /// The exact value of any policy, and where it loses against the optimal one.
    ///
    /// # Errors
    /// As [`Solution::evaluate_policy`].
    ///
    /// ```
    /// use mdp2048::{Action, Board, Game, Solve, Values};
    ///
    /// let solution = Game::builder().board(2, 3).target(32).build()?.solve()?;
    /// // This policy prefers left, then down, then right, then up.
    /// let mut corner = |boards: &[Board], probabilities: &mut [[f64; 4]]| {
    ///     for (&board, probabilities) in boards.iter().zip(probabilities) {
    ///         let order = [Action::Left, Action::Down, Action::Right, Action::Up];
    ///         let action = order.into_iter().find(|&action| board.slide(action).is_some());
    ///         probabilities[action.map_or(0, Action::index)] = 1.0;
    ///     }
    /// };
    /// let found = solution.analyses().evaluate_policy(&mut corner)?;
    /// println!("wins {:.4}, optimal play {:?}", found.win, solution.win_probability());
    /// for state in &found.costliest {
    ///     let worst = state.worst;
    ///     let chosen = Action::ALL.into_iter().find(|it| worst.probabilities[it.index()] > 0.0);
    ///     println!("{}: {chosen:?} loses {}, best is {}", worst.board, worst.loss, worst.best);
    ///     assert_ne!(chosen, Some(worst.best));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate_policy(
        self,
        policy: &mut impl BatchedPolicy,
    ) -> Result<PolicyEvaluation, EvaluatePolicyError> {
        let limits = EvaluationLimits::default();
        self.run(|solution, progress| solution.evaluate_policy(policy, limits, progress))
    }

    /// Calls a function with every state, layer by layer; [`ControlFlow::Break`] stops the pass.
    ///
    /// # Errors
    /// As [`Solution::rows`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use mdp2048::{Game, Solve};
    ///
    /// let solution = Game::builder().board(2, 2).target(16).build()?.solve()?;
    /// let mut moves = 0.0;
    /// solution.analyses().rows(|row| {
    ///     moves += row.occupancy;
    ///     ControlFlow::Continue(())
    /// })?;
    /// let expected = solution.analyses().game_statistics()?.moves.mean();
    /// assert!((moves - expected).abs() < 1e-12, "a game makes one move in each state it visits");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rows(self, mut each: impl FnMut(StateRow) -> ControlFlow<()>) -> Result<(), SolveError> {
        self.run(|solution, progress| solution.rows(&mut each, progress))
    }

    fn run<T>(self, analysis: impl FnOnce(&Solution, ProgressCallback<'_>) -> T) -> T {
        self.progress.run(|progress| analysis(self.solution, progress))
    }
}
