//! The parameters of a game.

use std::fmt;

use mdp2048_rules::{Action, Afterstate, Board, Exponent, Shape, ShapeError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The factor per move, above 0 and at most 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Discount(f64);

impl Discount {
    /// No discount: the value of the reach objective is the win probability.
    pub const NONE: Self = Self(1.0);

    /// A discount.
    ///
    /// # Errors
    /// [`GameError::Discount`] unless it is above 0 and at most 1.
    pub fn new(discount: f64) -> Result<Self, GameError> {
        if discount > 0.0 && discount <= 1.0 {
            Ok(Self(discount))
        } else {
            Err(GameError::Discount(discount))
        }
    }

    /// The factor, above 0 and at most 1.
    pub const fn get(self) -> f64 {
        self.0
    }
}

/// A probability, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Probability(f64);

impl Probability {
    /// The usual probability that a random tile is a 4.
    pub const SPAWN_FOUR: Self = Self(0.1);

    /// A probability, or `None` outside 0..=1.
    pub fn new(probability: f64) -> Option<Self> {
        (0.0..=1.0).contains(&probability).then_some(Self(probability))
    }

    /// The probability, 0 to 1.
    pub const fn get(self) -> f64 {
        self.0
    }
}

/// What is maximised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Objective {
    /// Reaching the target tile: winning after n moves is worth discount^n.
    Win,
}

impl Objective {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
        }
    }
}

/// How a board stands in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A target tile is on the board.
    Won,
    /// No action changes the board.
    Lost,
    /// The player is to act.
    Playing,
}

/// A game: the board, the objective and the chances.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "GameRecord", into = "GameRecord")]
pub struct Game {
    shape: Shape,
    objective: Objective,
    // From 8, and no larger than the largest tile that the board and the spawns allow.
    target: Exponent,
    discount: Discount,
    spawn_four: Probability,
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum GameError {
    /// Not a board shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The target is not a power of two, or too small.
    #[error("{0} is not a target: choose a power of two from 8, for example 512")]
    Target(u32),
    /// The target cannot be made on this board.
    #[error("{target} cannot be reached on {shape}{}: the largest reachable tile is {largest}", spawns(*.fours))]
    Unreachable {
        /// The target asked for.
        target: u32,
        /// The board.
        shape: Shape,
        /// Whether fours may appear.
        fours: bool,
        /// The largest face that can be reached.
        largest: u32,
    },
    /// The target is beyond what a packed board holds.
    #[error(
        "{0} is beyond this program's boards: four bits a cell hold tiles up to 32768, so choose a target up to that"
    )]
    Unrepresentable(u32),
    /// The discount is out of range.
    #[error("discount {0} is out of range: it must be above 0 and at most 1")]
    Discount(f64),
    /// The probability of a 4 is out of range.
    #[error("spawn probability {0} of a 4 is out of range: it must be from 0 to 1")]
    SpawnFour(f64),
}

fn spawns(fours: bool) -> &'static str {
    if fours { "" } else { " when no 4 ever appears" }
}

impl Game {
    /// The game of reaching a target face without discount, with the usual random tiles.
    ///
    /// # Errors
    /// [`GameError`] if the target cannot be reached on the board.
    pub fn reach(shape: Shape, target: u32) -> Result<Self, GameError> {
        Self::new(shape, target, 1.0, Probability::SPAWN_FOUR.get())
    }

    /// The game of reaching a target face, with a discount in (0, 1] and a probability in [0, 1]
    /// that a random tile is a 4.
    ///
    /// # Errors
    /// [`GameError`] says which parameter is out of range, and what the range is.
    pub fn new(
        shape: Shape,
        target: u32,
        discount: f64,
        spawn_four: f64,
    ) -> Result<Self, GameError> {
        let discount = Discount::new(discount)?;
        let spawn_four = Probability::new(spawn_four).ok_or(GameError::SpawnFour(spawn_four))?;
        if target < 8 || !target.is_power_of_two() {
            return Err(GameError::Target(target));
        }
        // Filling a board with one tile of each size, from 4 (or 2) up, is the most it can hold
        // just before the last merges.
        let fours = spawn_four.get() > 0.0;
        let largest = 1u32 << (shape.cells() as u32 + u32::from(fours));
        if target > largest {
            return Err(GameError::Unreachable { target, shape, fours, largest });
        }
        let target = Exponent::from_face(target).map_err(|_| GameError::Unrepresentable(target))?;
        Ok(Self { shape, objective: Objective::Win, target, discount, spawn_four })
    }

