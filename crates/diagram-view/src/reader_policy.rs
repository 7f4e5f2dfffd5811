//! The policy of the reader.

use mdp2048_diagram::Frame;
use mdp2048_model::{Advice, PlainSolution, Policy};
use mdp2048_rules::{Board, CanonicalState};

use crate::Settings;

/// The optimal policy with the actions that the reader has replaced.
pub(crate) struct ReaderPolicy<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) values: &'a PlainSolution,
}

impl Policy for ReaderPolicy<'_> {
    fn advise(&self, board: Board) -> Option<Advice> {
        let advice = self.values.advise(board)?;
        let replaced = self.settings.overrides.get(&self.settings.frame.board(board));
        let action = match (replaced, self.settings.frame) {
            (None, _) => advice.action,
            (Some(&action), Frame::Shown) => action,
            (Some(&action), Frame::Canonical) => {
                CanonicalState::of(board).1.inverse().action(action)
            }
        };
        Some(Advice { action, ..advice })
    }
}
