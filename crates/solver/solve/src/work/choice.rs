//! The best actions of a work folder, on canonical boards.

use mdp2048_rules::{Action, Board, CanonicalState};

use crate::board_index::codes::Numbering;
use crate::policy_evaluation::source::{LayerSource as _, LayerView};

use super::solved_folder::SolvedFolder;

impl SolvedFolder {
    /// The state of a board of a layer that is loaded, and its action there; `None` if it is no
    /// state.
    ///
    /// Of several best actions that lead to the same state, the folder has the first on the image
    /// that the index holds.
    pub(super) fn stored_action(
        &self,
        at: usize,
        board: Board,
    ) -> Option<(CanonicalState, Action)> {
        let LayerView { index, states, actions, .. } = self.layer(at);
        let numbering = Numbering { codes: self.codes(), ranks: self.ranks() };
        let code = numbering.codes.code(board)?;
        let action = actions?.get(states, index.bit_index(numbering, code))?;
        // The action is that of the symmetry image with the least code.
        let image = self.tables.board(self.tables.lines(numbering.codes.parts(code)));
        let (state, symmetry) = CanonicalState::of(image);
        // Several actions that win may be equally good. The policy chooses the first on the
        // canonical board; the folder has the first on the image.
        let rewards = self.valued_game().rewards();
        let action = first_as_good(symmetry.action(action), |action| {
            let result = self.game().act(state.board(), action).filter(|result| result.wins)?;
            Some(rewards.winning(result.points.into()))
        });
        Some((state, action))
    }

    /// The choice of the optimal policy for a board of a layer that is loaded, on the canonical
    /// board.
    pub(super) fn choice(&self, at: usize, board: Board) -> Option<Action> {
        let (state, action) = self.stored_action(at, board)?;
        // Actions that lead to the same afterstate are worth the same: its tiles say how many
        // points the action makes.
        Some(first_as_good(action, |action| {
            let result = self.game().act(state.board(), action).filter(|result| !result.wins)?;
            Some(CanonicalState::of(result.after.board()).0)
        }))
    }
}

/// The first action with the same result as `chosen`; `chosen` if that has no such result.
fn first_as_good<T: PartialEq>(chosen: Action, result: impl Fn(Action) -> Option<T>) -> Action {
    let Some(best) = result(chosen) else { return chosen };
    let is_as_good = |&action: &Action| result(action).as_ref() == Some(&best);
    Action::ALL.into_iter().find(is_as_good).unwrap_or(chosen)
}
