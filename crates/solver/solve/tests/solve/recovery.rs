//! Files of a work folder that are damaged or missing are made again.

use mdp2048_model::{Game, Objective};
use mdp2048_solve::{
    Precision, SolveError, WorkError, WorkOptions, ignore_progress, solve_in_folder,
};
use mdp2048_test_support::MemoryFiles;

use crate::work::{game, options, solve};

#[test]
fn damaged_files_are_found_and_made_again() {
    let game = game("2x3", Objective::Win, Some(32), 0.9);
    let precision = Precision::Double;
    for checkpoint in [0, 40] {
        check_damaged(&game, precision, checkpoint);
    }
}

/// Damages and removes each file of a run that was stopped.
fn check_damaged(game: &Game, precision: Precision, checkpoint: u64) {
    let solve = |files: &mut MemoryFiles, game: &Game, precision, resume| {
        let options = WorkOptions { checkpoint: Some(checkpoint), ..options(precision, resume) };
        solve_in_folder(files, game, &options, &mut ignore_progress)
    };
    let mut whole = MemoryFiles::default();
    let expected = solve(&mut whole, game, precision, false).expect("a solution");
    // A run that was stopped during the backward pass.
    let sets = whole.ever.keys().filter(|name| name.ends_with(".states")).count();
    let mut stopped = MemoryFiles::of_writes(4 * sets + 8);
    solve(&mut stopped, game, precision, false).expect_err("a full disk");
    stopped.writes_left = None;
    let mut damaged = 0;
    for name in stopped.files.keys() {
        let mut files = stopped.clone();
        let bytes = files.files.get_mut(name).expect("a file");
        match bytes.first_mut() {
            Some(first) => *first ^= 1,
            None => continue,
        }
        match solve(&mut files, game, precision, true) {
            Err(SolveError::Work(WorkError::Damaged(found))) => {
                assert_eq!(found, *name);
                damaged += 1;
                files.files.remove(name);
                let found = solve(&mut files, game, precision, true).expect("a solution");
                assert_eq!(found, expected, "without {name}");
                assert!(files.files == whole.files, "without {name}");
            }
            // Files that the rest of the run does not read.
            Ok(found) => assert_eq!(found, expected),
            Err(error) => panic!("{name}: {error}"),
        }
        // Without the file the result is the same.
        let mut files = stopped.clone();
        files.files.remove(name);
        let found = solve(&mut files, game, precision, true).expect("a solution");
        assert_eq!(found, expected, "without {name}");
        assert!(files.files == whole.files, "without {name}");
    }
    assert!(damaged > sets);
}

#[test]
fn files_that_go_missing_in_turn_are_made_again() {
    let (game, precision) = (game("2x3", Objective::Win, Some(32), 0.9), Precision::Double);
    let mut whole = MemoryFiles::default();
    let expected = solve(&mut whole, &game, precision, false).expect("a solution");
    let is_states = |name: &&String| name.ends_with(".states");
    let names: Vec<&String> = whole.files.keys().filter(is_states).collect();
    let mut counts = [0; 2];
    for first in [0, names.len() / 2, names.len() - 1] {
        // The forward pass begins again, and is stopped, although all layers have values.
        let mut stopped = whole.clone();
        stopped.files.remove(names[first]);
        for writes in (0..).step_by(13) {
            let mut stopped = MemoryFiles { writes_left: Some(writes), ..stopped.clone() };
            if solve(&mut stopped, &game, precision, true).is_ok() {
                break;
            }
            stopped.writes_left = None;
            for second in stopped.files.keys() {
                let mut files = stopped.clone();
                files.files.remove(second);
                let found = solve(&mut files, &game, precision, true);
                assert_eq!(found.as_ref(), Ok(&expected), "without {second}");
                assert!(files.files == whole.files, "without {second}");
                counts[usize::from(second.ends_with(".afterstates"))] += 1;
            }
        }
    }
    assert!(counts[0] > 50 && counts[1] > 50, "{counts:?}");
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
