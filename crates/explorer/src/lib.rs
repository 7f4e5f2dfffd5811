//! Games that somebody has played, reviewed against the optimal policy.
//!
//! A [`RecordedGame`] is a sequence of boards and actions that the rules allow. A [`Review`] takes
//! the values of a solution and says what each move costs, what each random tile changes, and how
//! both add up to the result of the game.
//!
//! ```
//! use mdp2048_explorer::{Grade, RecordedGame, Review};
//! use mdp2048_model::{Game, PlainSolution};
//! use mdp2048_rules::Shape;
//!
//! let game = Game::reach(Shape::TWO_BY_TWO, 8)?;
//! let record = RecordedGame::parse(&game, "1  0 2/2 0  left\n   2 4/2 0")?;
//! let review = Review::of(&PlainSolution::solve(&game), &record)?;
//! assert_eq!(review.moves[0].grade, Grade::Perfect);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod grade;
mod recorded_game;
mod review;
mod text;

pub use grade::Grade;
pub use recorded_game::{RecordError, RecordedGame, RecordedMove};
pub use review::{MoveReview, Review, ReviewError};
pub use text::RecordTextError;
