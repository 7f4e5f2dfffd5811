//! Manifests that are damaged or missing, and files that are removed while a solve runs.

use std::ops::ControlFlow;

use mdp2048_model::{Game, Objective};
use mdp2048_rules::TileSum;
use mdp2048_solve::{
    Phase, Precision, Progress, SolutionTotals, SolveError, WorkError, count_layers,
    ignore_progress, solve_in_folder, verify_folder,
};
use mdp2048_test_support::{MemoryFiles, SharedFiles};

use crate::work::{game, options, solve};

fn small_game() -> Game {
    game("2x3", Objective::Win, Some(32), 0.9)
}

/// What may happen to a manifest: it is missing, cut short, longer, or a bit of it is changed.
const LOSSES: [fn(&mut MemoryFiles, &str); 5] = [
    |files, name| drop(files.files.remove(name)),
    |files, name| files.files.get_mut(name).expect("a manifest").clear(),
    |files, name| files.files.get_mut(name).expect("a manifest").truncate(30),
    |files, name| files.files.get_mut(name).expect("a manifest").push(0),
    |files, name| files.files.get_mut(name).expect("a manifest")[20] ^= 4,
];

#[test]
fn a_lost_manifest_is_replaced_by_its_copy() {
    let (game, precision) = (small_game(), Precision::Double);
    let mut whole = MemoryFiles::default();
    let expected = solve(&mut whole, &game, precision, false).expect("a solution");
    let writes = 60;
    let mut stopped = MemoryFiles::of_writes(writes);
    solve(&mut stopped, &game, precision, false).expect_err("a full disk");
    stopped.writes_left = None;
    for lose in LOSSES {
        for before in [&whole, &stopped] {
            for name in ["manifest", "manifest_copy"] {
                let mut files = before.clone();
                lose(&mut files, name);
                assert_eq!(solve(&mut files, &game, precision, true).as_ref(), Ok(&expected));
                assert!(files.files == whole.files, "without {name}");
            }
            // Nothing is written to a folder that is only read.
            let files = SharedFiles::default();
            *files.lock() = before.clone();
            lose(&mut files.lock(), "manifest");
            let found = files.lock().clone();
            let verified = verify_folder(Box::new(files.clone()), None, &mut ignore_progress);
            let verified = verified.expect("a folder");
            assert!(!verified.is_manifest_intact && verified.fault_count == 0);
            assert!(files.lock().files == found.files);
        }
    }
    let verified = verify_folder(Box::new(whole.clone()), None, &mut ignore_progress);
    assert!(verified.expect("a folder").is_manifest_intact);
    // Both are damaged.
    for lose in &LOSSES[1..] {
        let mut files = whole.clone();
        lose(&mut files, "manifest");
        lose(&mut files, "manifest_copy");
        let found = solve(&mut files, &game, precision, true);
        assert_eq!(found, Err(WorkError::Manifest.into()));
        // A folder of an earlier version has no copy.
        let mut files = whole.clone();
        files.files.remove("manifest_copy");
        lose(&mut files, "manifest");
        let found = solve(&mut files, &game, precision, true);
        assert_eq!(found, Err(WorkError::Manifest.into()));
    }
}

#[test]
fn a_copy_of_an_earlier_checkpoint_does_no_harm() {
    let (game, precision) = (small_game(), Precision::Double);
    let mut whole = MemoryFiles::default();
    let expected = solve(&mut whole, &game, precision, false).expect("a solution");
    for writes in 1.. {
        let mut stopped = MemoryFiles::of_writes(writes);
        if solve(&mut stopped, &game, precision, false).is_ok() {
            break;
        }
        stopped.writes_left = None;
        // The run goes on from the manifest for a while, and then loses it.
        stopped.writes_left = Some(writes % 7);
        let _ = solve(&mut stopped, &game, precision, true);
        stopped.writes_left = None;
        let is_begun = stopped.files.contains_key("manifest_copy");
        stopped.files.remove("manifest");
        let found = solve(&mut stopped, &game, precision, is_begun);
        assert_eq!(found.as_ref(), Ok(&expected), "after {writes} writes");
        assert!(stopped.files == whole.files, "after {writes} writes");
    }
}

#[test]
fn a_lost_manifest_of_counts_is_replaced_by_its_copy() {
    let game = game("2x3", Objective::Score, None, 1.0);
    let count = |files: &mut MemoryFiles, resume| {
        count_layers(files, &game, Some(TileSum::new(100)), Some(1), resume, &mut ignore_progress)
    };
    let mut whole = MemoryFiles::default();
    let expected = count(&mut whole, false).expect("counts");
    let names = ["manifest_of_counts", "manifest_of_counts_copy"];
    for lose in LOSSES {
        for name in names {
            let mut files = whole.clone();
            lose(&mut files, name);
            assert_eq!(count(&mut files, true).as_ref(), Ok(&expected));
            assert!(files.files == whole.files, "without {name}");
        }
    }
    let mut files = whole;
    for name in names {
        LOSSES[4](&mut files, name);
    }
    assert_eq!(count(&mut files, true), Err(WorkError::Manifest.into()));
}

/// Solves in a folder of which a file is removed when a layer of a pass is finished.
fn solve_and_remove(
    files: &SharedFiles,
    resume: bool,
    (phase, layers): (Phase, usize),
    name: &str,
) -> Result<SolutionTotals, SolveError> {
    let remove = &mut |progress: Progress| {
        if (progress.phase, progress.layers) == (phase, layers) {
            files.lock().files.remove(name).expect("a file to remove");
        }
        ControlFlow::Continue(())
    };
    solve_in_folder(&mut files.clone(), &small_game(), &options(Precision::Double, resume), remove)
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
