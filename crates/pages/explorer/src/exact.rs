//! The exact values of the smallest games.

use mdp2048_model::{ExactGame, ExactSolution, Game};
use mdp2048_rules::{Action, Board, CanonicalState};

/// The win probabilities of a board and its actions as fractions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fractions {
    /// The value of the board, such as `770009003/800000000`.
    pub value: String,
    actions: [Option<String>; 4],
}

impl Fractions {
    /// The most cells of a board whose values are computed as fractions, which takes a moment only.
    const MOST_CELLS: usize = 4;

    /// Whether the values of a game are computed as fractions.
    pub fn has(game: &Game) -> bool {
        game.objective().counts_wins() && game.shape().cells() <= Self::MOST_CELLS
    }

    /// Computes the values of a board; `None` if no game reaches it, or the game is too large.
    pub fn of(game: &Game, board: Board) -> Option<Self> {
        if !Self::has(game) {
            return None;
        }
        let solution = ExactSolution::solve(&ExactGame::of(game).ok()?);
        let (state, symmetry) = CanonicalState::of(board);
        let canonical = solution.action_values(state)?;
        let text = |action: Action| {
            canonical[symmetry.action(action).index()].as_ref().map(ToString::to_string)
        };
        Some(Self { value: solution.value(state)?.to_string(), actions: Action::ALL.map(text) })
    }

    /// The value of an action; `None` if it is not allowed.
    pub fn of_action(&self, action: Action) -> Option<&str> {
        self.actions[action.index()].as_deref()
    }
}
