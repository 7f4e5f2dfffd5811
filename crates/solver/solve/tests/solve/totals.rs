//! Solves that keep only the totals find those of the whole solution, in less memory.

use std::ops::ControlFlow;

use mdp2048_model::{Game, Objective};
use mdp2048_solve::{
    Precision, Progress, Solution, SolutionTotals, SolveError, SolveOptions, ignore_progress,
};
use mdp2048_test_support::reach;

#[test]
fn totals_are_those_of_the_solution() {
    let game = |shape: &str, objective, target, discount, four| {
        Game::new(shape.parse().unwrap(), objective, target, discount, four).unwrap()
    };
    for game in [
        game("2x2", Objective::Win, Some(32), 1.0, 0.1),
        game("2x2", Objective::Win, Some(8), 1.0, 0.5),
        game("2x2", Objective::Score, None, 1.0, 0.3),
        game("2x3", Objective::Win, Some(64), 0.9, 0.1),
        game("2x3", Objective::Fewest, Some(16), 1.0, 0.1),
        game("2x3", Objective::Moves, None, 1.0, 1.0),
        // These are nearly certain to be won; the second one is solved twice.
        game("3x3", Objective::Win, Some(16), 1.0, 0.1),
        game("2x3", Objective::Win, Some(32), 1.0, 0.1),
        game("4x4", Objective::Win, Some(8), 0.99, 0.1),
    ] {
        for (precision, threads) in Precision::ALL.into_iter().zip([1, 2]) {
            let options = SolveOptions { threads: Some(threads), memory_limit: None, precision };
            let solution = Solution::solve(&game, &options, &mut ignore_progress).unwrap();
            let totals = SolutionTotals::solve(&game, &options, &mut ignore_progress).unwrap();
            assert_eq!(totals, *solution.totals(), "{game}");
            assert_eq!(totals.value_error(), solution.value_error(), "{game}");
        }
    }
}

#[test]
fn totals_need_less_memory() {
    let game = reach("3x4", 32);
    let mut most = 0;
    let mut peak = |progress: Progress| {
        most = progress.memory.map_or(most, |need| need.most);
        ControlFlow::Continue(())
    };
    SolutionTotals::solve(&game, &SolveOptions::default(), &mut peak).unwrap();
    let options = SolveOptions { memory_limit: Some(most), ..SolveOptions::default() };
    let Err(SolveError::Memory { need, .. }) =
        Solution::solve(&game, &options, &mut ignore_progress)
    else {
        panic!("the solution fits {most} bytes");
    };
    assert!(need.least > 2 * most, "{need:?}, not {most}");
    SolutionTotals::solve(&game, &options, &mut ignore_progress).unwrap();
    let options = SolveOptions { memory_limit: Some(most / 2), ..options };
    let refused = SolutionTotals::solve(&game, &options, &mut ignore_progress);
    assert!(matches!(refused, Err(SolveError::Memory { .. })));
}
