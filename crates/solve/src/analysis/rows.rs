//! Every state of a solution with its values and occupancy, one row after another.

use std::ops::ControlFlow;

use mdp2048_model::ActionValues;
use mdp2048_rules::CanonicalState;

use super::forward::ForwardVisitor;
use super::state_view::StateView;
use crate::Solution;
use crate::progress::{Progress, ProgressCallback, SolveError};
use crate::solution::contradiction::Contradiction;

/// A state with its values and occupancy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateRow {
    /// The state.
    pub state: CanonicalState,
    /// V in the unit of the solution's rewards.
    pub value: f64,
    /// Q of each action on the canonical board.
    pub action_values: ActionValues,
    /// The probability that a game under the optimal policy visits the state.
    pub occupancy: f64,
}

impl Solution {
    /// Calls `each` with every state, layer by layer.
    ///
    /// The order within a layer is that of the solver's index, so repeated calls give the same
    /// order. Occupancies are held for three layers at a time.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if `each` or `progress` breaks; [`SolveError::Contradiction`] if
    /// the solution contradicts itself.
    pub fn rows(
        &self,
        each: &mut dyn FnMut(StateRow) -> ControlFlow<()>,
        progress: ProgressCallback<'_>,
    ) -> Result<(), SolveError> {
        self.forward_pass(&mut RowVisitor { each, progress, has_stopped: false })
    }
}

struct RowVisitor<'a> {
    each: &'a mut dyn FnMut(StateRow) -> ControlFlow<()>,
    progress: ProgressCallback<'a>,
    has_stopped: bool,
}

impl ForwardVisitor<f64> for RowVisitor<'_> {
    fn visit_state(
        &mut self,
        view: &StateView<'_>,
        &mut occupancy: &mut f64,
    ) -> Result<bool, Contradiction> {
        if self.has_stopped {
            return Ok(false);
        }
        let (state, action_values) = view.canonical()?;
        let row = StateRow { state, value: view.value, action_values, occupancy };
        self.has_stopped = (self.each)(row) == ControlFlow::Break(());
        Ok(true)
    }

    fn report(&mut self, progress: Progress) -> ControlFlow<()> {
        if self.has_stopped { ControlFlow::Break(()) } else { (self.progress)(progress) }
    }
}
