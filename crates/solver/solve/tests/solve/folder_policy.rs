//! The policy of a work folder, and its games, are those of the solution in memory.

use std::ops::ControlFlow;

use mdp2048_model::{Game, Objective, Values as _};
use mdp2048_rules::{Action, CanonicalState};
use mdp2048_solve::{FolderPolicy, Precision, SolveError, SolvedFolder, Solver, WorkError};
use mdp2048_test_support::MemoryFiles;

use crate::work::{game, solve};

/// Opens files that cannot be written.
fn open(files: &MemoryFiles) -> Result<SolvedFolder, SolveError> {
    let files = MemoryFiles { files: files.files.clone(), ..MemoryFiles::of_writes(0) };
    SolvedFolder::open(Box::new(files))
}

fn policy(files: &MemoryFiles, threshold: f64) -> FolderPolicy {
    let scratch = &mut MemoryFiles::default();
    let mut folder = open(files).expect("a finished solve");
    let policy = folder.passes().policy(scratch, threshold);
    assert!(!scratch.files.is_empty());
    policy.expect("a policy")
}

/// Whether two numbers differ by rounding only.
fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
}

/// The canonical afterstate of an action, and whether the action wins.
fn result(game: &Game, state: CanonicalState, action: Action) -> Option<(CanonicalState, bool)> {
    let result = game.act(state.board(), action)?;
    Some((CanonicalState::of(result.after.board()).0, result.wins))
}

/// Compares the policy of a folder with that of the solution in memory.
fn check(game: &Game, threshold: f64) {
    let mut files = MemoryFiles::default();
    solve(&mut files, game, Precision::Double, false).expect("a solution");
    let found = policy(&files, threshold);
    let solution = Solver::new(game).solve().expect("a solution");
    let kept = solution.passes().kept_states(threshold).expect("states");
    let states = found.entries.iter().map(|entry| entry.state);
    assert!(states.eq(kept.states.iter().map(|kept| kept.state)), "{game}");
    for entry in &found.entries {
        let state = entry.state;
        let values = solution.action_values(state).expect("a state");
        let expected = values.choice().expect("an action");
        assert_eq!(result(game, state, entry.action), result(game, state, expected), "{state}");
        let expected = values.value().expect("a value").expected_return();
        assert!(is_close(entry.expected_return, expected), "{state}");
        let alone = found.action_values(state).expect("a kept state");
        assert_eq!((alone.choice(), alone.value()), (Some(entry.action), found.value(state)));
    }
    assert!(is_close(found.start_return, solution.start_return()), "{game}");
    assert!(is_close(found.visits, solution.passes().visits().expect("visits")), "{game}");
    assert!(found.visited >= found.entries.len() as u64 && found.visited <= solution.states());
    assert_eq!(found.start_loss(), 0.0);
}

#[test]
fn the_policy_of_a_folder_is_that_of_the_solution() {
    check(&game("3x3", Objective::Win, Some(64), 1.0), 1e-7);
    check(&game("3x3", Objective::Score, Some(32), 1.0), 1e-6);
    check(&game("4x4", Objective::Win, Some(8), 0.99), 1e-7);
    check(&game("2x4", Objective::Win, Some(32), 0.99), 1e-6);
    check(&game("2x3", Objective::Moves, None, 1.0), 1e-9);
    check(&game("x../.../...", Objective::Win, Some(16), 1.0), 1e-7);
}

#[test]
fn the_loss_of_single_precision_is_bounded() {
    let game = game("3x3", Objective::Win, Some(64), 0.99);
    let mut files = MemoryFiles::default();
    solve(&mut files, &game, Precision::Single, false).expect("a solution");
    let found = policy(&files, 1e-4);
    let best = Solver::new(&game).solve();
    let loss = best.expect("a solution").start_return() - found.start_return;
    assert!(loss >= -1e-12 && loss <= found.start_loss(), "{loss}");
    assert!(found.start_loss() < 1e-4, "{}", found.start_loss());
}

#[test]
fn folders_without_a_whole_policy_are_refused() {
    let game = game("2x3", Objective::Win, Some(32), 1.0);
    let error =
        |files: &MemoryFiles| open(files)?.passes().policy(&mut MemoryFiles::default(), 0.1);
    let none = error(&MemoryFiles::default());
    assert!(matches!(none, Err(SolveError::Work(WorkError::NoRun))));
    let mut stopped = MemoryFiles::of_writes(9);
    solve(&mut stopped, &game, Precision::Double, false).expect_err("a full disk");
    assert!(matches!(error(&stopped), Err(SolveError::Work(WorkError::Unfinished))));
    let mut files = MemoryFiles::default();
    solve(&mut files, &game, Precision::Double, false).expect("a solution");
    let names: Vec<String> = files.files.keys().cloned().collect();
    // The policy reads the states and the actions of every layer.
    for name in names.iter().filter(|name| name.ends_with("states") || name.ends_with("policy")) {
        let mut damaged = files.clone();
        match damaged.files.get_mut(name).and_then(|bytes| bytes.first_mut()) {
            Some(byte) => *byte ^= 1,
            None => continue,
        }
        let found = error(&damaged);
        assert!(matches!(found, Err(SolveError::Work(WorkError::Damaged(file))) if file == *name));
    }
    let scratch = &mut MemoryFiles::default();
    let mut folder = open(&files).expect("a finished solve");
    let passes = folder.passes().on_progress(|_| ControlFlow::Break(()));
    let interrupted = passes.policy(scratch, 0.1);
    assert!(matches!(interrupted, Err(SolveError::Interrupted)));
}

#[test]
fn the_games_of_a_folder_are_those_of_the_solution() {
    for game in [
        game("3x3", Objective::Win, Some(32), 1.0),
        game("2x3", Objective::Score, None, 1.0),
        game("2x4", Objective::Win, Some(32), 0.99),
        game("2x2", Objective::Fewest, Some(8), 1.0),
        game("4x4", Objective::Win, Some(8), 0.9),
    ] {
        let mut files = MemoryFiles::default();
        solve(&mut files, &game, Precision::Double, false).expect("a solution");
        let mut folder = open(&files).expect("a finished solve");
        let solution = Solver::new(&game).solve().expect("a solution");
        // Of actions to the same board, the two may choose different ones, which sums add up in
        // different orders.
        for (objective, target) in [
            (Objective::Win, Some(16)),
            (Objective::Score, None),
            (Objective::Moves, Some(8)),
            (Objective::Fewest, Some(8)),
        ] {
            let expected = solution.passes().evaluate(objective, target, 1.0);
            let found = folder.passes().evaluate(objective, target, 1.0);
            match (found, expected) {
                (Ok(found), Ok(expected)) => {
                    assert!(
                        found == expected || is_close(found.get(), expected.get()),
                        "{game} {objective}"
                    );
                }
                (found, expected) => assert_eq!(found, expected, "{game} {objective}"),
            }
        }
        let tiles = folder.passes().largest_tiles().expect("tiles");
        let expected = solution.passes().largest_tiles().expect("tiles");
        assert!(is_close(tiles.mean(), expected.mean()), "{game}");
        let statistics = folder.passes().game_statistics().expect("statistics");
        let expected = solution.passes().game_statistics().expect("statistics");
        assert!(is_close(statistics.score.mean(), expected.score.mean()), "{game}");
        assert!(is_close(statistics.moves.mean(), expected.moves.mean()), "{game}");
        let passes = folder.passes().on_progress(|_| ControlFlow::Break(()));
        assert!(passes.largest_tiles().is_err());
    }
}
