//! The names of games: in URLs and file names, and in sentences.

use std::fmt;

use mdp2048_rules::{Board, Shape, ShapeError};

use crate::discount::Discount;
use crate::formation::Formation;
use crate::game::Game;
use crate::game_error::GameError;
use crate::objective::Objective;
use crate::probability::Probability;
use crate::short_number::ShortNumber;

impl Game {
    /// The formation with the board and the start boards of the game, if there is one.
    pub fn formation(&self) -> Option<Formation> {
        let is_of = |it: &Formation| it.starts().eq(self.given_starts());
        Formation::ALL.into_iter().filter(|_| self.shape().has_locked()).find(is_of)
    }

    /// The name in URLs and file names: `3x3_to_1024`, `3x3_score`, `3x3_to_512_moves`, `L3_to_512`.
    ///
    /// The name omits discount, spawn probability and start boards. The board of a game that has
    /// locked cells and is no [`Formation`] is its shape with hyphens: `..x-..._to_16`.
    pub fn name(&self) -> String {
        let target = self.target().map(|target| format!("_to_{target}")).unwrap_or_default();
        let facts = self.objective().facts();
        let objective =
            if facts.phrase.is_empty() { String::new() } else { format!("_{}", facts.name) };
        let board = match self.formation() {
            Some(formation) => formation.name().to_owned(),
            None => self.shape().to_string().replace('/', "-"),
        };
        format!("{board}{target}{objective}")
    }

    /// The game on a board that is named as [`Game::name`] begins: `3x3` or the name of a formation.
    /// The other parameters are those of [`Game::new`].
    ///
    /// # Errors
    /// [`GameError`] if there is no such board, or names the parameter that is out of range.
    ///
    /// ```
    /// use mdp2048::{Game, Objective};
    ///
    /// for board in ["3x3", "L3"] {
    ///     let game = Game::on_named_board(board, Objective::Win, Some(8), 1.0, 0.1)?;
    ///     assert_eq!(game.name(), format!("{board}_to_8"));
    /// }
    /// # Ok::<(), mdp2048::GameError>(())
    /// ```
    pub fn on_named_board(
        name: &str,
        objective: Objective,
        target: Option<u32>,
        discount: f64,
        spawn_four: f64,
    ) -> Result<Self, GameError> {
        let formation = Formation::named(name);
        let shape = match formation {
            Some(formation) => Some(formation.shape()),
            None => Shape::all().find(|shape| shape.to_string() == name),
        };
        let shape = shape.ok_or_else(|| ShapeError::Size(name.to_owned()))?;
        let starts: Vec<Board> = formation.iter().flat_map(Formation::starts).collect();
        Self::new_from(shape, objective, target, discount, spawn_four, &starts)
    }
}

impl fmt::Display for Game {
    /// Writes `3x3 to 1024` or `L3 to 512`, followed by the objective, the discount, the spawn
    /// probability and the start boards where they are unusual.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let formation = self.formation();
        match formation {
            Some(formation) => f.write_str(formation.name())?,
            None => write!(f, "{}", self.shape())?,
        }
        if let Some(target) = self.target() {
            write!(f, " to {target}")?;
        }
        let phrase = self.objective().facts().phrase;
        if !phrase.is_empty() {
            write!(f, ", {phrase}")?;
        }
        if self.discount() != Discount::NONE {
            write!(f, ", discount {}", ShortNumber(self.discount().get()))?;
        }
        if self.spawn_four() != Probability::SPAWN_FOUR {
            write!(f, ", a 4 with probability {}", ShortNumber(self.spawn_four().get()))?;
        }
        if formation.is_none() {
            for (number, board) in self.given_starts().enumerate() {
                write!(f, "{}{board}", if number == 0 { ", from " } else { " or " })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formations_are_games() {
        for formation in Formation::ALL {
            assert_eq!(formation.starts().count(), 2);
            assert!(formation.starts().all(|board| board.shape() == formation.shape()));
            let game = Game::builder().formation(formation).target(128).build().unwrap();
            assert_eq!(game.formation(), Some(formation));
            let named = Game::on_named_board(formation.name(), Objective::Win, Some(128), 1.0, 0.1);
            assert_eq!(named, Ok(game));
            assert_eq!(game.to_string(), format!("{} to 128", formation.name()));
            assert_eq!(game.name(), format!("{}_to_128", formation.name()));
            let free = formation.shape().to_string().matches('.').count();
            assert_eq!(free, if ["L3", "442"].contains(&formation.name()) { 10 } else { 12 });
        }
        let other = Game::on_named_board("2x3", Objective::Win, Some(32), 1.0, 0.1).unwrap();
        assert_eq!(other.to_string(), "2x3 to 32");
        let unknown = Game::on_named_board("L9", Objective::Win, Some(32), 1.0, 0.1).unwrap_err();
        assert!(unknown.to_string().contains("'L9'"), "{unknown}");
        let start = |name: &str| Formation::named(name).and_then(|it| it.starts().next());
        let texts =
            [("L3", "2 0 0 0/0 0 0 0/2 x x x/4 x x x"), ("ll", "2 0 0 0/0 0 0 0/4 2 x x/2 4 x x")];
        for (name, text) in texts {
            assert_eq!(start(name).unwrap().to_string(), text);
        }
        let other = Game::builder().shape(Formation::ALL[0].shape()).target(64).build().unwrap();
        assert_eq!(other.to_string(), "..../..../.xxx/.xxx to 64");
        assert_eq!(other.name(), "....-....-.xxx-.xxx_to_64");
    }
}
