//! Formations: the usual sets of locked cells on a board of 4x4, with the boards that players start
//! from.
//!
//! In the real game, large tiles fill some cells and stay there, and a small game is played on the
//! free cells. Players name such a set of cells by the numbers of free cells in its rows, or by the
//! shape that the free cells form. The sets and their start boards are those of the program
//! 2048EndgameTablebase (its `patterns_config.json`, "valid pattern" and "seed boards").

use mdp2048_rules::{Board, Shape};

use crate::game::Game;

/// A usual set of locked cells, with the boards that games start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formation {
    name: &'static str,
    starts: [&'static str; 2],
}

impl Formation {
    /// The formations that have a name.
    pub const ALL: [Self; 5] = [
        Self {
            name: "L3",
            starts: ["2 0 0 0/0 0 0 0/2 x x x/4 x x x", "0 0 0 0/0 0 0 2/4 x x x/2 x x x"],
        },
        Self {
            name: "442",
            starts: ["2 0 0 0/0 0 0 0/4 2 x x/x x x x", "0 0 0 0/0 0 0 2/2 4 x x/x x x x"],
        },
        Self {
            name: "444",
            starts: ["2 0 0 0/0 0 0 0/0 0 0 0/x x x x", "0 0 0 0/0 0 0 2/0 0 0 0/x x x x"],
        },
        Self {
            name: "4431",
            starts: ["2 0 0 0/0 0 0 0/2 4 2 x/4 x x x", "0 0 0 0/0 0 0 2/2 4 2 x/4 x x x"],
        },
        Self {
            name: "LL",
            starts: ["2 0 0 0/0 0 0 0/4 2 x x/2 4 x x", "0 0 0 0/0 0 0 2/2 4 x x/4 2 x x"],
        },
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
        let is_of = |formation: &Self| formation.starts().eq(game.given_starts());
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
        self.starts.into_iter().filter_map(|board| board.parse().ok())
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
        let other = Game::builder().shape(Formation::ALL[0].shape()).target(64).build().unwrap();
        assert_eq!(other.to_string(), "..../..../.xxx/.xxx to 64");
        assert_eq!(other.name(), "000000000fff0fff_to_64");
    }
}
