//! The visited part of the game as a table.

use mdp2048_display::GameValue;
use mdp2048_model::Outcome;

use crate::Player;

impl Player {
    /// The number of visited positions of which the move or the outcome is known.
    pub fn table_rows(&self) -> usize {
        self.visited_steps().len() + usize::from(self.visited_outcome().is_some())
    }

    /// The row of a visited position: the position, the board, the action, or the outcome in the
    /// last row, and the value; `None` if there is no such row.
    pub fn table_row(&self, position: usize) -> Option<[String; 4]> {
        let (action, value) = match self.visited_steps().get(position) {
            Some(step) => (step.advice.action.to_string(), self.value_at(position)),
            None => {
                let outcome = self.visited_outcome().filter(|_| position == self.last())?;
                let is_known = outcome != Outcome::OffPolicy;
                let value = GameValue::at_end(self.game(), outcome == Outcome::Won);
                (outcome.name().replace('_', " "), is_known.then_some(value))
            }
        };
        let value = match value {
            Some(value) => value.fine_text(),
            None => self.unknown_value_text().to_owned(),
        };
        Some([position.to_string(), self.game_at(position).1.to_string(), action, value])
    }
}

#[cfg(test)]
mod tests {
    use crate::PlayerEvent;
    use crate::testing::ready;

    #[test]
    fn the_table_has_a_row_for_each_visited_position() {
        let player = ready(16, 20)
            .after(PlayerEvent::Step)
            .after(PlayerEvent::Step)
            .after(PlayerEvent::Back);
        assert_eq!(player.table_rows(), 3);
        let first = ["0", "2 0/0 2", "up", "96.261 %"].map(str::to_owned);
        assert_eq!(player.table_row(0), Some(first));
        assert_eq!(player.table_row(3), None);
        let end = player.after(PlayerEvent::GoToEnd);
        assert_eq!((end.table_rows(), end.table_row(7)), (7, None));
        assert_eq!(end.table_row(6).unwrap()[2..], ["lost", "0 %"]);
    }
}
