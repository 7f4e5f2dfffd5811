//! The habits of the optimal policy: one forward pass that looks at every board on which it moves.

use std::ops::ControlFlow;

use mdp2048_model::{Habits, Valuation};

use super::chosen::ChosenAction;
use super::forward::{ForwardVisitor, forward_pass};
use crate::Solution;
use crate::progress::{Progress, ProgressCallback, SolveError};

impl Solution {
    /// Where the large tiles of this solution's policy lie, which merges it puts off, and how often
    /// one action alone is good: expected visits of a game, exact to rounding.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if `progress` breaks; [`SolveError::Contradiction`] if the
    /// solution contradicts itself.
    ///
    /// ```
    /// use mdp2048::solve::Solver;
    /// use mdp2048::{Game, ignore_progress};
    ///
    /// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
    /// let habits = solution.habits(&mut ignore_progress)?;
    /// let visits: f64 = habits.rows().map(|(_, row)| row.visits()).sum();
    /// assert!((visits - solution.visits()?).abs() < 1e-12);
    /// assert_eq!(habits.rows().last().map(|(largest, _)| largest.face()), Some(8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn habits(&self, progress: ProgressCallback<'_>) -> Result<Habits, SolveError> {
        let valuation = self.valued_game().valuation();
        let mut visitor = HabitsVisitor { habits: Habits::default(), valuation, progress };
        forward_pass(&mut &*self, &mut visitor)?;
        Ok(visitor.habits)
    }
}

/// Adds each board with its action.
struct HabitsVisitor<'a> {
    habits: Habits,
    valuation: Valuation,
    progress: ProgressCallback<'a>,
}

impl ForwardVisitor<f64> for HabitsVisitor<'_> {
    fn visit_action(&mut self, chosen: &ChosenAction<'_>, &visits: &f64) -> f64 {
        self.habits.add(chosen.board(), chosen.action(), visits, &chosen.values(self.valuation));
        1.0
    }

    fn report(&mut self, progress: Progress) -> ControlFlow<()> {
        (self.progress)(progress)
    }
}
