//! Files that are lost while a folder is read, or while a solve runs, and files of others.

use std::ops::ControlFlow;

use mdp2048_model::{Game, Objective};
use mdp2048_solve::{Phase, Precision, SolutionTotals, SolveError, Verifier, WorkError};
use mdp2048_test_support::{MemoryFiles, SharedFiles};

use crate::work::{game, solve, solver};

fn small_game() -> Game {
    game("2x3", Objective::Win, Some(32), 0.9)
}

#[test]
fn a_folder_that_is_only_read_keeps_a_lost_manifest() {
    let mut whole = MemoryFiles::default();
    solve(&mut whole, &small_game(), Precision::Double, false).expect("a solution");
    for is_lost in [false, true] {
        let files = SharedFiles::default();
        *files.lock() = whole.clone();
        if is_lost {
            files.lock().files.remove("manifest");
        }
        let before = files.lock().files.clone();
        let verified = Verifier::new().verify_folder(Box::new(files.clone()));
        let verified = verified.expect("a folder");
        assert_eq!((verified.is_manifest_intact, verified.fault_count), (!is_lost, 0));
        assert!(files.lock().files == before);
    }
}

/// Solves in a folder of which a file is removed when a layer of a pass is finished.
fn solve_and_remove(
    files: &SharedFiles,
    resume: bool,
    (phase, layers): (Phase, usize),
    name: &str,
) -> Result<SolutionTotals, SolveError> {
    let game = small_game();
    let solver = solver(&game, Precision::Double, resume).on_progress(|progress| {
        if (progress.phase, progress.layers) == (phase, layers) {
            files.lock().files.remove(name).expect("a file to remove");
        }
        ControlFlow::Continue(())
    });
    solver.solve_in(&mut files.clone())
}

#[test]
fn files_that_are_removed_while_a_solve_runs_are_an_error() {
    let removed = |found: Result<SolutionTotals, SolveError>, name: &str| {
        assert_eq!(found, Err(WorkError::Removed(name.to_owned()).into()));
    };
    let mut whole = MemoryFiles::default();
    let expected = solve(&mut whole, &small_game(), Precision::Double, false).expect("a solution");
    let layers = expected.layers.len();
    for (at, name) in [
        ((Phase::Reaching, 5), "layer_00006.states"),
        ((Phase::Valuing, 20), "layer_00006.states"),
        ((Phase::Valuing, layers - 3), "layer_00060.policy"),
        ((Phase::Valuing, layers), "layer_00004.policy"),
    ] {
        let files = SharedFiles::default();
        removed(solve_and_remove(&files, false, at, name), name);
        let mut files = files.lock().clone();
        let resumed = solve(&mut files, &small_game(), Precision::Double, true);
        assert_eq!(resumed.as_ref(), Ok(&expected), "without {name}");
        assert!(files.files == whole.files, "without {name}");
    }
    // A run that goes on has to read the file.
    let files = SharedFiles::default();
    *files.lock() = MemoryFiles::of_writes(4 * layers + 9);
    let stopped = solve_and_remove(&files, false, (Phase::Verifying, 0), "");
    assert!(matches!(stopped, Err(SolveError::Work(WorkError::Write { .. }))), "{stopped:?}");
    files.lock().writes_left = None;
    let name = "layer_00006.states";
    removed(solve_and_remove(&files, true, (Phase::Valuing, 6), name), name);
    // The manifest and its copy are written again.
    for name in ["manifest", "manifest_copy"] {
        let files = SharedFiles::default();
        let at = (Phase::Valuing, layers);
        assert_eq!(solve_and_remove(&files, false, at, name).as_ref(), Ok(&expected));
        assert!(files.lock().files == whole.files, "without {name}");
    }
}

#[test]
fn files_of_others_stay() {
    let game = game("2x2", Objective::Win, Some(16), 0.9);
    let mut whole = MemoryFiles::default();
    solve(&mut whole, &game, Precision::Double, false).expect("a solution");
    let others = ["layer_00004.counted", "manifest.policy", "manifest_of_counts", "notes.states"];
    let left_behind = ["layers_00004_00010.states", "layer_00098.policy", "layer_00004.visited"];
    let mut files = whole.clone();
    for name in others.into_iter().chain(left_behind) {
        files.files.insert(name.to_owned(), Vec::new());
    }
    solve(&mut files, &game, Precision::Double, true).expect("a solution");
    let is_new = |name: &&String| !whole.files.contains_key(*name);
    assert!(files.files.keys().filter(is_new).eq(others.iter().copied()));
    assert!(files.files.len() == whole.files.len() + others.len());
    // A new run in a folder whose manifest is lost changes nothing.
    files.files.retain(|name, _| !["manifest", "manifest_copy"].contains(&name.as_str()));
    let before = files.files.clone();
    let found = solve(&mut files, &game, Precision::Double, false);
    assert!(matches!(found, Err(SolveError::Work(WorkError::LayersWithoutManifest))));
    assert!(files.files == before);
}
