//! The value at a position of the replay.

use mdp2048_display::{GameValue, Percentage, counted};
use mdp2048_model::{Discount, Outcome};

use crate::Player;
use crate::certain_win::CertainOutcome;

/// Whether a value is a win probability of 0 or 1, perhaps rounded.
pub(crate) fn is_certain(value: GameValue) -> bool {
    matches!(value, GameValue::Percentage(it) if matches!(it.value(), 0.0 | 1.0))
}

/// The win probability of an outcome that is certain, without rounding.
pub(crate) fn certain(value: GameValue) -> GameValue {
    GameValue::Percentage(Percentage::exact(value.value()))
}

impl Player {
    /// The value of the board shown; `None` if the policy file holds none for it, or it is not
    /// decoded yet.
    pub fn value(&self) -> Option<GameValue> {
        self.reached_value(self.cursor())
    }

    /// The value at a position before the last.
    pub(crate) fn value_at(&self, position: usize) -> Option<GameValue> {
        let value = self.held_value(position, self.stored_value(position)?)?;
        let is_proven = is_certain(value) && position >= self.certain_from();
        Some(if is_proven { certain(value) } else { value })
    }

    /// The position from which on the outcome is proven to be certain, as far as the moves come from
    /// the policy file. A stored 0 or 1 may be rounded.
    pub(crate) fn certain_from(&self) -> usize {
        let last = self.last();
        let (Some(policy), Some(outcome)) = (self.policy(), self.timeline.outcome) else {
            return last;
        };
        *self.timeline.certain_from.get_or_init(|| {
            let mut proof = CertainOutcome::new(self.game(), policy, outcome == Outcome::Won);
            let is_proven = |&position: &usize| {
                let value = self.stored_value(position);
                let value = value.and_then(|value| self.held_value(position, value));
                value.is_some_and(is_certain) && proof.holds(self.game_at(position).1)
            };
            let of_file = (0..last).rev().filter(|&it| self.move_source(it).is_none());
            of_file.take_while(is_proven).last().unwrap_or(last)
        })
    }

    /// What to add to the value of the board shown: `about 1 in 12`, or what a discounted value
    /// means, `as a certain win in 33 moves`.
    pub fn remark(&self) -> Option<String> {
        let value = self.value()?;
        let discount = self.game().discount();
        if discount == Discount::NONE || self.outcome().is_some() {
            return value.remark();
        }
        // The moves after which a certain win has the value.
        let moves = value.value().log10() / discount.get().log10();
        let moves = moves.is_finite().then(|| counted(moves.round() as u64, "move"))?;
        Some(format!("as a certain win in {moves}"))
    }

    /// Whether the game is nearly certain to be won, so that its file holds probabilities of losing.
    pub(crate) fn is_losing(&self) -> bool {
        self.policy().is_some_and(|policy| policy.valued_game.is_losing())
    }

    /// The number to plot at a visited position: the probability of losing where the game is nearly
    /// certain to be won, else the value.
    pub(crate) fn plotted_value(&self, position: usize) -> Option<f64> {
        let value = self.reached_value(position).filter(|_| position <= self.furthest())?;
        if self.is_losing() { value.loss() } else { Some(value.value()) }
    }

    /// The value at a position: what the outcome is worth where the game ends, else the stored
    /// value.
    pub(crate) fn reached_value(&self, position: usize) -> Option<GameValue> {
        if position == self.last() {
            match self.timeline.outcome {
                Some(Outcome::OffPolicy) | None => {}
                Some(outcome) => return GameValue::at_end(self.game(), outcome == Outcome::Won),
            }
        }
        self.value_at(position)
    }
}
