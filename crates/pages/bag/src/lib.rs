//! 2048 in a bag: the absorbing Markov chain that bounds the number of moves to a tile.
//!
//! The tiles lie in a bag instead of on a board. The bag starts with two random tiles. A move first
//! merges every pair of equal tiles once and then draws a random tile: a 4 with the spawn
//! probability, else a 2. Three equal tiles are one pair and one tile; a tile made by a merge does
//! not merge again in the same move. The chain is absorbed by a bag that holds the target tile.
//!
//! A player on a board cannot merge more than this. So the expected number of moves to the target,
//! from the same tiles, is at least that of the bag. The bag leaves no decisions, so the number of
//! moves has one distribution, which is computed here and not simulated.
//!
//! Each draw adds 2 or 4 to the tile sum, and merges keep it. So the chain has no cycles, a
//! *layer* is all bags of one tile sum, and one pass over the layers computes each quantity:
//!
//! | quantity | in terms of the fundamental matrix N | |
//! | --- | --- | --- |
//! | transition matrix in canonical form | | [`Chain::transition_matrix`] |
//! | expected number of moves from every bag | t = N 1 | [`Chain::steps`] |
//! | variance of the number of moves | (2 N - I) t - t² | [`Chain::steps`] |
//! | expected number of visits of every bag | a row of N | [`Chain::visits`] |
//! | probability of each last bag | a row of N R | [`Chain::absorbed`] |
//! | distribution of the moves and of the last tile sum | | [`Chain::outcomes`] |
//! | its explanation as a mixture | | [`BinomialMixture`] |
//!
//! The chain and its analysis are those of J. Lees-Miller, "The Mathematics of 2048: Minimum Moves
//! to Win with Markov Chains", <https://jdlm.info/articles/2017/08/05/markov-chain-2048.html>. The
//! tests compare the results with the figures of that article and with sparse solves of I - Q.
//!
//! ```
//! use mdp2048_bag::{BagGame, Chain};
//!
//! let chain = Chain::new(BagGame::new(2048, 0.1)?);
//! assert_eq!((chain.states(), chain.absorbed().len()), (3487, 26));
//! let moves = chain.outcomes().moves();
//! assert!((moves.mean() - 938.8099).abs() < 1e-4);
//! assert!((moves.variance() - 69.4767).abs() < 1e-4);
//! # Ok::<(), mdp2048_bag::BagError>(())
//! ```
//!
//! The module [`page`] is the page that shows it, as a reducer.
//!
//! This crate does no input or output, and reads no clock and no random device.

pub mod page;

mod bag;
mod binomial;
mod chain;
mod game;
mod matrix;
mod outcomes;
mod sampler;
mod steps;
mod visits;

pub use bag::Bag;
pub use binomial::{BinomialMixture, SumComponent};
pub use chain::Chain;
pub use game::{BagError, BagGame};
pub use matrix::TransitionMatrix;
pub use outcomes::Outcomes;
pub use sampler::{SampledGame, SeededBags};
pub use steps::Steps;

/// The examples of the README, for the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
