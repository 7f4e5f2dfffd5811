//! The rows of a solution's table, in the units a reader measures in.

use std::ops::ControlFlow;

use mdp2048_model::{Objective, Values as _};
use mdp2048_rules::{Action, CanonicalState};
use mdp2048_solve::{ProgressCallback, Solution, StateRow};

use crate::ExportError;

/// What stands in the table about a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub(crate) state: CanonicalState,
    /// A probability (or its discounted kin), points or moves; infinite for the fewest moves where
    /// winning is not certain.
    pub(crate) value: f64,
    /// In the same unit, by [`Action::index`]; `None` where the action is not allowed.
    pub(crate) action_values: [Option<f64>; 4],
    /// The best actions, a bit for each: 1 left, 2 right, 4 up, 8 down.
    pub(crate) best: u8,
    /// The action that the policy takes.
    pub(crate) action: Action,
    /// The probability that a game under the policy visits the state.
    pub(crate) occupancy: f64,
}

impl Record {
    fn of(objective: Objective, row: &StateRow) -> Self {
        // What is maximised for the fewest moves is minus their number.
        let sign = if objective == Objective::Fewest { -1.0 } else { 1.0 };
        let values = row.action_values;
        Self {
            state: row.state,
            value: sign * row.value,
            action_values: Action::ALL.map(|action| values.get(action).map(|value| sign * value)),
            best: values.best().map(|action| 1 << action.index()).sum(),
            // A state has an allowed action.
            action: values.choice().unwrap_or(Action::Left),
            occupancy: row.occupancy,
        }
    }
}

/// Calls `write` with the record of every state, layer by layer.
pub(crate) fn records(
    solution: &Solution,
    watch: ProgressCallback<'_>,
    mut write: impl FnMut(&Record) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let objective = solution.game().objective();
    let mut written = Ok(());
    let mut each = |row: StateRow| {
        written = write(&Record::of(objective, &row));
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let told = solution.rows(&mut each, watch);
    // What failed first is what stopped the rows.
    written?;
    Ok(told?)
}
