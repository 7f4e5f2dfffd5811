//! Fields for numbers, and why what is typed there cannot be used.

use mdp2048_display::{SeedField, decimal, game_title, whole_number};
use mdp2048_model::{Game, GameError};

use super::Exploration;
use super::change::sentence;
use crate::game_choice::with_spawn_four;

/// A field for a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberField {
    /// The discount of the game.
    Discount,
    /// The probability of a 4.
    SpawnFour,
    /// The score on the first board of the line.
    Score,
    /// The seed of a new game.
    Seed,
}

impl Exploration {
    /// Why the text that was typed into a field cannot be used, if that was the last input.
    pub fn refusal(&self, field: NumberField) -> Option<&str> {
        self.shown.refusal.as_ref().filter(|it| it.0 == field).map(|it| &*it.1)
    }

    /// Uses the number that was typed into a field.
    pub(super) fn type_number(&mut self, field: NumberField, text: &str) {
        let used = match field {
            NumberField::Discount => self.vary_game("discount", text, Game::discounted),
            NumberField::SpawnFour => self.vary_game("probability of a 4", text, with_spawn_four),
            NumberField::Score => self.type_score(text),
            NumberField::Seed => self.type_seed(text),
        };
        self.shown.refusal = used.err().map(|reason| (field, reason));
    }

    /// Chooses the game with another number.
    fn vary_game(
        &mut self,
        what: &str,
        text: &str,
        with: impl Fn(&Game, f64) -> Result<Game, GameError>,
    ) -> Result<(), String> {
        let number = decimal(text).ok_or_else(|| {
            let text = beginning(text);
            format!("The {what} '{text}' must be a decimal number, not negative, such as 0.1.")
        })?;
        let game = with(self.game(), number).map_err(|error| sentence(&error.to_string()))?;
        if game.target() != self.game().target() {
            // Without 4s, or with 4s only, other tiles are the largest.
            self.shown.note = Some(format!("The game is now {}.", game_title(&game)));
        }
        self.choose_game(game);
        Ok(())
    }

    fn type_score(&mut self, text: &str) -> Result<(), String> {
        self.shown.url.score = whole_number(&text.replace([',', ' '], "")).ok_or_else(|| {
            let text = beginning(text);
            format!("The score '{text}' must be a whole number up to 4294967295, such as 2712.")
        })?;
        Ok(())
    }

    fn type_seed(&mut self, text: &str) -> Result<(), String> {
        let field = SeedField::typed(text.to_owned());
        if let Some(seed) = field.seed() {
            self.begin_game(seed);
        }
        field.error_text().map_or(Ok(()), |reason| Err(reason.to_owned()))
    }
}

/// The beginning of a text that may be long.
fn beginning(text: &str) -> String {
    text.chars().take(20).collect()
}
