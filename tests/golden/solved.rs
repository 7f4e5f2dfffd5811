//! Solutions that several tests need.

use std::sync::Mutex;

use mdp2048_model::Game;
use mdp2048_solve::Solution;
use mdp2048_test_support::solve;

/// The solutions that are kept to the end of the tests.
static SOLVED: Mutex<Vec<(Game, &Solution)>> = Mutex::new(Vec::new());

/// Returns the solution of a game, which is solved once and kept.
pub(crate) fn solved(game: &Game) -> &'static Solution {
    let mut solved = SOLVED.lock().unwrap();
    if let Some((_, solution)) = solved.iter().find(|it| it.0 == *game) {
        return solution;
    }
    let solution = Box::leak(Box::new(solve(game)));
    solved.push((*game, solution));
    solution
}
