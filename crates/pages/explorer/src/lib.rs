//! Positions explored, games played and reviewed, and the puzzle of the day.
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

mod daily;
mod difficulty;
mod duel;
mod estimates;
pub mod game_choice;
mod guessing;
mod known_values;
mod line;
mod page;
mod play;
mod position;
mod url;
mod view;

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
pub use guessing::{GuessEvent, Guessing, PossibleSpawn, Question};
pub use known_values::KnownValues;
pub use line::{LineMove, LineOfPlay};
pub use page::{
    AgentState, AnalysisAnswer, AnalysisRequest, Device, EnteredTile, ExpectedNumber, Exploration,
    ExploreEvent, ExploreRequest, ExploreTask, GameNeed, HeldSolution, Job, MoveSlot, NumberField,
    Reading, ShownPosition, SolveNeed, SolveProgress, SolvedGame, SolverEvent, Standing,
    TextSource, Worth, megabytes, pasted_game,
};
pub use play::{Hints, SpawnRule};
pub use position::{
    FoundFormation, Obstacle, PastedBoard, PastedError, Remedy, random_position, read_pasted,
};
pub use url::{Mode, is_explore_url, named_game};
pub use view::{
    Headline, MissedMove, NextBoard, NextMove, PositionValues, Report, ReportTerm, ReviewChart,
    ValueRow, saved_text,
};
