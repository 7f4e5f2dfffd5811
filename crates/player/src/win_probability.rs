//! The win probability at a position of the replay.

use mdp2048_display::Percentage;
use mdp2048_model::{Discount, Outcome};

use crate::Player;
use crate::certain_win::certain_outcome;

impl Player {
    /// The win probability of the board shown; `None` if the policy file holds no value for it, or
    /// the value is not decoded yet.
    pub fn win_probability(&self) -> Option<Percentage> {
        match self.outcome() {
            Some(Outcome::Won) => return Some(Percentage::exact(1.0)),
            Some(Outcome::Lost) => return Some(Percentage::exact(0.0)),
            Some(Outcome::OffPolicy) | None => {}
        }
        let percentage = self.percentage(self.stored_value(self.cursor())?)?;
        let value = percentage.value();
        let is_probability = self.game().discount() == Discount::NONE;
        // A stored 0 or 1 may be rounded. A search can prove that it is exact.
        let proof = if is_probability && (value == 0.0 || value == 1.0) {
            certain_outcome(self.game(), self.policy()?, self.board())
        } else {
            None
        };
        Some(match proof {
            Some(is_won) => Percentage::exact(if is_won { 1.0 } else { 0.0 }),
            None => percentage,
        })
    }

    /// The value to plot at a visited position: 1 or 0 where the game is won or lost, else the
    /// stored value.
    pub(crate) fn plotted_value(&self, position: usize) -> Option<f64> {
        if position == self.last() {
            match self.visited_outcome() {
                Some(Outcome::Won) => return Some(1.0),
                Some(Outcome::Lost) => return Some(0.0),
                Some(Outcome::OffPolicy) | None => {}
            }
        }
        Some(self.percentage(self.stored_value(position)?)?.value())
    }
}
