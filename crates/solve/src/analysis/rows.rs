//! All that there is to say of each state, one state after the other.

use std::ops::ControlFlow;

use mdp2048_model::ActionValues;
use mdp2048_rules::CanonicalState;

use super::forward::Traveller;
use super::state_view::Here;
use crate::Solution;
use crate::progress::{Progress, ProgressCallback, SolveError};

/// What there is to say of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The state.
    pub state: CanonicalState,
    /// V in the unit of the solution's rewards.
    pub value: f64,
    /// Q of each action, in the canonical frame.
    pub action_values: ActionValues,
    /// The probability that a game under the optimal policy visits the state.
    pub occupancy: f64,
}

impl Solution {
    /// Calls `each` with every state, layer by layer, in an order of the solver's own but always the
    /// same; only three layers' occupancies are held at a time.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if `each` or `watch` breaks.
    pub fn rows(
        &self,
        each: &mut dyn FnMut(Row) -> ControlFlow<()>,
        watch: ProgressCallback<'_>,
    ) -> Result<(), SolveError> {
        self.flow(&mut Teller { each, watch, has_stopped: false })
    }
}

struct Teller<'a> {
    each: &'a mut dyn FnMut(Row) -> ControlFlow<()>,
    watch: ProgressCallback<'a>,
    has_stopped: bool,
}

impl Traveller<f64> for Teller<'_> {
    fn meets(&mut self, here: &Here<'_>, &mut occupancy: &mut f64) -> bool {
        if self.has_stopped {
            return false;
        }
        let (state, action_values) = here.canonical();
        let row = Row { state, value: here.value, action_values, occupancy };
        self.has_stopped = (self.each)(row) == ControlFlow::Break(());
        true
    }

    fn watches(&mut self, progress: Progress) -> ControlFlow<()> {
        if self.has_stopped { ControlFlow::Break(()) } else { (self.watch)(progress) }
    }
}
