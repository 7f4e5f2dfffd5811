//! Known answers: figures that every version of this project must reproduce.
//!
//! The tables in `oracles/` were computed by an implementation independent of this project.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

mod arena;
mod assets;
mod bag;
mod boards;
mod daily;
mod figures;
mod first_bytes;
mod formations;
mod habits;
mod policies;
mod replays;
mod solved;
mod start_values;
mod state_tables;
