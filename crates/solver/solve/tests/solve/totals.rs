//! Solves that keep only the totals find those of the whole solution, in less memory.

use std::ops::ControlFlow;

use mdp2048_model::{Game, Objective};
use mdp2048_solve::{Precision, SolveError, Solver};
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
            let solver = || Solver::new(&game).threads(threads).precision(precision);
            let solution = solver().solve().unwrap();
            let totals = solver().solve_totals().unwrap();
            assert_eq!(totals, *solution.totals(), "{game}");
            assert_eq!(totals.value_error(), solution.value_error(), "{game}");
        }
    }
}

#[test]
fn totals_need_less_memory() {
    let game = reach("3x4", 32);
    let mut most = 0;
    let solver = Solver::new(&game).on_progress(|progress| {
        most = progress.memory.map_or(most, |need| need.most);
        ControlFlow::Continue(())
    });
    solver.solve_totals().unwrap();
    let within = |bytes| Solver::new(&game).memory_limit(bytes);
    let Err(SolveError::Memory { need, .. }) = within(most).solve() else {
        panic!("the solution fits {most} bytes");
    };
    assert!(need.least > 2 * most, "{need:?}, not {most}");
    within(most).solve_totals().unwrap();
    let refused = within(most / 2).solve_totals();
    assert!(matches!(refused, Err(SolveError::Memory { .. })));
}
