//! Queries of a solution: values of positions, layers, and all states one after another.

use mdp2048_model::{Game, Rewards, Values};
use mdp2048_rules::{Board, CanonicalState, TileSum};

use crate::Solution;

/// The tile sum and the size of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerSummary {
    /// The tile sum of its states.
    pub sum: TileSum,
    /// The number of its states.
    pub states: u64,
}

impl Solution {
    /// The layers that have states, ascending by tile sum.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = LayerSummary> {
        self.layers.iter().map(|layer| LayerSummary {
            sum: TileSum::new(2 * layer.index.half_sum() as u32),
            states: layer.states.len(),
        })
    }

    /// Calls `visit` with every state and its value, layer by layer.
    ///
    /// The board is the symmetry image that the solver's index holds. [`CanonicalState::of`] gives
    /// the canonical one.
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

impl Values for Solution {
    fn game(&self) -> &Game {
        &self.game
    }

    fn rewards(&self) -> Rewards {
        self.rewards
    }

    fn value(&self, state: CanonicalState) -> Option<f64> {
        let board = state.board();
        if board.shape() != self.game.shape() {
            return None;
        }
        let code = self.codes.code(board)?;
        let at = self.layer_at(board.tile_sum().get() as usize / 2)?;
        self.layers[at].value(self.numbering(), code)
    }

    fn start_value(&self) -> f64 {
        self.start_value
    }
}
