//! The policy that results from the choices of the reader.

use crate::Frame;
use mdp2048_model::{Advice, PlainSolution, Policy};
use mdp2048_rules::{Board, CanonicalState};

use crate::page::Settings;

/// The optimal policy, except in the states where the reader has chosen an action.
pub(crate) struct ReaderPolicy<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) values: &'a PlainSolution,
}

impl Policy for ReaderPolicy<'_> {
    fn advise(&self, board: Board) -> Option<Advice> {
        let advice = self.values.advise(board)?;
        let chosen = self.settings.overrides.get(&self.settings.frame.board(board));
        let action = match (chosen, self.settings.frame) {
            (None, _) => advice.action,
            (Some(&action), Frame::Shown) => action,
            (Some(&action), Frame::Canonical) => {
                CanonicalState::of(board).1.inverse().action(action)
            }
        };
        Some(Advice { action, ..advice })
    }
}
