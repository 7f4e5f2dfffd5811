//! Positions explored, and games that somebody has played.
//!
//! A [`RecordedGame`] is a sequence of boards and actions that the rules allow. A [`Review`] takes
//! the values of a solution and says what each move costs, what each random tile changes, and how
//! both add up to the result of the game.
//!
//! An [`Exploration`] is the state of the page `#/explore`: a game, a position and a line of play
//! from it. Events change it; the values of a solution are among them ([`KnownValues`]). What they
//! ask of workers are its effects ([`ExploreRequest`]).
//!
//! A [`DailyView`] is the state of the page `#/puzzle`: the puzzle of the day, and twenty moves a
//! day beside the optimal policy.
//!
//! The real board, 4x4 without a target, cannot be solved. There, [`AgentEstimates`] of a learned
//! agent are shown in the place of values. Where its large tiles stay in place, a
//! [`FoundFormation`] is the small game that is left, which can be solved.
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
mod daily;
mod difficulty;
mod duel;
mod estimates;
pub mod game_choice;
mod grade;
mod guessing;
mod known_values;
mod line;
mod page;
mod play;
mod position;
mod recorded_game;
mod review;
mod text;
mod url;
mod view;

pub use chances::Chances;
pub use daily::{
    DailyEvent, DailyMove, DailyRequest, DailyTab, DailyView, Day, DayMark, DayState, Difficulty,
    is_daily_url,
};
pub use difficulty::{
    DifficultyCurve, DifficultyMap, LayerText, PuzzlePosition, curve_chart, curve_layer,
};
pub use duel::{Duel, DuelEvent, DuelSide};
pub use estimates::{
    AgentEstimates, EstimatedPosition, EstimatedReview, EstimatedRow, NextTileGames,
    PositionEstimate, TileChance, calibration, indistinguishable, is_estimated,
};
pub use grade::Grade;
pub use guessing::{GuessEvent, Guessing, PossibleSpawn, Question};
pub use known_values::KnownValues;
pub use line::{LineMove, LineOfPlay};
pub use page::{
    AgentState, AnalysisAnswer, AnalysisRequest, Device, EnteredTile, ExpectedNumber, Exploration,
    ExploreEvent, ExploreRequest, ExploreTask, GameNeed, HeldSolution, Job, MoveSlot, Reading,
    ShownPosition, SolveNeed, SolveProgress, SolvedGame, SolverEvent, Standing, TextSource, Worth,
    megabytes, pasted_game,
};
pub use play::{Hints, SpawnRule};
pub use position::{
    FoundFormation, Obstacle, PastedBoard, PastedError, Remedy, random_position, read_pasted,
};
pub use recorded_game::{RecordError, RecordedGame, RecordedMove};
pub use review::{MoveReview, Review, ReviewError};
pub use text::RecordTextError;
pub use url::{Mode, is_explore_url, named_game};
pub use view::{
    Headline, MissedMove, NextBoard, NextMove, PositionValues, Report, ReportTerm, ReviewChart,
    ValueRow, saved_text,
};

/// The examples of the README, for the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
