//! What a packed policy says of a game that is not solved yet.

use std::collections::HashMap;

use mdp2048_display::{GameValue, Measure};
use mdp2048_model::{Discount, Game, Probability, Status, ValuedGame};
use mdp2048_rules::{Action, Board};

/// The games without discount of the packed policies that the page has, by name.
const PACKED: [&str; 6] =
    ["2x2_to_8", "2x2_to_16", "2x2_to_32", "3x3_to_256", "3x3_to_512", "3x3_to_1024"];

/// Whether the page has a packed policy of a game.
pub fn has_packed_policy(game: &Game) -> bool {
    let is_usual =
        game.discount() == Discount::NONE && game.spawn_four() == Probability::SPAWN_FOUR;
    is_usual && PACKED.contains(&game.name().as_str())
}

/// The entries of a packed policy, as far as they have been asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedAdvice {
    valued_game: ValuedGame,
    value_error: Option<f64>,
    // None if the policy does not cover the board.
    entries: HashMap<Board, Option<PackedEntry>>,
}

/// The entry of a packed policy for a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PackedEntry {
    /// The action, in the frame of the board.
    pub action: Action,
    /// V, if the policy holds values.
    pub value: Option<f64>,
}

/// The entry of a packed policy for people.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedAnswer {
    /// The best action.
    pub action: Action,
    /// V with its unit, if the policy holds values.
    pub text: Option<String>,
    /// What V is: `win probability`.
    pub name: &'static str,
    /// A sentence about the source and the accuracy.
    pub source: String,
}

impl PackedAdvice {
    /// No entries yet, of a policy whose values differ from the exact ones by at most
    /// `value_error`, in the game's unit; `None` if it holds no values.
    pub fn new(valued_game: ValuedGame, value_error: Option<f64>) -> Self {
        Self { valued_game, value_error, entries: HashMap::new() }
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        self.valued_game.game()
    }

    /// Adds the entry for a board.
    pub fn insert(&mut self, board: Board, entry: Option<PackedEntry>) {
        self.entries.insert(board, entry);
    }

    /// Whether the entry for a board has been asked for, or need not be: a board on which the game
    /// is over has none.
    pub fn knows(&self, board: Board) -> bool {
        self.game().status(board) != Status::Playing || self.entries.contains_key(&board)
    }

    /// The answer for a board: `None` if it has not been asked for, else `None` in it if the policy
    /// does not cover the board.
    pub fn answer(&self, board: Board) -> Option<Option<PackedAnswer>> {
        let entry = *self.entries.get(&board)?;
        let measure = Measure::of(&self.valued_game);
        let value = |entry: PackedEntry| {
            GameValue::within(&self.valued_game, entry.value?, self.value_error?)
        };
        let accuracy = self.value_error.map(|error| format!(": {}", measure.within(error)));
        let source = format!("From the packed policy{}.", accuracy.unwrap_or_default());
        Some(entry.map(|entry| PackedAnswer {
            action: entry.action,
            text: value(entry).map(GameValue::text),
            name: measure.name(),
            source,
        }))
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::Game;
    use mdp2048_rules::Shape;

    use super::*;

    #[test]
    fn an_entry_is_shown_with_its_accuracy() {
        let game = Game::reach(Shape::THREE_BY_THREE, 512).unwrap();
        assert!(has_packed_policy(&game));
        assert!(!has_packed_policy(&game.discounted(0.99).unwrap()));
        let mut advice = PackedAdvice::new(game.into(), Some(1e-4));
        let board = |hex| Board::from_hex(game.shape(), hex).unwrap();
        let (covered, other) = (board("010062033"), board("010052033"));
        assert_eq!(advice.answer(covered), None);
        let entry = PackedEntry { action: Action::Right, value: Some(0.736_8) };
        advice.insert(covered, Some(entry));
        advice.insert(other, None);
        assert!(advice.knows(covered) && advice.knows(other));
        let answer = advice.answer(covered).unwrap().unwrap();
        assert_eq!(answer.action, Action::Right);
        assert_eq!(answer.text.as_deref(), Some("73.68 %"));
        assert_eq!(answer.source, "From the packed policy: to within 0.01 points.");
        assert_eq!(advice.answer(other), Some(None));
    }
}