    /// Rows and columns.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// What is maximised.
    pub const fn objective(&self) -> Objective {
        self.objective
    }

    /// The tile to reach.
    pub const fn target(&self) -> Exponent {
        self.target
    }

    /// The factor per move.
    pub const fn discount(&self) -> Discount {
        self.discount
    }

    /// The probability that a random tile is a 4.
    pub const fn spawn_four(&self) -> Probability {
        self.spawn_four
    }

    /// Whether a board is won, lost or in play.
    ///
    /// # Panics
    /// If the board is of another shape.
    pub fn status(&self, board: Board) -> Status {
        assert_eq!(board.shape(), self.shape, "the board is of the game's shape");
        if board.largest() >= self.target {
            Status::Won
        } else if board.can_move() {
            Status::Playing
        } else {
            Status::Lost
        }
    }

    /// What an action leads to before the random tile, or `None` if it is not allowed.
    pub fn act(&self, board: Board, action: Action) -> Option<Acted> {
        board.slide(action).map(|slide| {
            if slide.largest_merge >= self.target {
                Acted::Wins(slide.after)
            } else {
                Acted::Continues(slide.after)
            }
        })
    }
}

/// The result of an action, before the random tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acted {
    /// The target was made.
    Wins(Afterstate),
    /// The game goes on with a random tile.
    Continues(Afterstate),
}

impl Acted {
    /// The board before the random tile.
    pub const fn after(self) -> Afterstate {
        match self {
            Self::Wins(after) | Self::Continues(after) => after,
        }
    }
}

impl fmt::Display for Game {
    /// Writes `3x3 to 1024`, with the discount and the spawn probability where they are unusual.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.shape, self.target)?;
        if self.discount != Discount::NONE {
            write!(f, ", discount {}", self.discount.get())?;
        }
        if self.spawn_four != Probability::SPAWN_FOUR {
            write!(f, ", a 4 with probability {}", self.spawn_four.get())?;
        }
        Ok(())
    }
}

/// A game as it stands in file headers; checked when read.
#[derive(Serialize, Deserialize)]
struct GameRecord {
    rows: u8,
    cols: u8,
    objective: Objective,
    target_exponent: u8,
    discount: f64,
    spawn_four: f64,
}

impl TryFrom<GameRecord> for Game {
    type Error = GameError;

    fn try_from(record: GameRecord) -> Result<Self, GameError> {
        let shape = Shape::new(record.rows, record.cols)?;
        let Objective::Win = record.objective;
        let target = 1u32.checked_shl(record.target_exponent.into()).unwrap_or(0);
        Self::new(shape, target, record.discount, record.spawn_four)
    }
}

impl From<Game> for GameRecord {
    fn from(game: Game) -> Self {
        Self {
            rows: game.shape.rows() as u8,
            cols: game.shape.cols() as u8,
            objective: game.objective,
            target_exponent: game.target.get(),
            discount: game.discount.get(),
            spawn_four: game.spawn_four.get(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_would_do() {
        let check = |target, discount, spawn_four, message: &str| {
            let error = Game::new(Shape::THREE_BY_THREE, target, discount, spawn_four).unwrap_err();
            assert_eq!(error.to_string(), message);
        };
        check(100, 1.0, 0.1, "100 is not a target: choose a power of two from 8, for example 512");
        check(4, 1.0, 0.1, "4 is not a target: choose a power of two from 8, for example 512");
        check(2048, 1.0, 0.1, "2048 cannot be reached on 3x3: the largest reachable tile is 1024");
        check(
            1024,
            1.0,
            0.0,
            "1024 cannot be reached on 3x3 when no 4 ever appears: the largest reachable tile is 512",
        );
        check(64, 0.0, 0.1, "discount 0 is out of range: it must be above 0 and at most 1");
        check(64, f64::NAN, 0.1, "discount NaN is out of range: it must be above 0 and at most 1");
        check(64, 1.0, 1.5, "spawn probability 1.5 of a 4 is out of range: it must be from 0 to 1");
        let large = Game::reach(Shape::FOUR_BY_FOUR, 65536).unwrap_err();
        assert!(matches!(large, GameError::Unrepresentable(65536)));
    }

    #[test]
    fn games_are_shown_with_what_is_unusual() {
        let game = Game::new(Shape::TWO_BY_TWO, 8, 0.99, 0.25).unwrap();
        assert_eq!(game.to_string(), "2x2 to 8, discount 0.99, a 4 with probability 0.25");
    }
}
