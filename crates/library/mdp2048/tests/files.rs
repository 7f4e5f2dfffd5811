//! Solves in folders that are stopped and resumed, and files that are replaced.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use mdp2048::answers::{Answers as _, FolderAnswers, Missing};
use mdp2048::files::{
    FolderError, OutputError, OutputFile, WorkFolder, save_solution, solve_in_folder,
};
use mdp2048_model::{Game, Policy as _, Values};
use mdp2048_solve::{Precision, SolveError, SolvedFolder, Solver, WorkError};
use mdp2048_test_support::SharedFiles;

fn game() -> Game {
    Game::builder().board(2, 3).target(32).build().unwrap()
}

#[test]
fn a_stopped_solve_goes_on() {
    let solution = Solver::new(&game()).solve().unwrap();
    let place = tempfile::tempdir().unwrap();
    for limit in [1, 7, 20] {
        let path = place.path().join(limit.to_string());
        let mut seen = 0;
        let stopped = Solver::new(&game()).on_progress(|_| {
            seen += 1;
            if seen < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let ended = solve_in_folder(stopped, &path);
        assert!(matches!(ended, Err(FolderError::Solve(SolveError::Interrupted))), "{limit}");
        let mut folder = solve_in_folder(Solver::new(&game()), &path).unwrap();
        assert_eq!(folder.totals().states, solution.states());
        assert_eq!(folder.totals().start_value(), Values::start_value(&solution));
        for start in game().starts() {
            let board = start.state.board();
            assert_eq!(folder.best_at(board).unwrap(), solution.best_at(board));
        }
    }
}

#[test]
fn a_folder_is_that_of_one_game_and_one_run() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    solve_in_folder(Solver::new(&game()), path).unwrap();
    let other = Game::builder().board(2, 3).target(64).build().unwrap();
    for refused in [
        solve_in_folder(Solver::new(&other), path),
        solve_in_folder(Solver::new(&game()).precision(Precision::Single), path),
    ] {
        let error = refused.err().unwrap();
        let FolderError::Solve(SolveError::Work(WorkError::OtherGame(_))) = error else {
            panic!("{error}")
        };
    }
    let _reader = WorkFolder::open_to_read(path).unwrap();
    let refused = solve_in_folder(Solver::new(&game()), path).err().unwrap();
    assert!(matches!(refused, FolderError::InUse(_)), "{refused}");
}

#[test]
fn a_board_without_an_answer_has_its_own_reason() {
    let mut files = SharedFiles::default();
    Solver::new(&game()).solve_in(&mut files).unwrap();
    let folder = SolvedFolder::open(Box::new(files.clone())).unwrap();
    files.lock().files.retain(|name, _| !name.ends_with(".policy"));
    let answers = FolderAnswers::new(folder);
    let damaged = game().starts()[0].state.board();
    // Every board that games reach has a 2 or a 4.
    let unreachable = "16 16 16/16 16 16".parse().unwrap();
    for [first, second] in [[damaged, unreachable], [unreachable, damaged]] {
        // As two threads may ask.
        assert_eq!(answers.advise(first).or(answers.advise(second)), None);
        for board in [first, second] {
            match answers.missing(board) {
                Missing::Failed(SolveError::Work(WorkError::Missing(_))) => {
                    assert_eq!(board, damaged);
                }
                Missing::Unreachable => assert_eq!(board, unreachable),
                reason => panic!("{board}: {reason:?}"),
            }
        }
    }
}

#[test]
fn a_file_is_replaced_whole_or_not_at_all() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("a.solution");
    let names = || fs::read_dir(place.path()).unwrap().count();
    let solution = Solver::new(&game()).solve().unwrap();
    let bytes = save_solution(&solution, &path).unwrap();
    let saved = fs::read(&path).unwrap();
    assert_eq!((saved.len() as u64, names()), (bytes, 1));
    let out = OutputFile::check(&path).unwrap();
    let failed = out.write(|file| {
        file.write_all(&[1; 100])?;
        Err(io::ErrorKind::StorageFull.into())
    });
    let error = failed.unwrap_err();
    assert!(matches!(error, OutputError::Write { .. }));
    assert!(error.to_string().contains("nothing was left behind: free some space"), "{error}");
    assert_eq!((fs::read(&path).unwrap(), names()), (saved, 1));
    assert_eq!(out.write(|file| file.write_all(b"new")).unwrap(), 3);
    assert_eq!((fs::read(&path).unwrap(), names()), (b"new".to_vec(), 1));
}

#[test]
fn paths_that_cannot_be_written_are_refused_before_any_work() {
    let place = tempfile::tempdir().unwrap();
    let message = |path: &Path| OutputFile::check(path).unwrap_err().to_string();
    let is_a_folder = message(place.path());
    assert!(is_a_folder.contains("a file in it"), "{is_a_folder}");
    let no_folder = message(&place.path().join("none/a"));
    assert!(no_folder.ends_with("create its folder first, or choose another path"), "{no_folder}");
}
