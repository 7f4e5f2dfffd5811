//! The Markov decision process of 2048: parameters, random tiles, objectives, values and the
//! seeded game.
//!
//! This crate is the readable reference. [`PlainSolution`] solves any small game in a few dozen
//! lines, and tests compare the fast solver with it. With the feature `exact`, `ExactSolution`
//! solves small games with fractions. This crate opens no files and reads no clock and no random
//! device.
//!
//! ```
//! use mdp2048::{Game, PlainSolution, Replay, Shape, Values};
//!
//! let game = Game::reach(Shape::TWO_BY_TWO, 16)?;
//! let solution = PlainSolution::solve(&game);
//! assert!((solution.start_value().get() - 770009003.0 / 800000000.0).abs() < 1e-12);
//! let replay = Replay::play(&game, &solution, 20.into());
//! assert_eq!(replay.steps.len(), 6);
//! # Ok::<(), mdp2048::GameError>(())
//! ```

mod action_values;
mod alternatives;
mod builder;
mod compensated_sum;
mod difficulty;
mod discount;
mod distribution;
#[cfg(feature = "exact")]
mod exact;
mod formation;
mod frame;
mod game;
mod game_error;
mod game_name;
mod game_record;
mod given_starts;
mod habits;
mod interval;
mod move_result;
mod objective;
mod plain;
mod policy;
mod probability;
mod process;
mod relative_bound;
mod replay;
mod rest_of_game;
mod rewards;
mod search;
mod seeded;
mod short_number;
mod split_mix;
mod status;
mod valuation;
mod value;
mod valued_game;

pub use action_values::{ActionValues, TIE_TOLERANCE};
pub use alternatives::alternatives;
pub use builder::GameBuilder;
pub use compensated_sum::CompensatedSum;
pub use difficulty::{DecisiveState, DifficultyRule, LayerDifficulty, UnluckyState, bad_luck};
pub use discount::Discount;
pub use distribution::Distribution;
#[cfg(feature = "exact")]
pub use exact::{
    BigRational, ExactError, ExactGame, ExactSolution, Fraction, FractionError, MOST_EXACT_CELLS,
    nearest,
};
pub use formation::Formation;
pub use frame::{FileKind, FrameError};
pub use game::Game;
pub use game_error::GameError;
pub use given_starts::MOST_STARTS;
pub use habits::{CellPlace, GOOD_LOSS, Habits, LARGEST_TILES, LargestTiles, TileHabits};
pub use interval::{Mean, Proportion, mean_margin, median};
pub use move_result::MoveResult;
pub use objective::{Objective, ObjectiveError, ObjectiveFacts, ValueUnit};
pub use plain::PlainSolution;
pub use policy::{Advice, Policy, Values, action_values};
pub use probability::Probability;
pub use process::{
    ForwardLayer, ForwardPass, KeptPass, OccupancyMap, ReachableLayers, SpawnWeights, StartState,
    VisitedState, start_weights,
};
pub use relative_bound::relative_bound;
pub use replay::{Outcome, Replay, Step};
pub use rest_of_game::RestOfGame;
pub use rewards::Rewards;
pub use search::Search;
pub use seeded::{Seed, SeededSpawns};
pub use short_number::ShortNumber;
pub use split_mix::SplitMix64;
pub use status::Status;
pub use valuation::Valuation;
pub use value::Value;
pub use valued_game::ValuedGame;

/// The examples of the README, for the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
