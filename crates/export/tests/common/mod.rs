//! Games, solved.

use std::ops::ControlFlow;

use mdp2048_model::{Game, Objective};
use mdp2048_solve::{Options, Progress, Solution};

pub(crate) const GO_ON: fn(Progress) -> ControlFlow<()> = |_| ControlFlow::Continue(());

pub(crate) fn solve(
    shape: &str,
    objective: Objective,
    target: Option<u32>,
    discount: f64,
    four: f64,
) -> Solution {
    let game = Game::new(shape.parse().unwrap(), objective, target, discount, four).unwrap();
    Solution::solve(&game, &Options::default(), &mut { GO_ON }).unwrap()
}
