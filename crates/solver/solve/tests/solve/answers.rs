//! The answers of a work folder are those of the solution in memory.

use mdp2048_model::{Game, Objective, Values as _};
use mdp2048_rules::{Board, CanonicalState};
use mdp2048_solve::{Precision, Solution, SolveError, SolvedFolder, Solver, WorkError};
use mdp2048_test_support::MemoryFiles;

use crate::work::{game, solve};

fn solved(game: &Game) -> (SolvedFolder, Solution) {
    let mut files = MemoryFiles::default();
    solve(&mut files, game, Precision::Double, false).unwrap();
    let solution = Solver::new(game).solve().unwrap();
    (SolvedFolder::open(Box::new(files)).unwrap(), solution)
}

/// Compares the action of every state, and the values of some.
fn check(game: &Game, each: usize) {
    let (mut folder, solution) = solved(game);
    assert_eq!(folder.totals(), solution.totals());
    let layers = 0..solution.layers().len();
    let states: Vec<_> = layers.flat_map(|layer| solution.states_of(layer)).collect();
    for &state in &states {
        let expected = solution.action_values(state).unwrap().choice();
        assert_eq!(folder.action(state).unwrap(), expected, "{game}: {state}");
    }
    for &state in states.iter().rev().step_by(each).take(20) {
        let found = folder.values_of(&[state], 200_000).unwrap().unwrap();
        let is_close = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-12 * a.abs().max(b.abs());
        let value = found.expected_return(state).unwrap();
        let expected = solution.expected_return(state).unwrap();
        assert!(is_close(value, expected), "{game}: {state}: {value}");
        let [found, expected] = [found.action_values(state), solution.action_values(state)]
            .map(|values| values.unwrap().expected_returns());
        for pair in found.into_iter().zip(expected) {
            assert!(matches!(pair, (Some(a), Some(b)) if is_close(a, b)) || pair == (None, None));
        }
    }
    assert!(folder.values_of(&states[..1], 3).unwrap().is_none());
}

#[test]
fn a_folder_answers_as_the_solution_does() {
    check(&game("2x2", Objective::Win, Some(16), 1.0), 1);
    check(&game("2x3", Objective::Score, Some(32), 1.0), 7);
    check(&game("2x3", Objective::Fewest, Some(8), 1.0), 1);
    check(&game("2x4", Objective::Moves, Some(16), 1.0), 31);
    check(&game("3x3", Objective::Win, Some(64), 1.0), 1009);
    check(&game("4x4", Objective::Win, Some(8), 0.99), 9);
    check(&game("xx./.../...", Objective::Win, Some(16), 1.0), 7);
}

#[test]
fn boards_that_are_no_states_have_no_answer() {
    let (mut folder, _) = solved(&game("2x3", Objective::Win, Some(32), 1.0));
    for board in ["8 8 8/8 8 8", "0 0 0/0 0 2", "2 4 2/4 2 4", "0 0 2/0 0 0/0 0 2", "2 2/0 0"] {
        let state = CanonicalState::of(board.parse::<Board>().unwrap()).0;
        assert_eq!(folder.action(state).unwrap(), None, "{board}");
        if board.len() == 11 {
            let values = folder.values_of(&[state], 100).unwrap().unwrap();
            assert_eq!(values.value(state), None, "{board}");
        }
    }
}

#[test]
fn unfinished_and_damaged_folders_are_refused() {
    let game = game("2x3", Objective::Win, Some(32), 1.0);
    let error = |files: MemoryFiles| SolvedFolder::open(Box::new(files)).err().unwrap();
    assert!(matches!(error(MemoryFiles::default()), SolveError::Work(WorkError::NoRun)));
    let mut stopped = MemoryFiles::of_writes(9);
    solve(&mut stopped, &game, Precision::Double, false).unwrap_err();
    assert!(matches!(error(stopped), SolveError::Work(WorkError::Unfinished)));
    let mut files = MemoryFiles::default();
    solve(&mut files, &game, Precision::Double, false).unwrap();
    let first = game.starts()[0].state;
    let sum = first.board().tile_sum().get();
    for kind in ["states", "policy"] {
        let mut damaged = files.clone();
        let name = format!("layer_{sum:05}.{kind}");
        damaged.files.get_mut(&name).unwrap()[0] ^= 1;
        let mut folder = SolvedFolder::open(Box::new(damaged)).unwrap();
        let found = folder.action(first);
        assert!(matches!(found, Err(SolveError::Work(WorkError::Damaged(file))) if file == name));
    }
}
