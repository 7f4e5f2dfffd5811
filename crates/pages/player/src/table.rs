//! The visited part of the game as a table.

use mdp2048_display::GameValue;
use mdp2048_model::Outcome;

use crate::{MoveRow, Player};

impl Player {
    /// The row of a visited position: the position, the board, the action, or the outcome in the
    /// last row, and the value; `None` if there is no such row.
    pub fn table_row(&self, position: usize) -> Option<[String; 4]> {
        let (action, value) = self.action_and_value(position)?;
        let value_at = |position| self.action_and_value(position)?.1;
        let neighbours = [position.wrapping_sub(1), position.wrapping_add(1)].map(value_at);
        let value = match value {
            Some(value) => value.text_among(&neighbours),
            None => self.unknown_value_text().to_owned(),
        };
        Some([position.to_string(), self.game_at(position).1.to_string(), action, value])
    }

    /// The action of a visited position or the outcome, and the value.
    fn action_and_value(&self, position: usize) -> Option<(String, Option<GameValue>)> {
        Some(match self.visited_steps().get(position) {
            Some(step) => (step.advice.action.to_string(), self.value_at(position)),
            None => {
                let outcome = self.visited_outcome().filter(|_| position == self.last())?;
                let is_known = outcome != Outcome::OffPolicy;
                let value = GameValue::at_end(self.game(), outcome == Outcome::Won);
                (outcome.name().replace('_', " "), value.filter(|_| is_known))
            }
        })
    }

    /// The value of the board shown and those of its actions, with every digit that is known: a
    /// line for each.
    pub fn full_numbers(&self) -> String {
        let mut numbers = vec![(self.value_name(), self.value())];
        if self.compares_moves() {
            let of_row = |row: &MoveRow| (row.action.to_string(), row.value);
            numbers.extend(self.moves().iter().flatten().map(of_row));
        }
        let line = |(name, value): (String, Option<GameValue>)| {
            Some(format!("{name}: {}", value?.full_text()))
        };
        numbers.into_iter().filter_map(line).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use crate::PlayerEvent;
    use crate::testing::ready;
    use mdp2048_display::Reducer as _;

    #[test]
    fn the_table_has_a_row_for_each_visited_position() {
        let player = ready(16, 20)
            .after(PlayerEvent::Step)
            .after(PlayerEvent::Step)
            .after(PlayerEvent::Back);
        let first = ["0", "2 0/0 2", "up", "96.26 %"].map(str::to_owned);
        assert_eq!(player.table_row(0), Some(first));
        assert!(player.table_row(2).is_some() && player.table_row(3).is_none());
        let end = player.after(PlayerEvent::GoToEnd);
        assert_eq!(end.table_row(7), None);
        assert_eq!(end.table_row(6).unwrap()[2..], ["lost", "0 %"]);
    }

    #[test]
    fn neighbours_of_different_values_have_different_texts() {
        let player = ready(32, 47).after(PlayerEvent::GoToEnd);
        for position in 1..=player.last() {
            let values = [position - 1, position].map(|it| player.value_at(it));
            let [one, two] = [position - 1, position].map(|it| player.table_row(it).unwrap());
            if let [Some(before), Some(after)] = values {
                assert_eq!(before.value() == after.value(), one[3] == two[3], "{one:?} {two:?}");
            }
        }
    }

    #[test]
    fn full_numbers_have_every_known_digit() {
        let player = ready(16, 20).after(PlayerEvent::Step);
        let text = player.full_numbers();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("Win probability: exactly 0.961483"), "{lines:?}");
        let allowed = player.moves().unwrap().iter().filter(|it| it.value.is_some()).count();
        assert_eq!(lines.len(), 1 + allowed);
        let end = player.after(PlayerEvent::GoToEnd);
        assert_eq!(end.full_numbers().lines().count(), 1);
    }
}
