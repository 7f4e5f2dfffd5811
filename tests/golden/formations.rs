//! Games with locked cells: the figures of `oracles/formations.csv`.

use mdp2048_model::{Formation, Game, PlainSolution, Replay, Status, ValuedGame, Values};
use mdp2048_rules::{Board, Shape, Symmetry};
use mdp2048_test_support::{oracle_rows, solve};

/// The plain solver solves games of at most so many states.
const MOST_PLAIN_STATES: u64 = 50_000;

#[test]
fn known_figures_of_games_with_locked_cells() {
    for row in oracle_rows("formations.csv") {
        let [board, starts, target, symmetries, states, lost, layers, start_value] = &row[..]
        else {
            panic!("{row:?} is not a row");
        };
        let shape: Shape = board.parse().unwrap();
        let starts = starts.split(" or ").filter(|start| !start.is_empty());
        let starts: Vec<Board> = starts.map(|start| start.parse().unwrap()).collect();
        let game = Game::reach(shape, target.parse().unwrap()).unwrap();
        let game = game.starting_from(&starts).unwrap();
        let states: u64 = states.parse().unwrap();
        assert_eq!(Symmetry::of(shape).len().to_string(), *symmetries, "{game}");
        let solution = solve(&game);
        assert_eq!(solution.states(), states, "{game}");
        assert_eq!(solution.lost().to_string(), *lost, "{game}");
        assert_eq!(solution.layers().count().to_string(), *layers, "{game}");
        check_start_value(&solution, start_value);
        if states <= MOST_PLAIN_STATES {
            let plain = PlainSolution::solve(&game);
            let found: usize = plain.layers().values().map(|states| states.len()).sum();
            assert_eq!(found as u64, states, "{game}");
            check_start_value(&plain, start_value);
        }
    }
}

#[test]
fn values_of_l3_to_64_are_those_of_the_plain_solver() {
    let l3 = Formation::named("L3").unwrap();
    let solution = solve(&Game::builder().formation(l3).target(64).build().unwrap());
    let (game, mut states) = (solution.game(), 0);
    for seed in 0..40 {
        // A board from which few enough states follow.
        let replay = Replay::play(game, &solution, seed.into());
        let is_late =
            |board: &Board| board.tile_sum().get() >= 104 && game.status(*board) == Status::Playing;
        let Some(board) = replay.boards().find(is_late) else { continue };
        let rest = ValuedGame::losing(game.starting_from(&[board]).unwrap()).unwrap();
        let plain = PlainSolution::solve_valued(&rest);
        for &state in plain.layers().values().flatten() {
            let [found, expected] =
                [solution.expected_return(state), plain.expected_return(state)].map(Option::unwrap);
            assert!((found - expected).abs() <= 1e-12 * expected.abs(), "{state}: {found}");
            states += 1;
        }
    }
    assert!(states > 10_000, "{states} values compared");
}

/// Compares the start value with the known one, to the last digit.
fn check_start_value(values: &impl Values, known: &str) {
    let Ok(known) = known.parse::<f64>() else { return };
    let found = values.start_value().get();
    assert!((found - known).abs() < 6e-13, "{}: {found}, known {known}", values.game());
}
