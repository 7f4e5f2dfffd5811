//! The habits of the optimal policy: one forward pass that looks at every board on which it moves.

use mdp2048_model::{Habits, Valuation};

use super::chosen::ChosenAction;
use super::forward::{ForwardVisitor, forward_pass};
use super::passes_over::PassesOver;
use crate::Solution;
use crate::progress::SolveError;

impl PassesOver<'_, &Solution> {
    /// Where the large tiles of this solution's policy lie, which merges it puts off, and how often
    /// one action alone is good: expected visits of a game, exact to rounding.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if the function that is called on progress breaks;
    /// [`SolveError::Contradiction`] if the solution contradicts itself.
    ///
    /// ```
    /// use mdp2048::{Game, Solver};
    ///
    /// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
    /// let habits = solution.passes().habits()?;
    /// let visits: f64 = habits.rows().map(|(_, row)| row.visits()).sum();
    /// assert!((visits - solution.passes().visits()?).abs() < 1e-12);
    /// assert_eq!(habits.rows().last().map(|(largest, _)| largest.face()), Some(8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn habits(self) -> Result<Habits, SolveError> {
        let valuation = self.solved.valued_game().valuation();
        let mut visitor = HabitsVisitor { habits: Habits::default(), valuation };
        self.progress.run(|it| forward_pass(&mut &*self.solved, &mut visitor, it))?;
        Ok(visitor.habits)
    }
}

/// Adds each board with its action.
struct HabitsVisitor {
    habits: Habits,
    valuation: Valuation,
}

impl ForwardVisitor<f64> for HabitsVisitor {
    fn visit_action(&mut self, chosen: &ChosenAction<'_>, &visits: &f64) -> f64 {
        self.habits.add(chosen.board(), chosen.action(), visits, &chosen.values(self.valuation));
        1.0
    }
}
