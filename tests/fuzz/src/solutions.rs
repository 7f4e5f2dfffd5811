//! The solution files that are changed: small games of several shapes, objectives and precisions.

use mdp2048_model::Objective;
use mdp2048_solve::{Precision, Solver};
use mdp2048_test_support::{game, solution_bytes};

/// The parameters of a game: board, objective, target, discount, probability of a 4.
type GameParameters = (&'static str, Objective, Option<u32>, f64, f64);

const GAMES: [GameParameters; 18] = [
    ("2x2", Objective::Win, Some(8), 1.0, 0.1),
    ("2x2", Objective::Win, Some(16), 1.0, 0.1),
    ("2x2", Objective::Win, Some(32), 1.0, 0.1),
    ("2x2", Objective::Win, Some(16), 0.95, 0.1),
    ("2x2", Objective::Win, Some(16), 1.0, 0.37),
    ("2x2", Objective::Win, Some(16), 1.0, 0.0),
    ("2x2", Objective::Win, Some(16), 1.0, 1.0),
    ("2x2", Objective::Score, None, 1.0, 0.1),
    ("2x2", Objective::Score, Some(16), 1.0, 0.1),
    ("2x2", Objective::Moves, None, 1.0, 0.1),
    ("2x2", Objective::Fewest, Some(8), 1.0, 0.1),
    ("2x2", Objective::Fewest, Some(16), 1.0, 0.1),
    ("2x3", Objective::Win, Some(8), 1.0, 0.1),
    ("3x2", Objective::Win, Some(16), 1.0, 0.1),
    ("2x3", Objective::Fewest, Some(8), 1.0, 0.1),
    ("2x4", Objective::Win, Some(8), 1.0, 0.1),
    ("4x2", Objective::Moves, Some(8), 1.0, 0.1),
    ("3x3", Objective::Win, Some(8), 1.0, 0.1),
];

/// The files of the games, in both precisions, with their names.
pub(crate) fn solutions() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for (board, objective, target, discount, spawn_four) in GAMES {
        let game = game(board, objective, target, discount, spawn_four);
        for precision in Precision::ALL {
            let solution = Solver::new(&game).precision(precision).solve().expect("a small game");
            files.push((format!("{game}, {precision}"), solution_bytes(&solution)));
        }
    }
    files
}
