//! Queries of one board, of layers, and of all states one after another.

use mdp2048_model::{ActionValues, Value, ValuedGame, Values, action_values};
use mdp2048_rules::{Board, CanonicalState};

use crate::Solution;
use crate::half_sum::HalfSum;
use crate::solution::totals::LayerSummary;

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
    /// use mdp2048::{Game, Solver};
    ///
    /// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
    /// let mut certain = 0;
    /// solution.for_each(|_, value| certain += u64::from(value.get() == 1.0));
    /// assert!((1..solution.states()).contains(&certain));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each(&self, mut visit: impl FnMut(Board, Value)) {
        let tables = self.tables();
        for layer in &self.layers {
            let boards = layer.index.boards(self.numbering(), layer.states.words(), 0);
            for ((_, parts), value) in boards.zip(layer.values.iter()) {
                visit(tables.board(tables.lines(parts)), self.valued_game().value(value));
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

impl Values for Solution {
    fn valued_game(&self) -> &ValuedGame {
        &self.totals.valued_game
    }

    fn expected_return(&self, state: CanonicalState) -> Option<f64> {
        let board = state.board();
        if board.shape() != self.game().shape() {
            return None;
        }
        let code = self.codes.code(board)?;
        let at = self.layer_at(HalfSum::of(board))?;
        self.layers[at].value(self.numbering(), code)
    }

    fn action_values(&self, state: CanonicalState) -> Option<ActionValues> {
        action_values(self, state)
    }

    fn start_return(&self) -> f64 {
        self.totals.start_return
    }
}
