//! The states that cost an agent most.

use mdp2048_model::{KeyMap, Probability};
use mdp2048_rules::{Board, CanonicalState};

/// The number of states that are listed.
const LISTED: usize = 20;

/// A state and what it costs an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostlyState {
    /// The canonical board.
    pub board: Board,
    /// The probability that a game visits it or one of its images.
    pub occupancy: f64,
    /// The sum over the images of occupancy times expected regret.
    pub loss: f64,
}

/// The costliest states of the layers so far.
#[derive(Debug, Default)]
pub(super) struct CostlyStates {
    costliest: Vec<CostlyState>,
    /// The states of the layer, by the key of the canonical board.
    layer: KeyMap<CostlyState>,
}

impl CostlyStates {
    /// Adds a board of the layer.
    pub(super) fn add(&mut self, board: Board, occupancy: f64, loss: f64) {
        let board = CanonicalState::of(board).0.board();
        let none = CostlyState { board, occupancy: 0.0, loss: 0.0 };
        let state = self.layer.entry(board.key()).or_insert(none);
        state.occupancy += occupancy;
        state.loss += loss;
    }

    /// Keeps the costliest states of the layer.
    pub(super) fn end_layer(&mut self) {
        // The rounding errors of a sum of probabilities may exceed 1.
        let rounded = |state: CostlyState| CostlyState {
            occupancy: Probability::rounded(state.occupancy),
            ..state
        };
        self.costliest.extend(self.layer.drain().map(|(_, state)| rounded(state)));
        // States of equal loss are in the order of their boards.
        self.costliest
            .sort_unstable_by(|a, b| b.loss.total_cmp(&a.loss).then_with(|| a.board.cmp(&b.board)));
        self.costliest.truncate(LISTED);
    }

    /// The costliest states, the worst first.
    pub(super) fn costliest(self) -> Vec<CostlyState> {
        self.costliest.into_iter().filter(|state| state.loss > 0.0).collect()
    }
}
