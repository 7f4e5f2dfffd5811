//! Every state of a solution with its values and occupancy, one row after another.

use std::ops::ControlFlow;

use mdp2048_model::{ActionValues, Valuation, Value};
use mdp2048_rules::{Board, CanonicalState};

use super::chosen::ChosenAction;
use super::forward::{ForwardVisitor, forward_pass};
use crate::Solution;
use crate::progress::{Progress, ProgressCallback, SolveError};

/// A state with its values and occupancy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateRow {
    /// The state.
    pub state: CanonicalState,
    /// V.
    pub value: Value,
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
        let valuation = self.valued_game().valuation();
        forward_pass(&mut &*self, &mut RowVisitor { each, valuation, progress, has_stopped: false })
    }
}

struct RowVisitor<'a> {
    each: &'a mut dyn FnMut(StateRow) -> ControlFlow<()>,
    valuation: Valuation,
    progress: ProgressCallback<'a>,
    has_stopped: bool,
}

impl ForwardVisitor<f64> for RowVisitor<'_> {
    const VISITS_EVERY_ACTION: bool = true;

    fn visit_state(&mut self, _: &mut dyn FnMut() -> Board, _: &mut f64) -> bool {
        !self.has_stopped
    }

    fn visit_action(&mut self, chosen: &ChosenAction<'_>, &occupancy: &f64) -> f64 {
        if !self.has_stopped {
            let (state, symmetry) = CanonicalState::of(chosen.board());
            let action_values = chosen.values(self.valuation).before(symmetry.inverse());
            let value = Value::new(chosen.value, self.valuation);
            let row = StateRow { state, value, action_values, occupancy };
            self.has_stopped = (self.each)(row) == ControlFlow::Break(());
        }
        1.0
    }

    fn report(&mut self, progress: Progress) -> ControlFlow<()> {
        if self.has_stopped { ControlFlow::Break(()) } else { (self.progress)(progress) }
    }
}
