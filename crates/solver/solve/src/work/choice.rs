//! The best actions of a work folder, on canonical boards.

use mdp2048_model::{Game, Rewards, ValuedGame};
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::index::codes::Numbering;
use crate::index::inner::AnyInnerRanks;
use crate::kernel::tables::BoardTables;

use super::layer::Layer;

/// Finds the actions of states in the layers of a work folder.
pub(super) struct Choices<'a> {
    pub(super) game: &'a Game,
    rewards: Rewards,
    numbering: Numbering<'a, AnyInnerRanks>,
    tables: &'a BoardTables<u64>,
}

impl<'a> Choices<'a> {
    /// Returns the choices of a game.
    pub(super) fn new(
        valued_game: &'a ValuedGame,
        numbering: Numbering<'a, AnyInnerRanks>,
        tables: &'a BoardTables<u64>,
    ) -> Self {
        Self { game: valued_game.game(), rewards: valued_game.rewards(), numbering, tables }
    }

    /// Returns the state of a board of a layer and its action there; `None` if it is no state.
    ///
    /// Of several best actions that lead to the same state, the folder has the first on the image
    /// that the index holds.
    pub(super) fn action(&self, layer: &Layer, board: Board) -> Option<(CanonicalState, Action)> {
        let code = self.numbering.codes.code(board)?;
        let action = layer.action(layer.index.bit_index(self.numbering, code))?;
        // The action is that of the symmetry image with the least code.
        let image = self.tables.board(self.tables.lines(self.numbering.codes.parts(code)));
        let (state, symmetry) = CanonicalState::of(image);
        let action = symmetry.action(action);
        // Several actions that win may be equally good. The policy chooses the first on the
        // canonical board; the folder has the first on the image.
        let won = |action| {
            let result = self.game.act(state.board(), action).filter(|result| result.wins)?;
            Some(self.rewards.winning(result.points.into()))
        };
        let chosen = won(action);
        let is_as_good = |&other: &Action| won(other) == chosen;
        let first = Action::ALL.into_iter().find(is_as_good).filter(|_| chosen.is_some());
        Some((state, first.unwrap_or(action)))
    }

    /// Returns the choice of the optimal policy for a board of a layer, on the canonical board.
    pub(super) fn choice(&self, layer: &Layer, board: Board) -> Option<(CanonicalState, Action)> {
        let (state, action) = self.action(layer, board)?;
        let result = |action| {
            let result = self.game.act(state.board(), action).filter(|result| !result.wins)?;
            Some(CanonicalState::of(result.after.board()).0)
        };
        // Actions that lead to the same afterstate are worth the same: its tiles say how many
        // points the action makes.
        let chosen = result(action);
        let is_as_good = |&other: &Action| result(other) == chosen;
        let first = Action::ALL.into_iter().find(is_as_good).filter(|_| chosen.is_some());
        Some((state, first.unwrap_or(action)))
    }
}
