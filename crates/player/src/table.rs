//! The visited part of the game as a table.

use mdp2048_display::Percentage;
use mdp2048_model::Outcome;

use crate::Player;

impl Player {
    /// One row for each visited position: the position, the board, the action, or the outcome in
    /// the last row, and the win probability.
    pub fn table(&self) -> Vec<[String; 4]> {
        let rows = self.visited_steps().iter().enumerate().map(|(position, step)| {
            let percentage = step.advice.value.and_then(|value| self.percentage(value));
            let probability = match percentage {
                Some(percentage) => percentage.fine_text(),
                None => self.unknown_value_text().to_owned(),
            };
            let action = step.advice.action.to_string();
            [position.to_string(), step.board.to_string(), action, probability]
        });
        let last_row = self.visited_outcome().map(|outcome| {
            let probability = match outcome {
                Outcome::Won => Percentage::exact(1.0).fine_text(),
                Outcome::Lost => Percentage::exact(0.0).fine_text(),
                Outcome::OffPolicy => "not held".to_owned(),
            };
            let outcome = outcome.name().replace('_', " ");
            [self.last().to_string(), self.last_board().to_string(), outcome, probability]
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
