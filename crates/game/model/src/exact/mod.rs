//! The exact solver: the win game of a small board with fractions instead of floating-point
//! numbers.

mod error;
mod fraction;
mod game;
mod solution;

pub use error::{ExactError, MOST_EXACT_CELLS};
pub use fraction::{Fraction, FractionError};
pub use game::ExactGame;
pub use num_rational::BigRational;
pub use solution::{ExactSolution, nearest};
