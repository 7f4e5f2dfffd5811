//! Queries of a solution: values of positions, layers, and all states one after another.

use mdp2048_model::{ActionValues, ValuedGame, Values, action_values};
use mdp2048_rules::{Action, Board, CanonicalState};

use super::contradiction::Contradiction;
use super::totals::LayerSummary;
use crate::Solution;
use crate::half_sum::HalfSum;
use crate::options::Precision;
use crate::residual::{Residual, tolerance};

impl Solution {
    /// The layers that have states, ascending by tile sum.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = LayerSummary> {
        self.totals.layers.iter().copied()
    }

    /// Calls `visit` with every state and its value, layer by layer.
    ///
    /// The board is the symmetry image that the solver's index holds. [`CanonicalState::of`] gives
    /// the canonical one.
    ///
    /// ```
    /// use mdp2048::{Game, Solve};
    ///
    /// let solution = Game::builder().board(2, 2).target(16).build()?.solve()?;
    /// let mut certain = 0;
    /// solution.for_each(|_, value| certain += u64::from(value == 1.0));
    /// assert!((1..solution.states()).contains(&certain));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each(&self, mut visit: impl FnMut(Board, f64)) {
        let tables = self.tables();
        for layer in &self.layers {
            let boards = layer.index.boards(self.numbering(), layer.states.words(), 0);
            for ((_, parts), value) in boards.zip(layer.values.iter()) {
                visit(tables.board(tables.lines(parts)), value);
            }
        }
    }

    /// The states of a layer, ascending. `layer` is its position in [`Solution::layers`].
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn states_of(&self, layer: usize) -> Vec<CanonicalState> {
        let tables = self.tables();
        let layer = &self.layers[layer];
        let boards = layer.index.boards(self.numbering(), layer.states.words(), 0);
        let board = |parts| tables.board(tables.lines(parts));
        let mut states: Vec<_> =
            boards.map(|(_, parts)| CanonicalState::of(board(parts)).0).collect();
        states.sort_unstable();
        states
    }
}

impl Solution {
    /// Checks that the solution has a state, its value and its successors. If so, it has the action
    /// values of the state.
    ///
    /// # Errors
    /// The contradiction between a game that reaches the state and the solution.
    pub fn check_state(&self, state: CanonicalState) -> Result<(), Contradiction> {
        let value = self.value(state).ok_or(Contradiction::Missing(state))?;
        let board = state.board();
        let results = Action::ALL.into_iter().filter_map(|action| self.game().act(board, action));
        for result in results.filter(|result| !result.wins) {
            for (board, _) in self.game().spawns(result.after) {
                let (successor, _) = CanonicalState::of(board);
                if board.can_move() && self.value(successor).is_none() {
                    return Err(Contradiction::Missing(successor));
                }
            }
        }
        let values = action_values(self, state).and_then(|values| values.value());
        let best = values.ok_or(Contradiction::NoState(state))?;
        let residual = Residual::between(value, best, self.totals.precision);
        if residual.relative > tolerance(self.game(), self.totals.precision) {
            return Err(Contradiction::Value(state));
        }
        Ok(())
    }

    /// Checks that the start value is the mean of the values of the start states.
    pub(crate) fn check_start_value(&self) -> Result<(), Contradiction> {
        let starts = self.game().starts();
        let mut mean = 0.0;
        for start in &starts {
            let lost = start.is_lost().then(|| self.rewards().lost);
            let value = self.value(start.state).or(lost);
            mean += start.probability * value.ok_or(Contradiction::Missing(start.state))?;
        }
        let residual = Residual::between(self.totals.start_value, mean, Precision::Double);
        if residual.relative > starts.len() as f64 * f64::EPSILON {
            return Err(Contradiction::StartValue);
        }
        Ok(())
    }
}

impl Values for Solution {
    fn valued_game(&self) -> &ValuedGame {
        &self.totals.valued_game
    }

    fn value(&self, state: CanonicalState) -> Option<f64> {
        let board = state.board();
        if board.shape() != self.game().shape() {
            return None;
        }
        let code = self.codes.code(board)?;
        let at = self.layer_at(HalfSum::of(board))?;
        self.layers[at].value(self.numbering(), code)
    }

    /// As defined for all values, and `None` where V is not the largest Q, which
    /// [`Solution::check_state`] explains.
    fn action_values(&self, state: CanonicalState) -> Option<ActionValues> {
        let values = action_values(self, state)?;
        let residual =
            Residual::between(self.value(state)?, values.value()?, self.totals.precision);
        (residual.relative <= tolerance(self.game(), self.totals.precision)).then_some(values)
    }

    fn start_value(&self) -> f64 {
        self.totals.start_value
    }
}
