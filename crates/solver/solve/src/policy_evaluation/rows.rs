//! Every state of a solution with its values and occupancy, one row after another.

use std::mem;

use mdp2048_model::{ActionValues, Valuation, Value};
use mdp2048_rules::{Action, Board, CanonicalState};

use super::chosen::ChosenAction;
use super::forward::{FollowingPass, ForwardVisitor};
use crate::Solution;
use crate::allocate::{self, AllocationError, Array};
use crate::progress::{Progress, SolveError};

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

impl StateRow {
    /// The canonical board of the state.
    pub const fn board(&self) -> Board {
        self.state.board()
    }

    /// The action of the optimal policy on that board.
    pub fn best(&self) -> Option<Action> {
        self.action_values.choice()
    }
}

impl Solution {
    /// Every state with its values and occupancy, layer by layer.
    ///
    /// The order within a layer is that of the solver's index, so repeated calls give the same
    /// order. The rows of one layer are held at a time, some 140 bytes for each of its states, and
    /// the occupancies of three.
    ///
    /// # Errors
    /// [`SolveError::Contradiction`] if the solution lacks a start state, and a lack of memory. The
    /// iterator ends after its first error.
    ///
    /// ```
    /// use mdp2048::{Game, Solver};
    ///
    /// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
    /// let mut visits = 0.0;
    /// for row in solution.rows()? {
    ///     visits += row?.occupancy;
    /// }
    /// assert!((visits - solution.passes().visits()?).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rows(&self) -> Result<StateRows<'_>, SolveError> {
        let pass = FollowingPass::from_starts(&mut &*self)?;
        let rows = Array::default();
        Ok(StateRows { solution: self, pass, rows, next: 0, progress: None, has_failed: false })
    }
}

/// The rows of a solution; [`Solution::rows`] begins them.
pub struct StateRows<'a> {
    solution: &'a Solution,
    pass: FollowingPass<f64>,
    /// The rows of a layer, of which `next` comes next.
    rows: Array<StateRow>,
    next: usize,
    progress: Option<Progress>,
    has_failed: bool,
}

impl StateRows<'_> {
    /// The progress including the layer of the last row; `None` before the first row.
    pub const fn progress(&self) -> Option<Progress> {
        self.progress
    }

    /// Makes the rows of the next layer. Returns whether there is one.
    fn next_layer(&mut self) -> Result<bool, SolveError> {
        let valuation = self.solution.valued_game().valuation();
        self.rows.clear();
        let rows = mem::take(&mut self.rows);
        let mut visitor = RowVisitor { valuation, rows, failed: Ok(()) };
        let has_layer = self.pass.load_layer(&mut &*self.solution, &mut visitor)?.is_some();
        visitor.failed?;
        (self.rows, self.next) = (visitor.rows, 0);
        if has_layer {
            self.progress = Some(self.pass.progress(&self.solution));
        }
        Ok(has_layer)
    }
}

impl Iterator for StateRows<'_> {
    type Item = Result<StateRow, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(&row) = self.rows.get(self.next) {
                self.next += 1;
                return Some(Ok(row));
            }
            if self.has_failed {
                return None;
            }
            match self.next_layer() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.has_failed = true;
                    return Some(Err(error));
                }
            }
        }
    }
}

/// Collects the rows of a layer.
struct RowVisitor {
    valuation: Valuation,
    rows: Array<StateRow>,
    failed: Result<(), AllocationError>,
}

impl ForwardVisitor<f64> for RowVisitor {
    const VISITS_EVERY_ACTION: bool = true;

    fn visit_action(&mut self, chosen: &ChosenAction<'_>, &occupancy: &f64) -> f64 {
        if self.failed.is_ok() {
            let (state, symmetry) = CanonicalState::of(chosen.board());
            let action_values = chosen.values(self.valuation).before(symmetry.inverse());
            let value = Value::new(chosen.value, self.valuation);
            let row = StateRow { state, value, action_values, occupancy };
            self.failed = allocate::push(&mut self.rows, row);
        }
        1.0
    }
}
