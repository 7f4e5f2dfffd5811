//! The four places of the actions of a position.

use mdp2048_model::Status;
use mdp2048_rules::Action;

use super::{Exploration, ExploreEvent};
use crate::estimates::EstimatedRow;
use crate::url::Mode;
use crate::view::ValueRow;
use mdp2048_review::Grade;

/// The place of an action, which it has whether it is allowed or not.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveSlot {
    /// The action.
    pub action: Action,
    /// Whether it is allowed now.
    pub is_allowed: bool,
    /// What it is worth, if that is known and shown.
    pub worth: Option<Worth>,
}

/// What an action is worth.
#[derive(Clone, Debug, PartialEq)]
pub enum Worth {
    /// By a solution.
    Exact(ValueRow),
    /// By the learned agent.
    Estimated(EstimatedRow),
}

impl Worth {
    /// How good the action is.
    pub const fn grade(&self) -> Grade {
        match self {
            Self::Exact(row) => row.grade,
            Self::Estimated(row) => row.grade,
        }
    }
}

impl Exploration {
    /// The four places in the order left, right, up, down; none on a board on which the game is
    /// over.
    pub fn slots(&self) -> Vec<MoveSlot> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let board = self.line().board();
        // While the program plays, the reader sees what its move is worth, and may choose another.
        let is_open = self.pending().is_none() || self.mode() == Mode::Along;
        let is_playing = self.game().status(board) == Status::Playing && is_open;
        let shown = self.shows_values() && is_playing;
        let exact = self.values().filter(|_| shown).map(|it| it.rows).unwrap_or_default();
        let estimates = self.estimates().filter(|_| shown).map(|it| it.rows).unwrap_or_default();
        let exact = exact.into_iter().map(|row| (row.action, Worth::Exact(row)));
        let estimates = estimates.into_iter().map(|row| (row.action, Worth::Estimated(row)));
        let mut worths: Vec<_> = exact.chain(estimates).collect();
        let slot = |action: Action| MoveSlot {
            action,
            is_allowed: is_playing && self.game().act(board, action).is_some(),
            worth: worths.extract_if(.., |it| it.0 == action).next().map(|it| it.1),
        };
        Action::ALL.into_iter().map(slot).collect()
    }

    /// The event of a press on the place of an action: while a game is played, it plays the action;
    /// else it shows what can happen next.
    pub fn press(&self, action: Action) -> ExploreEvent {
        match self.mode() {
            Mode::Play | Mode::Along => ExploreEvent::Act(action),
            Mode::Edit => ExploreEvent::ShowNext(action),
        }
    }
}
