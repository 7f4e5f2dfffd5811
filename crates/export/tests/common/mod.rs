//! Games, solved.

use mdp2048_model::{Game, Objective};
use mdp2048_solve::{Solution, SolveOptions, ignore_progress};

pub(crate) fn solve(
    shape: &str,
    objective: Objective,
    target: Option<u32>,
    discount: f64,
    four: f64,
) -> Solution {
    let game = Game::new(shape.parse().unwrap(), objective, target, discount, four).unwrap();
    Solution::solve(&game, &SolveOptions::default(), &mut ignore_progress).unwrap()
}
