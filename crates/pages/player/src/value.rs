//! The value at a position of the replay.

use mdp2048_display::{GameValue, Percentage, counted};
use mdp2048_model::{Discount, Outcome};

use crate::Player;
use crate::certain_win::certain_outcome;

impl Player {
    /// The value of the board shown; `None` if the policy file holds none for it, or it is not
    /// decoded yet.
    pub fn value(&self) -> Option<GameValue> {
        match self.outcome() {
            Some(Outcome::OffPolicy) | None => {}
            Some(outcome) => return Some(GameValue::at_end(self.game(), outcome == Outcome::Won)),
        }
        let value = self.held_value(self.cursor(), self.stored_value(self.cursor())?)?;
        let GameValue::Percentage(percentage) = value else { return Some(value) };
        // A stored 0 or 1 may be rounded. A search can prove that it is exact.
        let proof = if matches!(percentage.value(), 0.0 | 1.0) {
            certain_outcome(self.game(), self.policy()?, self.board())
        } else {
            None
        };
        Some(match proof {
            Some(is_won) => {
                GameValue::Percentage(Percentage::exact(if is_won { 1.0 } else { 0.0 }))
            }
            None => value,
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

    /// The number to plot at a visited position.
    pub(crate) fn plotted_value(&self, position: usize) -> Option<f64> {
        self.game_value(position).filter(|_| position <= self.furthest())
    }

    /// The number at a position: what the outcome is worth where the game ends, else the stored
    /// value.
    pub(crate) fn game_value(&self, position: usize) -> Option<f64> {
        if position == self.last() {
            match self.final_outcome() {
                Some(Outcome::OffPolicy) | None => {}
                Some(outcome) => {
                    return Some(GameValue::at_end(self.game(), outcome == Outcome::Won).value());
                }
            }
        }
        Some(self.value_at(position)?.value())
    }
}
