//! The parameters of a game.

use std::fmt;

use mdp2048_rules::{Action, Afterstate, Board, Exponent, Shape, ShapeError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Objective, Rewards};

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
    // From 8, and no larger than the largest tile that the board and the spawns allow. Always there
    // with the objectives that are about reaching it.
    target: Option<Exponent>,
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
    /// The objective is about reaching a target, and there is none.
    #[error("the {} objective is about reaching a target: choose one, for example 512", .0.name())]
    NoTarget(Objective),
    /// The objective has no discount.
    #[error("a discount goes with the win objective only, not with {}", .0.name())]
    DiscountedObjective(Objective),
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
        Self::new(shape, Objective::Win, Some(target), 1.0, Probability::SPAWN_FOUR.get())
    }

    /// The game with an objective, a target face that ends it (or none), a discount in (0, 1] and
    /// a probability in [0, 1] that a random tile is a 4.
    ///
    /// # Errors
    /// [`GameError`] says which parameter is out of range, and what the range is.
    pub fn new(
        shape: Shape,
        objective: Objective,
        target: Option<u32>,
        discount: f64,
        spawn_four: f64,
    ) -> Result<Self, GameError> {
        let discount = Discount::new(discount)?;
        let spawn_four = Probability::new(spawn_four).ok_or(GameError::SpawnFour(spawn_four))?;
        if objective != Objective::Win && discount != Discount::NONE {
            return Err(GameError::DiscountedObjective(objective));
        }
        if objective.needs_target() && target.is_none() {
            return Err(GameError::NoTarget(objective));
        }
        let target = target.map(|target| checked_target(shape, target, spawn_four)).transpose()?;
        Ok(Self { shape, objective, target, discount, spawn_four })
    }

    /// Rows and columns.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// What is maximised.
    pub const fn objective(&self) -> Objective {
        self.objective
    }

    /// The tile that ends the game, if any.
    pub const fn target(&self) -> Option<Exponent> {
        self.target
    }

    /// The name in links and file names: `3x3_to_1024`, `3x3_score`, `3x3_to_512_moves`.
    ///
    /// Discount and spawn probability are not part of it.
    pub fn name(&self) -> String {
        let target = self.target.map(|target| format!("_to_{target}")).unwrap_or_default();
        let objective = match self.objective {
            Objective::Win => String::new(),
            other => format!("_{}", other.name()),
        };
        format!("{}{target}{objective}", self.shape)
    }

    /// One more than the largest exponent on a state: every exponent is a digit in this base.
    pub fn radix(&self) -> u8 {
        let largest = largest_exponent(self.shape, self.spawn_four) as u8;
        self.target.map_or((largest + 1).min(16), Exponent::get)
    }

    /// What an optimal policy maximises the expected sum of.
    pub const fn rewards(&self) -> Rewards {
        self.objective.rewards(self.discount)
    }

    /// Whether making this tile ends the game.
    pub fn ends_with(&self, tile: Exponent) -> bool {
        self.target.is_some_and(|target| tile >= target)
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
        if self.ends_with(board.largest()) {
            Status::Won
        } else if board.can_move() {
            Status::Playing
        } else {
            Status::Lost
        }
    }

    /// What an action leads to before the random tile, or `None` if it is not allowed.
    pub fn act(&self, board: Board, action: Action) -> Option<Acted> {
        board.slide(action).map(|slide| Acted {
            after: slide.after,
            points: slide.points,
            wins: self.ends_with(slide.largest_merge),
        })
    }
}

/// The largest exponent that can be made on a board.
///
/// Filling the board with one tile of each size, from 4 (or 2) up, is the most it can hold just
/// before the last merges.
fn largest_exponent(shape: Shape, spawn_four: Probability) -> u32 {
    shape.cells() as u32 + u32::from(spawn_four.get() > 0.0)
}

fn checked_target(
    shape: Shape,
    target: u32,
    spawn_four: Probability,
) -> Result<Exponent, GameError> {
    if target < 8 || !target.is_power_of_two() {
        return Err(GameError::Target(target));
    }
    let largest = 1 << largest_exponent(shape, spawn_four);
    if target > largest {
        let fours = spawn_four.get() > 0.0;
        return Err(GameError::Unreachable { target, shape, fours, largest });
    }
    Exponent::from_face(target).map_err(|_| GameError::Unrepresentable(target))
}

/// The result of an action, before the random tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acted {
    /// The board after the slide.
    pub after: Afterstate,
    /// The sum of the faces of the tiles made by merging.
    pub points: u32,
    /// Whether the target was made, which ends the game.
    pub wins: bool,
}

impl fmt::Display for Game {
    /// Writes `3x3 to 1024`, with the objective, the discount and the spawn probability where they
    /// are unusual.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.shape)?;
        if let Some(target) = self.target {
            write!(f, " to {target}")?;
        }
        f.write_str(match self.objective {
            Objective::Win => "",
            Objective::Score => ", highest score",
            Objective::Moves => ", most moves",
            Objective::Fewest => ", fewest moves",
        })?;
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
    // 0 for no target.
    target_exponent: u8,
    discount: f64,
    spawn_four: f64,
}

impl TryFrom<GameRecord> for Game {
    type Error = GameError;

    fn try_from(record: GameRecord) -> Result<Self, GameError> {
        let shape = Shape::new(record.rows, record.cols)?;
        let target = match record.target_exponent {
            0 => None,
            exponent => Some(1u32.checked_shl(exponent.into()).unwrap_or(0)),
        };
        Self::new(shape, record.objective, target, record.discount, record.spawn_four)
    }
}

impl From<Game> for GameRecord {
    fn from(game: Game) -> Self {
        Self {
            rows: game.shape.rows() as u8,
            cols: game.shape.cols() as u8,
            objective: game.objective,
            target_exponent: game.target.map_or(0, Exponent::get),
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
            let shape = Shape::THREE_BY_THREE;
            let error = Game::new(shape, Objective::Win, Some(target), discount, spawn_four);
            let error = error.unwrap_err();
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
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Win, Some(8), 0.99, 0.25).unwrap();
        assert_eq!(game.to_string(), "2x2 to 8, discount 0.99, a 4 with probability 0.25");
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap();
        assert_eq!(game.to_string(), "2x2, highest score");
        assert_eq!(game.name(), "2x2_score");
        assert_eq!(Game::reach(Shape::THREE_BY_THREE, 512).unwrap().name(), "3x3_to_512");
    }

    #[test]
    fn objectives_go_with_what_they_are_about() {
        let game = |objective, target, discount| {
            Game::new(Shape::TWO_BY_TWO, objective, target, discount, 0.1)
        };
        for objective in [Objective::Win, Objective::Fewest] {
            assert_eq!(game(objective, None, 1.0), Err(GameError::NoTarget(objective)));
        }
        for objective in [Objective::Score, Objective::Moves, Objective::Fewest] {
            let error = GameError::DiscountedObjective(objective);
            assert_eq!(game(objective, Some(8), 0.5), Err(error));
        }
        assert_eq!(game(Objective::Score, None, 1.0).unwrap().radix(), 6);
        assert_eq!(game(Objective::Score, Some(8), 1.0).unwrap().radix(), 3);
    }
}
