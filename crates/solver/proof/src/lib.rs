//! Proven lower bounds of the probability of winning 2048, for games that are too large to solve.
//!
//! A [`RestrictedGame`] is a game in which every board outside of an explicit set is lost. Backward
//! induction over the set, with every action, computes its value, which is a lower bound of the
//! value of the game whatever the set is. Numbers are whole and only ever rounded down, so the
//! bound holds with certainty and does not depend on the order of sums or on threads. The best set
//! of a size is not known; a [`PartialProcess`] finds a good one by following the policy of the
//! last one. The [`Certificate`] holds the policy, and [`check()`] confirms the bound from it by
//! another path: one forward pass with the moves of `mdp2048-model`.
//!
//! ```
//! use mdp2048_model::Game;
//! use mdp2048_proof::{Heuristic, Schedule, PartialProcess, check};
//! use mdp2048_rules::Board;
//!
//! #[derive(Clone)]
//! struct NoHeuristic;
//!
//! impl Heuristic for NoHeuristic {
//!     fn estimates(&mut self, _: Board) -> [f64; 4] {
//!         [1.0; 4]
//!     }
//! }
//!
//! let game = Game::reach("2x3".parse()?, 32)?;
//! let schedule = Schedule { join: 1e-6, keep: 1e-7, further_rounds: 2 };
//! let mut restricted = PartialProcess::grow(game, &NoHeuristic, schedule, u64::MAX, &mut |_| {})?;
//! assert!(restricted.bound() > 0.9);
//! let checked = check(&restricted.certificate()?, |_| {})?;
//! assert!(checked.agrees && checked.won > 0.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The layers of a set are read and written in the order of tile sums, one after the other. Each is
//! coded, in memory or in files: a board takes some three bytes, and four more for its value. This
//! crate does no input or output but by `Read`, `Write` and `WorkFiles`, and reads no clock and no
//! random device.

mod certificate;
mod check;
mod checkpoint;
mod coded;
mod error;
mod expansion;
mod file_kinds;
mod index;
mod layer;
mod partial_process;
mod proof;
mod rounds;
mod rules;
mod set;
mod solve;
mod store;
mod sums;
mod value;
mod weighted;

pub use certificate::Certificate;
pub use check::{Checked, check};
pub use checkpoint::SavedState;
pub use error::{CertificateError, ProofError};
pub use expansion::Heuristic;
pub use file_kinds::CERTIFICATE;
pub use partial_process::{PartialProcess, ProofProgress};
pub use proof::RestrictedGame;
pub use rounds::Schedule;
pub use set::BoardSet;

/// The examples of the README, for the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
