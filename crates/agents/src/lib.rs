//! Approximate players for boards that are too large to solve, and their comparison.
//!
//! An [`Agent`] chooses an action of a position. [`AgentSpec`] names an agent and its parameters,
//! such as `expectimax:depth=3:weights=snake`, and builds it. [`play`] plays one seeded game; the
//! random tiles of a seed are the same draws for every agent, so agents are compared in pairs.
//! [`Summary`] and [`PairedDifference`] describe many games with 95 % intervals.
//!
//! ```
//! use mdp2048::{Game, Objective, Shape};
//! use mdp2048::agents::{AgentResources, AgentSpec, Simulator, Summary, play};
//!
//! let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1)?;
//! let simulator = Simulator::new(game);
//! let mut greedy = "greedy".parse::<AgentSpec>()?.build(&simulator, &AgentResources::default())?;
//! let games: Vec<_> = (0..10).map(|seed| play(&simulator, &mut *greedy, seed.into())).collect();
//! let summary = Summary::of(&games);
//! assert!(summary.mean_score() > 500.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Agent::policy`] is what the evaluation of policies of a solved game asks
//! (`evaluate_policy` of `mdp2048_solve`), which computes the exact value of the agent and where
//! its loss against the optimum comes from. [`ExactGames`] computes the results of an agent's
//! games alone, without a solution.
//!
//! Minimax, expectimax and the values of features are those of the report
//! ["AI Plays 2048"](http://cs229.stanford.edu/proj2016/report/NieHouAn-AIPlays2048-report.pdf) by
//! Y. Nie, W. Hou and Y. An (2016), and Monte Carlo is that of the post
//! ["2048 Game AI"](https://noahripstein.com/blog/2048-AI) by N. Ripstein (2023). Where they leave
//! something open, the documentation of the agent says which reading is taken.
//!
//! This crate does no input or output, and reads no clock and no random device.

mod agent;
mod arena;
mod by_board;
mod canonical;
mod exact_games;
mod features;
mod learned;
mod monte_carlo;
mod optimal;
mod provenance;
mod search;
mod simple;
mod simulator;
mod slides;
mod spec;

pub use agent::{ActionEstimates, Agent, BoxedClone, Position};
pub use arena::{
    GameResult, PairedDifference, SampledHabits, SampledShare, SeededGame, Summary, play,
    play_while,
};
pub use exact_games::ExactGames;
pub use learned::{Learned, Network, NextTiles, PositionAnalysis, Trainer, TrainingOptions};
pub use optimal::{Optimal, SolvedPolicy};
pub use provenance::{ContentDigest, OtherProvenance, Provenance};
pub use simple::{Greedy, Random};
pub use simulator::Simulator;
pub use spec::{
    AgentChoice, AgentDescription, AgentNeed, AgentResources, AgentSpec, BuildError, Dependence,
    SpecError,
};

/// The examples of the README, for the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// An agent that needs nothing but its game, for the tests of this crate.
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]
fn built(simulator: &Simulator, spec: &str) -> Box<dyn Agent> {
    spec.parse::<AgentSpec>().unwrap().build(simulator, &AgentResources::default()).unwrap()
}
