//! Games that somebody has played, compared with optimal play.
//!
//! A [`RecordedGame`] is a sequence of boards and actions that the rules allow. A [`Review`] takes
//! the values of a solution and says what each move costs, what each random tile changes, and how
//! both add up to the result of the game. A [`Grade`] says how good a move is.
//!
//! ```
//! use mdp2048::{Game, Grade, PlainSolution, RecordedGame, Review, Shape};
//!
//! let game = Game::reach(Shape::TWO_BY_TWO, 8)?;
//! let record = RecordedGame::parse(&game, "1  0 2/2 0  left\n   2 4/2 0")?;
//! let review = Review::of(&PlainSolution::solve(&game), &record)?;
//! assert_eq!(review.moves[0].grade, Grade::Best);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chances;
mod grade;
mod recorded_game;
mod review;
mod text;

pub use chances::{Chances, share_kept};
pub use grade::Grade;
pub use recorded_game::{RecordError, RecordedGame, RecordedMove, leads_to};
pub use review::{MoveReview, Review, ReviewError};
pub use text::RecordTextError;

/// The examples of the README, for the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
