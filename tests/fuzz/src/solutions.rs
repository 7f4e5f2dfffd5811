//! The solution files that are changed: small games of several shapes, objectives and precisions.

use mdp2048_model::{Game, Objective};
use mdp2048_rules::Shape;
use mdp2048_solve::{Precision, Solution, SolveOptions, ignore_progress};

/// The parameters of a game: rows, columns, objective, target, discount, probability of a 4.
type GameParameters = (u8, u8, Objective, Option<u32>, f64, f64);

const GAMES: [GameParameters; 18] = [
    (2, 2, Objective::Win, Some(8), 1.0, 0.1),
    (2, 2, Objective::Win, Some(16), 1.0, 0.1),
    (2, 2, Objective::Win, Some(32), 1.0, 0.1),
    (2, 2, Objective::Win, Some(16), 0.95, 0.1),
    (2, 2, Objective::Win, Some(16), 1.0, 0.37),
    (2, 2, Objective::Win, Some(16), 1.0, 0.0),
    (2, 2, Objective::Win, Some(16), 1.0, 1.0),
    (2, 2, Objective::Score, None, 1.0, 0.1),
    (2, 2, Objective::Score, Some(16), 1.0, 0.1),
    (2, 2, Objective::Moves, None, 1.0, 0.1),
    (2, 2, Objective::Fewest, Some(8), 1.0, 0.1),
    (2, 2, Objective::Fewest, Some(16), 1.0, 0.1),
    (2, 3, Objective::Win, Some(8), 1.0, 0.1),
    (3, 2, Objective::Win, Some(16), 1.0, 0.1),
    (2, 3, Objective::Fewest, Some(8), 1.0, 0.1),
    (2, 4, Objective::Win, Some(8), 1.0, 0.1),
    (4, 2, Objective::Moves, Some(8), 1.0, 0.1),
    (3, 3, Objective::Win, Some(8), 1.0, 0.1),
];

/// The files of the games, in both precisions, with their names.
pub(crate) fn solutions() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for (rows, cols, objective, target, discount, spawn_four) in GAMES {
        let Ok(shape) = Shape::new(rows, cols) else { continue };
        let Ok(game) = Game::new(shape, objective, target, discount, spawn_four) else { continue };
        for precision in Precision::ALL {
            let options = SolveOptions { precision, ..SolveOptions::default() };
            let mut bytes = Vec::new();
            let solution = Solution::solve(&game, &options, &mut ignore_progress);
            if solution.is_ok_and(|solution| solution.write(&mut bytes).is_ok()) {
                files.push((format!("{game}, {precision}"), bytes));
            }
        }
    }
    files
}
