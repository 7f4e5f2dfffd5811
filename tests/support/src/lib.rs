//! What tests of several crates share: games by name, solutions, the files that tests read, and
//! those of work folders.
//!
//! Every function panics on bad input with a message that names it, as only tests call them.

#[cfg(feature = "solve")]
mod solution_parts;
#[cfg(feature = "solve")]
mod work_files;

use std::fs;
use std::path::{Path, PathBuf};

use mdp2048_model::{Game, Objective, SeededSpawns, Status};
use mdp2048_rules::{Action, Board};
#[cfg(feature = "solve")]
use mdp2048_solve::{Solution, Solver};

#[cfg(feature = "solve")]
pub use solution_parts::{LayerEntry, LayerParts, SolutionEntries, SolutionParts};
#[cfg(feature = "solve")]
pub use work_files::{MemoryFiles, SharedFiles};

/// The game of reaching a target tile on a board such as `3x3`: discount 1, a 4 with
/// probability 0.1.
pub fn reach(board: &str, target: u32) -> Game {
    game(board, Objective::Win, Some(target), 1.0, 0.1)
}

/// The game on a board such as `3x3` with these parameters.
pub fn game(
    board: &str,
    objective: Objective,
    target: Option<u32>,
    discount: f64,
    spawn_four: f64,
) -> Game {
    let shape = board.parse().unwrap_or_else(|error| panic!("board {board:?}: {error}"));
    Game::new(shape, objective, target, discount, spawn_four)
        .unwrap_or_else(|error| panic!("{objective} on {board} to {target:?}: {error}"))
}

/// The moves of a seeded game in which `choices` select among the allowed actions, one number for
/// each move, and the last board. The game stops where the choices end.
pub fn moves_of(game: &Game, seed: u32, choices: &[u8]) -> (Vec<(Board, Action)>, Board) {
    let mut spawns = SeededSpawns::new(seed.into());
    let mut board = spawns.start(game);
    let mut moves = Vec::new();
    for &choice in choices {
        if game.status(board) != Status::Playing {
            break;
        }
        let allowed = Action::ALL
            .into_iter()
            .filter_map(|action| game.act(board, action).map(|result| (action, result.after)));
        let allowed: Vec<_> = allowed.collect();
        let (action, after) = allowed[usize::from(choice) % allowed.len()];
        moves.push((board, action));
        board = spawns.spawn(game, after);
    }
    (moves, board)
}

/// The solution of a game with the default options, by the fast solver.
#[cfg(feature = "solve")]
pub fn solve(game: &Game) -> Solution {
    Solver::new(game).solve().unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// The bytes of a solution file.
#[cfg(feature = "solve")]
pub fn solution_bytes(solution: &Solution) -> Vec<u8> {
    let mut bytes = Vec::new();
    solution.write(&mut bytes).unwrap_or_else(|error| panic!("{error}"));
    bytes
}

/// A file or folder of the repository, by its path from the top folder.
pub fn repository_path(path: &str) -> PathBuf {
    // This crate is two folders below the top.
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The text of a file in `tests/oracles`, such as `2x2_to_8.states.csv`.
pub fn oracle_text(name: &str) -> String {
    let path = repository_path("tests/oracles").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of a CSV table in `tests/oracles` below its heading, each as its cells.
pub fn oracle_rows(name: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| line.split(',').map(str::to_owned).collect();
    oracle_text(name).lines().skip(1).map(cells).collect()
}
