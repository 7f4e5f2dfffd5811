//! Known answers: what this project must come to, whatever it is made of.
//!
//! The tables in `oracles/` were computed by an implementation independent of this project.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

mod assets;
mod replays;
mod start_values;
mod state_counts;
mod state_tables;

use std::path::PathBuf;

use mdp2048_test_support::repository_path;

/// Where the packed policies are.
fn policies() -> PathBuf {
    repository_path("assets/policies")
}
