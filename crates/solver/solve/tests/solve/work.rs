//! Solves with layers in files give the values of a solve in memory, whenever they were stopped.

use mdp2048_model::{Game, Objective, ValuedGame};
use mdp2048_rules::Shape;
use mdp2048_solve::{
    Precision, STATES_OF_CHECKPOINT, SolutionTotals, SolveError, Solver, WORK_VERSION, WorkError,
};
use mdp2048_test_support::MemoryFiles;

/// A solve that writes each layer alone.
pub(crate) fn solver<'a>(game: &Game, precision: Precision, resume: bool) -> Solver<'a> {
    Solver::new(game).threads(2).precision(precision).resume(resume).checkpoint(0)
}

pub(crate) fn solve(
    files: &mut MemoryFiles,
    game: &Game,
    precision: Precision,
    resume: bool,
) -> Result<SolutionTotals, SolveError> {
    solver(game, precision, resume).solve_in(files)
}

pub(crate) fn game(shape: &str, objective: Objective, target: Option<u32>, discount: f64) -> Game {
    Game::new(shape.parse().expect("a shape"), objective, target, discount, 0.1).expect("a game")
}

/// Compares a solution in files with one in memory: totals, layers, and every value to the bit.
fn check(game: &Game, precision: Precision) {
    let mut files = MemoryFiles::default();
    let found = solve(&mut files, game, precision, false).expect("a solution");
    let expected = Solver::new(game).threads(1).precision(precision).solve().expect("a solution");
    assert_eq!((found.states, found.lost), (expected.states(), expected.lost()), "{game}");
    assert_eq!(found.start_value(), expected.start_value(), "{game}");
    assert_eq!(found.valued_game, *expected.valued_game());
    assert_eq!(found.value_error(), expected.value_error());
    let layers = found.layers.iter().map(|layer| (layer.sum, layer.states));
    assert!(layers.eq(expected.layers().map(|layer| (layer.sum, layer.states))), "{game}");
    let mut values = Vec::new();
    expected.for_each(|_, value| match precision {
        Precision::Double => values.extend(value.expected_return().to_le_bytes()),
        Precision::Single => values.extend((value.expected_return() as f32).to_le_bytes()),
    });
    // The values of the lowest layer are not written, as no layer depends on them. All its states
    // are start states.
    let of_files: Vec<u8> = found.layers[1..]
        .iter()
        .flat_map(|layer| files.ever[&format!("layer_{:05}.values", layer.sum.get())].clone())
        .collect();
    assert!(values.ends_with(&of_files), "the values of {game} differ");
    let lowest = (values.len() - of_files.len()) as u64 / precision.bytes();
    assert_eq!(lowest, found.layers[0].states, "{game}");
    // Only what is of use is left.
    let left = |kind: &str| files.files.keys().filter(|name| name.ends_with(kind)).count();
    let expected = [found.layers.len(), found.layers.len(), 0, 0];
    assert_eq!([".states", ".policy", ".afterstates", ".values"].map(left), expected, "{game}");
}

#[test]
fn values_in_files_are_those_in_memory() {
    for precision in Precision::ALL {
        check(&game("2x2", Objective::Win, Some(8), 1.0), precision);
        check(&game("2x3", Objective::Win, Some(32), 0.9), precision);
        check(&game("2x3", Objective::Score, None, 1.0), precision);
        check(&game("3x3", Objective::Win, Some(128), 1.0), precision);
        check(&game("3x4", Objective::Win, Some(16), 0.99), precision);
        check(&game("4x4", Objective::Win, Some(8), 1.0), precision);
        check(&game("x../.../.x.", Objective::Win, Some(32), 1.0), precision);
    }
}

/// The bytes of all files of a kind, by tile sum.
fn bytes_of(files: &MemoryFiles, kind: &str) -> Vec<u8> {
    let first = |name: &str| name.chars().filter(char::is_ascii_digit).take(5).collect::<String>();
    let mut found: Vec<_> = files.files.iter().filter(|(name, _)| name.ends_with(kind)).collect();
    found.sort_by_key(|(name, _)| first(name));
    found.into_iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect()
}

