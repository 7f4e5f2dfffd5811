//! Formations: the usual sets of locked cells on a board of 4x4, with the boards that players start
//! from.
//!
//! In the real game, large tiles fill some cells and stay there, and a small game is played on the
//! free cells. Players name such a set of cells by the numbers of free cells in its rows, or by the
//! shape that the free cells form. The sets and their start boards are those of the program
//! 2048EndgameTablebase (its `patterns_config.json`, "valid pattern" and "seed boards").

use mdp2048_rules::{Board, Shape, ShapeError};

use crate::game::Game;
use crate::game_error::GameError;
use crate::objective::Objective;

/// A usual set of locked cells, with the boards that games start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formation {
    name: &'static str,
    // The keys of the boards, with `f` for a locked cell.
    starts: [u64; 2],
}

impl Formation {
    /// The formations that have a name.
    pub const ALL: [Self; 5] = [
        Self { name: "L3", starts: [0x1000_0000_1fff_2fff, 0x0000_0001_2fff_1fff] },
        Self { name: "442", starts: [0x1000_0000_21ff_ffff, 0x0000_0001_12ff_ffff] },
        Self { name: "444", starts: [0x1000_0000_0000_ffff, 0x0000_0001_0000_ffff] },
        Self { name: "4431", starts: [0x1000_0000_121f_2fff, 0x0000_0001_121f_2fff] },
        Self { name: "LL", starts: [0x1000_0000_21ff_12ff, 0x0000_0001_12ff_21ff] },
    ];

    /// The formation with this name, in upper or lower case.
    ///
    /// ```
    /// use mdp2048::Formation;
    ///
    /// let formation = Formation::named("l3").ok_or("no such formation")?;
    /// assert_eq!(formation.shape().to_string(), "..../..../.xxx/.xxx");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|formation| formation.name.eq_ignore_ascii_case(name))
    }

    /// The formation of a game with the same board and the same start boards.
    pub fn of(game: &Game) -> Option<Self> {
        let is_of = |it: &Self| it.starts.into_iter().eq(game.given_starts().map(Board::key));
        Self::ALL.into_iter().filter(|_| game.shape().has_locked()).find(is_of)
    }

    /// The name: `L3`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The board with the locked cells.
    pub fn shape(&self) -> Shape {
        self.starts().next().map_or(Shape::FOUR_BY_FOUR, Board::shape)
    }

    /// The boards that games start from.
    pub fn starts(&self) -> impl Iterator<Item = Board> {
        let board = |key| Board::from_key(Shape::FOUR_BY_FOUR, key)?.with_largest_locked().ok();
        self.starts.into_iter().filter_map(board)
    }
}

impl Game {
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
        let game = Self::new(shape, objective, target, discount, spawn_four)?;
        // The tiles of a start board are smaller than any target.
        Ok(formation.map_or(game, |formation| game.with_start_keys(formation.starts)))
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
            assert_eq!(Formation::of(&game), Some(formation));
            assert_eq!(game.to_string(), format!("{} to 128", formation.name()));
            assert_eq!(game.name(), format!("{}_to_128", formation.name()));
            let free = formation.shape().to_string().matches('.').count();
            assert_eq!(free, if ["L3", "442"].contains(&formation.name()) { 10 } else { 12 });
        }
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
