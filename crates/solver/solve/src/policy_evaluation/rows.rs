//! Every state of a solution with its values and occupancy, one row after another.

use std::mem;
use std::vec;

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
    /// order. The rows of one layer are held at a time, and the occupancies of three.
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
    /// assert!((visits - solution.visits()?).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rows(&self) -> Result<StateRows<'_>, SolveError> {
        let pass = FollowingPass::from_starts(&mut &*self)?;
        let layer = Vec::new().into_iter();
        Ok(StateRows { solution: self, pass, layer, progress: None, has_failed: false })
    }
}

/// The rows of a solution; [`Solution::rows`] begins them.
pub struct StateRows<'a> {
    solution: &'a Solution,
    pass: FollowingPass<f64>,
    /// The rows of the layer that are still to come.
    layer: vec::IntoIter<StateRow>,
    progress: Option<Progress>,
    has_failed: bool,
}

impl StateRows<'_> {
    /// The progress including the layer of the last row; `None` before the first row.
    pub const fn progress(&self) -> Option<Progress> {
        self.progress
    }

    /// The rows of the next layer; `None` after the last one.
    fn next_layer(&mut self) -> Result<Option<Vec<StateRow>>, SolveError> {
        let valuation = self.solution.valued_game().valuation();
        let mut visitor = RowVisitor { valuation, rows: Array::default(), failed: Ok(()) };
        if self.pass.load_layer(&mut &*self.solution, &mut visitor)?.is_none() {
            return Ok(None);
        }
        visitor.failed?;
        self.progress = Some(self.pass.progress(&self.solution));
        Ok(Some(mem::take(&mut *visitor.rows)))
    }
}

impl Iterator for StateRows<'_> {
    type Item = Result<StateRow, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.layer.next() {
                return Some(Ok(row));
            }
            if self.has_failed {
                return None;
            }
            match self.next_layer() {
                Ok(layer) => self.layer = layer?.into_iter(),
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
