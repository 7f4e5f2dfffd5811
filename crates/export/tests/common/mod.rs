//! Games, solved.

use mdp2048_model::Objective;
use mdp2048_solve::Solution;
use mdp2048_test_support::game;

pub(crate) fn solve(
    shape: &str,
    objective: Objective,
    target: Option<u32>,
    discount: f64,
    four: f64,
) -> Solution {
    mdp2048_test_support::solve(&game(shape, objective, target, discount, four))
}
