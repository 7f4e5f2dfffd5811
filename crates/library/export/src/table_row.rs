//! The rows of the table of a solution, with values in the units in which people read them.

use mdp2048_model::{Valuation, Value};
use mdp2048_rules::{Action, CanonicalState};
use mdp2048_solve::{ProgressCallback, Solution, StateRow};

use crate::error::ExportError;

/// The row of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableRow {
    pub(crate) state: CanonicalState,
    /// V.
    pub(crate) value: Value,
    /// Q by [`Action::index`]; `None` where the action is not allowed.
    pub(crate) action_values: [Option<Value>; 4],
    /// The best actions as a sum of 1 for left, 2 for right, 4 for up and 8 for down.
    pub(crate) best: u8,
    /// The action of the optimal policy.
    pub(crate) action: Action,
    /// The probability that a game under the optimal policy visits the state.
    pub(crate) occupancy: f64,
}

/// Whether the rows of a solution have [`Value::loss`]: if the objective is to win, without
/// discount.
pub(crate) fn has_losses(solution: &Solution) -> bool {
    matches!(solution.valued_game().valuation(), Valuation::Probability | Valuation::Losing)
}

impl TableRow {
    fn of(row: &StateRow) -> Self {
        let values = row.action_values;
        let best = values.best().fold(0, |best, action| best | 1 << action.index());
        // The policy's action is the first of the best.
        let action = Action::ALL.get(u8::trailing_zeros(best) as usize);
        Self {
            state: row.state,
            value: row.value,
            action_values: Action::ALL.map(|action| values.get(action)),
            best,
            // `Solution::rows` gives states with an allowed action, so the default is never used.
            action: action.copied().unwrap_or(Action::Left),
            occupancy: row.occupancy,
        }
    }
}

/// Calls `write` with the row of every state, layer by layer.
pub(crate) fn for_each_row(
    solution: &Solution,
    progress: ProgressCallback<'_>,
    mut write: impl FnMut(&TableRow) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let mut rows = solution.rows()?;
    let mut reported = None;
    while let Some(row) = rows.next() {
        if rows.progress() != reported {
            reported = rows.progress();
            reported.map_or(Ok(()), |it| it.report(progress))?;
        }
        write(&TableRow::of(&row?))?;
    }
    Ok(())
}
