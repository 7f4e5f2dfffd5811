//! Solved games for the tests.

use mdp2048_model::Objective;
use mdp2048_solve::Solution;
use mdp2048_test_support::game;

/// The solution of the game with these parameters.
pub(crate) fn solve(
    shape: &str,
    objective: Objective,
    target: Option<u32>,
    discount: f64,
    spawn_four: f64,
) -> Solution {
    mdp2048_test_support::solve(&game(shape, objective, target, discount, spawn_four))
}
