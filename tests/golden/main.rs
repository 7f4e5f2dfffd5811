//! Known answers: figures that every version of this project must reproduce.
//!
//! The tables in `oracles/` were computed by an implementation independent of this project.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

mod article;
mod assets;
mod bag;
mod gallery;
mod policies;
mod prose;
mod replays;
mod runs;
mod start_values;
mod state_counts;
mod state_tables;
