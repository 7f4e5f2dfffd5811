//! The action that the optimal policy chooses in a state.

use mdp2048_model::{ActionValues, Valuation};
use mdp2048_rules::{Action, Board};

use crate::kernel::moves::{BoardLines, MoveEffects};

/// The action that the optimal policy chooses in a state.
pub(crate) struct ChosenAction<'a> {
    /// Makes the board of some line patterns.
    pub(super) board_of: &'a dyn Fn(BoardLines) -> Board,
    /// The line patterns of the representative of the state.
    pub(super) lines: BoardLines,
    /// The effects of the actions on that image.
    pub(super) effects: MoveEffects,
    /// The expected return of the state.
    pub(super) value: f64,
    /// The expected returns of the actions on that image; the numbers of actions that are not
    /// allowed mean nothing.
    pub(super) action_values: [f64; 4],
    /// The index of the action on that image.
    pub(super) action: usize,
    /// The points of the merges along the rows, and of those along the columns.
    pub(super) points: [f64; 2],
    /// The ranks of the afterstates of the actions that are allowed and do not end the game.
    pub(super) afterstates: [u32; 4],
}

impl ChosenAction<'_> {
    /// The representative of the state.
    pub(super) fn board(&self) -> Board {
        (self.board_of)(self.lines)
    }

    /// The action on that image.
    pub(super) const fn action(&self) -> Action {
        Action::ALL[self.action]
    }

    /// The points of the action's merges.
    pub(super) const fn points(&self) -> f64 {
        self.points[self.action / 2]
    }

    /// Whether the action makes the target.
    pub(super) const fn wins(&self) -> bool {
        self.effects.wins(self.action)
    }

    /// Q of each action on that image.
    pub(super) fn values(&self, valuation: Valuation) -> ActionValues {
        let value = |action| self.effects.allows(action).then_some(self.action_values[action]);
        ActionValues::new(std::array::from_fn(value), valuation)
    }
}
