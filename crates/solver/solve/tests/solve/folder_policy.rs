//! The policy of a work folder is that of the solution in memory.

use std::ops::ControlFlow;

use mdp2048_model::{Game, Objective, Values as _};
use mdp2048_rules::{Action, CanonicalState};
use mdp2048_solve::{
    FolderPolicy, Precision, Solution, SolveError, SolveOptions, WorkError, folder_policy,
    ignore_progress,
};
use mdp2048_test_support::MemoryFiles;

use crate::work::{game, solve};

fn policy(files: &mut MemoryFiles, threshold: f64) -> FolderPolicy {
    let (scratch, before) = (&mut MemoryFiles::default(), files.files.clone());
    let policy = folder_policy(files, scratch, threshold, Some(2), &mut ignore_progress);
    assert!(files.files == before && !scratch.files.is_empty());
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
    let before = files.files.clone();
    let found = policy(&mut files, threshold);
    assert!(files.files == before, "the files of {game} have changed");
    let solution = Solution::solve(game, &SolveOptions::default(), &mut ignore_progress);
    let solution = solution.expect("a solution");
    let kept = solution.kept_states(threshold).expect("states");
    let states = found.entries.iter().map(|entry| entry.state);
    assert!(states.eq(kept.states.iter().map(|kept| kept.state)), "{game}");
    for entry in &found.entries {
        let state = entry.state;
        let values = solution.action_values(state).expect("a state");
        let expected = values.choice().expect("an action");
        assert_eq!(result(game, state, entry.action), result(game, state, expected), "{state}");
        assert!(is_close(entry.value, values.value().expect("a value")), "{state}");
        let alone = found.action_values(state).expect("a kept state");
        assert_eq!((alone.choice(), alone.value()), (Some(entry.action), Some(entry.value)));
    }
    assert!(is_close(found.start_value, solution.start_value()), "{game}");
    assert!(is_close(found.visits, solution.visits().expect("visits")), "{game}");
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
}

#[test]
fn the_loss_of_single_precision_is_bounded() {
    let game = game("3x3", Objective::Win, Some(64), 0.99);
    let mut files = MemoryFiles::default();
    solve(&mut files, &game, Precision::Single, false).expect("a solution");
    let found = policy(&mut files, 1e-4);
    let best = Solution::solve(&game, &SolveOptions::default(), &mut ignore_progress);
    let loss = best.expect("a solution").start_value() - found.start_value;
    assert!(loss >= -1e-12 && loss <= found.start_loss(), "{loss}");
    assert!(found.start_loss() < 1e-4, "{}", found.start_loss());
}

#[test]
fn folders_without_a_whole_policy_are_refused() {
    let game = game("2x3", Objective::Win, Some(32), 1.0);
    let error = |files: &mut MemoryFiles| {
        folder_policy(files, &mut MemoryFiles::default(), 0.1, None, &mut ignore_progress)
    };
    let none = error(&mut MemoryFiles::default());
    assert!(matches!(none, Err(SolveError::Work(WorkError::NoRun))));
    let mut stopped = MemoryFiles::of_writes(9);
    solve(&mut stopped, &game, Precision::Double, false).expect_err("a full disk");
    assert!(matches!(error(&mut stopped), Err(SolveError::Work(WorkError::Unfinished))));
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
        let found = error(&mut damaged);
        assert!(matches!(found, Err(SolveError::Work(WorkError::Damaged(file))) if file == *name));
    }
    let scratch = &mut MemoryFiles::default();
    let stop = &mut |_| ControlFlow::Break(());
    let interrupted = folder_policy(&mut files, scratch, 0.1, None, stop);
    assert!(matches!(interrupted, Err(SolveError::Interrupted)));
    assert!(files.files.keys().eq(&names));
}
