//! The errors of the exact solver.

use mdp2048_rules::Shape;
use thiserror::Error;

use super::fraction::{Fraction, FractionError};
use crate::{GameError, Objective};

/// The largest number of free cells of a board that the exact solver accepts.
pub const MOST_EXACT_CELLS: usize = 6;

/// A game that the exact solver does not accept.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ExactError {
    /// A probability or discount cannot be written as a [`Fraction`].
    #[error(transparent)]
    Fraction(#[from] FractionError),
    /// The board has more than [`MOST_EXACT_CELLS`] free cells.
    #[error("exact fractions are for boards of at most {MOST_EXACT_CELLS} free cells, not for {0}")]
    Cells(Shape),
    /// The objective is not the win objective.
    #[error("exact fractions are for the win objective, not for {0}")]
    Objective(Objective),
    /// The discount is out of range.
    #[error("discount {0} is out of range: it must be above 0 and at most 1")]
    Discount(Fraction),
    /// The probability of a 4 is out of range.
    #[error("spawn probability {0} of a 4 is out of range: it must be from 0 to 1")]
    SpawnFour(Fraction),
    /// The other parameters are not those of a game.
    #[error(transparent)]
    Game(#[from] GameError),
}