#[test]
fn layers_of_a_checkpoint_are_in_one_file() {
    // The last game is large, so it is stopped less often.
    for (game, precision, stops) in [
        (game("3x3", Objective::Win, Some(32), 0.99), Precision::Double, 8),
        (game("2x3", Objective::Win, Some(32), 0.99), Precision::Single, 8),
        (game("2x3", Objective::Score, None, 1.0), Precision::Double, 8),
        (game("2x3", Objective::Fewest, Some(16), 1.0), Precision::Double, 8),
        (game("3x4", Objective::Win, Some(8), 1.0), Precision::Double, 2),
    ] {
        let mut layers = MemoryFiles::default();
        let expected = solve(&mut layers, &game, precision, false).expect("a solution");
        let mut counts = Vec::new();
        for checkpoint in [100, expected.states / 3, STATES_OF_CHECKPOINT] {
            let run = |files: &mut MemoryFiles, resume| {
                solver(&game, precision, resume).checkpoint(checkpoint).solve_in(files)
            };
            let mut whole = MemoryFiles::default();
            assert_eq!(run(&mut whole, false).as_ref(), Ok(&expected), "{game}");
            // The same states and actions as in files of single layers.
            for kind in [".states", ".policy"] {
                assert!(bytes_of(&whole, kind) == bytes_of(&layers, kind), "{kind} of {game}");
            }
            counts.push(whole.files.len());
            // A run of single layers goes on with larger files, and leaves none of the others.
            for writes in (0..).step_by(1 + layers.ever.len() / (stops / 2)) {
                let mut files = MemoryFiles::of_writes(writes);
                if solve(&mut files, &game, precision, false).is_ok() {
                    break;
                }
                files.writes_left = None;
                let resume = files.files.contains_key("manifest");
                assert_eq!(run(&mut files, resume).as_ref(), Ok(&expected), "{game} at {writes}");
                for kind in [".states", ".afterstates", ".values", ".policy"] {
                    let [found, expected] = [&files, &layers].map(|files| bytes_of(files, kind));
                    assert!(found == expected, "{kind} of {game} after {writes} writes");
                }
            }
        }
        assert!(counts.is_sorted_by(|many, few| many > few), "{counts:?} files of {game}");
    }
}

#[test]
fn a_folder_is_solved_for_given_values() {
    let reach = Game::reach(Shape::TWO_BY_TWO, 16).expect("a game");
    let losing = ValuedGame::losing(reach).expect("a win game");
    let mut files = MemoryFiles::default();
    let found = Solver::valued(&losing).solve_in(&mut files).expect("a solution");
    assert_eq!(found, *Solver::valued(&losing).solve().expect("a solution").totals());
    let other = Solver::valued(&reach.into()).solve_in(&mut files);
    assert!(matches!(other, Err(SolveError::Work(WorkError::OtherGame(_)))));
    // Without given values it goes on, as for a game that is not nearly certain to be won.
    let found = Solver::new(&reach).solve_in(&mut files).expect("a solution");
    assert_eq!(found, *Solver::new(&reach).solve().expect("a solution").totals());
}

#[test]
fn folders_of_other_runs_are_refused() {
    let reach = Game::reach(Shape::TWO_BY_TWO, 16).expect("a game");
    let error = |files: &mut MemoryFiles, game: &Game, precision, resume| match solve(
        files, game, precision, resume,
    ) {
        Err(SolveError::Work(error)) => error,
        other => panic!("{other:?}"),
    };
    let mut files = MemoryFiles::default();
    assert_eq!(error(&mut files, &reach, Precision::Double, true), WorkError::NoRun);
    solve(&mut files, &reach, Precision::Double, false).expect("a solution");
    assert_eq!(error(&mut files, &reach, Precision::Double, false), WorkError::HoldsRun);
    let other = Game::reach(Shape::TWO_BY_TWO, 32).expect("a game");
    for (game, precision) in [(&other, Precision::Double), (&reach, Precision::Single)] {
        let error = error(&mut files, game, precision, true).to_string();
        assert!(error.contains("2x2 to 16 in double precision"), "{error}");
    }
    let manifest = files.files.get_mut("manifest").expect("a manifest");
    manifest[8] += 1;
    let message = error(&mut files, &reach, Precision::Double, true).to_string();
    let expected = format!("this work folder is version {}, this build reads", WORK_VERSION + 1);
    assert!(message.starts_with(&expected), "{message}");
    let full = Solver::new(&reach).free_disk(10).solve_in(&mut MemoryFiles::default());
    assert!(matches!(full, Err(SolveError::Work(WorkError::Disk { free: 10, .. }))));
}
