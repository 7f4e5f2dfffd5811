//! A move that was a mistake, beside the best one.

use mdp2048_display::Measure;
use mdp2048_model::ValuedGame;
use mdp2048_rules::Action;

use crate::MoveReview;

/// A move of the line that is an inaccuracy or worse, before it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissedMove {
    /// The action that was played.
    pub played: Action,
    /// A best action.
    pub best: Action,
    /// Both with their values: `You played up (58.10 %); best was left (61.50 %).`
    pub sentence: String,
}

impl MissedMove {
    /// The move, if it is a mistake.
    pub(crate) fn of(valued_game: &ValuedGame, reviewed: &MoveReview) -> Option<Self> {
        if !reviewed.grade.is_mistake() {
            return None;
        }
        let measure = Measure::of(valued_game);
        let shown = |value: f64| measure.named(valued_game.measured(value));
        let MoveReview { action: played, best, value, regret, .. } = *reviewed;
        let (after, before) = (shown(value - regret), shown(value));
        let sentence = format!("You played {played} ({after}); best was {best} ({before}).");
        Some(Self { played, best, sentence })
    }
}
