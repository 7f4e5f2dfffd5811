//! A part of a solution: a few of its layers, for queries.

use mdp2048_model::{ActionValues, ValuedGame, Values, action_values};
use mdp2048_rules::CanonicalState;

use crate::Solution;

/// The layers of a solution that a query about states of one tile sum needs.
///
/// It answers queries as the whole [`Solution`] does; states of other layers have no value. A file
/// or an analysis needs all layers, so it has neither: this does not compile.
///
/// ```compile_fail,E0599
/// fn write(window: &mdp2048::SolutionWindow) {
///     let _ = window.write(Vec::new());
/// }
/// ```
#[derive(Clone, Debug)]
pub struct SolutionWindow(Solution);

impl SolutionWindow {
    /// Returns the window of a solution of which only some layers were read.
    pub(crate) const fn new(part: Solution) -> Self {
        Self(part)
    }

    /// A bound on the error of every value relative to it, as [`Solution::value_error`].
    pub fn value_error(&self) -> f64 {
        self.0.value_error()
    }

    /// A bound of the relative error of every value, as [`Solution::relative_bound`].
    pub fn relative_bound(&self) -> f64 {
        self.0.relative_bound()
    }
}

impl Values for SolutionWindow {
    fn valued_game(&self) -> &ValuedGame {
        self.0.valued_game()
    }

    fn expected_return(&self, state: CanonicalState) -> Option<f64> {
        self.0.expected_return(state)
    }

    /// The digits are those of [`Solution::action_values_of`].
    fn action_values(&self, state: CanonicalState) -> Option<ActionValues> {
        // Of states of other layers, boards that follow may be missing.
        action_values(self, state)?;
        self.0.action_values_of(&[state]).pop().flatten()
    }

    fn start_return(&self) -> f64 {
        self.0.start_return()
    }
}
