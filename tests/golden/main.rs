//! Known answers: what this project must come to, whatever it is made of.
//!
//! The tables in `oracles/` were computed by an implementation independent of this project.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

mod assets;
mod replays;
mod start_values;
mod state_counts;
mod state_tables;

use std::fs;
use std::path::{Path, PathBuf};

use mdp2048_model::Game;
use mdp2048_solve::{Solution, SolveOptions, ignore_progress};

/// The fast solver's solution.
fn solve(game: &Game) -> Solution {
    Solution::solve(game, &SolveOptions::default(), &mut ignore_progress).unwrap()
}

/// A game without discount.
fn reach(board: &str, target: u32) -> Game {
    Game::reach(board.parse().unwrap(), target).unwrap()
}

/// The rows of an oracle table after its heading, by their cells.
fn oracle(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracles").join(name);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// Where the packed policies are.
fn policies() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/policies")
}
