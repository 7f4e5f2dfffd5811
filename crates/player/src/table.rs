//! The visited part of the game as a table.

use mdp2048_display::GameValue;
use mdp2048_model::Outcome;

use crate::Player;

impl Player {
    /// One row for each visited position: the position, the board, the action, or the outcome in
    /// the last row, and the value.
    pub fn table(&self) -> Vec<[String; 4]> {
        let rows = self.visited_steps().iter().enumerate().map(|(position, step)| {
            let value = step.advice.value.and_then(|value| self.held_value(position, value));
            let value = match value {
                Some(value) => value.fine_text(),
                None => self.unknown_value_text().to_owned(),
            };
            let action = step.advice.action.to_string();
            [position.to_string(), step.board.to_string(), action, value]
        });
        let last_row = self.visited_outcome().map(|outcome| {
            let value = match outcome {
                Outcome::OffPolicy => "not held".to_owned(),
                _ => GameValue::at_end(self.game(), outcome == Outcome::Won).fine_text(),
            };
            let outcome = outcome.name().replace('_', " ");
            [self.last().to_string(), self.last_board().to_string(), outcome, value]
        });
        rows.chain(last_row).collect()
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
        let table = player.table();
        assert_eq!(table.len(), 2);
        assert_eq!(player.after(PlayerEvent::GoToEnd).table()[6][2], "lost");
        assert_eq!(table[0], ["0", "2 0/0 2", "up", "96.261 %"].map(str::to_owned));
    }
}
