//! A move that was a mistake, beside the best one.

use mdp2048_model::ValuedGame;
use mdp2048_rules::Action;

use crate::view::report::move_sentence;
use mdp2048_review::MoveReview;

/// A move of the line that is an inaccuracy or worse, before it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissedMove {
    /// The action that was played.
    pub played: Action,
    /// A best action.
    pub best: Action,
    /// Both with their values: `You played up (58.10 %): mistake, keeps 94.47 % of the chance. Best
    /// was left (61.50 %).`
    pub sentence: String,
}

impl MissedMove {
    /// The move, if it is a mistake.
    pub(crate) fn of(valued_game: &ValuedGame, reviewed: &MoveReview) -> Option<Self> {
        if !reviewed.grade.is_mistake() {
            return None;
        }
        let MoveReview { action: played, best, .. } = *reviewed;
        let sentence = format!("You played {}", move_sentence(valued_game, reviewed));
        Some(Self { played, best, sentence })
    }
}
