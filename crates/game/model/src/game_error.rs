//! The errors of game parameters.

use mdp2048_rules::{Board, Shape, ShapeError};
use thiserror::Error;

use crate::given_starts::MOST_STARTS;
use crate::objective::Objective;
use crate::short_number::ShortNumber;

/// A combination of parameters that is not a game.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The numbers of rows and columns are not a board shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The target is not a power of two, or it is below 8.
    #[error("{0} is not a target: choose a power of two from 8, for example 512")]
    Target(u32),
    /// The target cannot be made on this board.
    #[error(
        "{target} cannot be reached on {shape}{}: the largest reachable tile is {largest}",
        if *.fours { "" } else { " when no 4 ever appears" }
    )]
    Unreachable {
        /// The target that was given.
        target: u32,
        /// The board shape.
        shape: Shape,
        /// Whether a random tile may be a 4.
        fours: bool,
        /// The largest face that can be reached.
        largest: u32,
    },
    /// The target is above the largest tile that a packed board can hold.
    #[error(
        "{0} is beyond this program's boards: four bits a cell hold tiles up to 32768, \
         so choose a target up to that"
    )]
    Unrepresentable(u32),
    /// A tile that can be made is as large as a locked one.
    #[error("beside locked cells, tiles are at most 16384: choose a target up to that")]
    LockedTarget,
    /// There are too many start boards.
    #[error("{0} start boards are too many: give at most {MOST_STARTS}")]
    Starts(usize),
    /// A start board has another shape.
    #[error("the start board {board} is not a {shape} board: give one with these cells")]
    StartShape {
        /// The start board.
        board: Board,
        /// The board shape of the game.
        shape: Shape,
    },
    /// A start board is won or lost.
    #[error("no move is left on the start board {0}: give one without the target that has moves")]
    StartEnded(Board),
    /// The objective needs a target, and there is none.
    #[error("the {0} objective is about reaching a target: choose one, for example 512")]
    NoTarget(Objective),
    /// The objective has no discount.
    #[error("a discount goes with the win objective only, not with {0}")]
    DiscountedObjective(Objective),
    /// The probability of losing has no discount.
    #[error("a discount does not go with values that are probabilities of losing")]
    DiscountedLosing,
    /// The discount is out of range.
    #[error("discount {} is out of range: it must be above 0 and at most 1", ShortNumber(*.0))]
    Discount(f64),
    /// The probability of a 4 is out of range.
    #[error(
        "spawn probability {} of a 4 is out of range: it must be 0, 1 or from 0.000001 to 0.999999",
        ShortNumber(*.0)
    )]
    SpawnFour(f64),
}
