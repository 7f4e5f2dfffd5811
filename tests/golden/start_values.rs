//! The number of states of a game, also by tile sum and largest exponent, and its start value.

use std::collections::BTreeMap;

use mdp2048_display::count;
use mdp2048_model::{Game, Objective, Policy};
use mdp2048_rules::{Action, Board};
use mdp2048_solve::Solution;
use mdp2048_test_support::{game, oracle_rows, reach, repository_path, solve};

use crate::solved::solved;

/// The games on 3x3 by target: states, win probability, and the tolerance of that probability.
const GAMES_ON_3X3: [(u32, u64, f64, f64); 8] = [
    (8, 1_186, 1.0, 1e-15),
    (16, 16_834, 1.0, 1e-15),
    (32, 124_372, 1.0, 1e-15),
    (64, 594_046, 1.0, 1e-15),
    (128, 2_064_918, 0.999_999_805_905, 1e-9),
    (256, 5_643_584, 0.995_709_643_199, 1e-9),
    (512, 12_789_511, 0.736_774_177_023, 1e-9),
    (1024, 25_179_012, 0.011_337_880_082_5, 1e-9),
];

/// A position whose action values are known, on 3x3.
const POSITION: &str = "0 2 0/0 64 4/0 8 8";

#[track_caller]
fn check(game: &Game, solution: &Solution, states: u64, start_value: f64, tolerance: f64) {
    assert_eq!(solution.states(), states, "{game}");
    let found = solution.start_value().get();
    assert!((found - start_value).abs() <= tolerance, "{game}: {found}, known {start_value}");
}

/// Compares the number of states by tile sum and largest exponent with that of the table.
fn check_counts(board: &str, target: u32, solution: &Solution) {
    let rows = oracle_rows("state_counts.csv");
    let rows = rows.iter().filter(|row| row[0] == board && row[1] == target.to_string());
    let expected: BTreeMap<(u32, u8), u64> = rows
        .map(|row| ((row[2].parse().unwrap(), row[3].parse().unwrap()), row[4].parse().unwrap()))
        .collect();
    assert!(!expected.is_empty(), "the table has no counts for {board} to {target}");
    let mut found = BTreeMap::new();
    solution.for_each(|board, _| {
        *found.entry((board.tile_sum().get(), board.largest().get())).or_default() += 1;
    });
    assert_eq!(found, expected, "{board} to {target}");
}

#[track_caller]
fn check_3x3(target: u32) -> &'static Solution {
    let game = reach("3x3", target);
    let solution = solved(&game);
    let known = GAMES_ON_3X3.iter().find(|known| known.0 == target);
    let &(_, states, start_value, tolerance) = known.unwrap();
    check(&game, solution, states, start_value, tolerance);
    if target <= 128 {
        check_counts("3x3", target, solution);
    }
    solution
}

/// Compares the action values of [`POSITION`] with the known ones; down is not allowed.
#[track_caller]
fn check_position(solution: &Solution, known: [(Action, f64); 3], tolerance: f64) {
    let board: Board = POSITION.parse().unwrap();
    let advice = solution.advise(board).unwrap();
    assert_eq!(advice.action, Action::Right);
    let values = advice.action_values.unwrap();
    for (action, value) in known {
        assert!((values.get(action).unwrap().get() - value).abs() < tolerance, "{action}");
    }
    assert_eq!(values.get(Action::Down), None);
}

#[test]
fn values_of_games_on_2x2_are_exact_to_rounding() {
    for (target, states, start_value) in [
        (8, 15, 1.0),
        (16, 35, 770_009_003.0 / 800_000_000.0),
        (32, 57, 663_098_312_572_433.0 / 8_000_000_000_000_000.0),
    ] {
        let game = reach("2x2", target);
        check(&game, solved(&game), states, start_value, 1e-15);
        check_counts("2x2", target, solved(&game));
    }
}

#[test]
fn games_on_3x3_up_to_64_are_won_almost_surely() {
    for target in [8, 16, 32, 64] {
        check_3x3(target);
    }
}

#[test]
fn games_on_3x3_to_128_and_256_have_the_known_values() {
    check_3x3(128);
    check_3x3(256);
}

#[test]
fn the_game_on_3x3_to_512_has_the_known_values() {
    let known = [
        (Action::Right, 0.736_759_239_587_902),
        (Action::Left, 0.736_754_070_877_757),
        (Action::Up, 0.736_685_530_252_522),
    ];
    check_position(check_3x3(512), known, 1e-12);
}

#[test]
fn the_game_on_3x3_to_1024_has_the_known_value() {
    check_3x3(1024);
}

#[test]
fn the_expected_score_on_3x3_is_the_known_one() {
    let game = Game::new("3x3".parse().unwrap(), Objective::Score, None, 1.0, 0.1).unwrap();
    let solution = solve(&game);
    assert_eq!(solution.lost(), 7_388_502);
    check(&game, &solution, 41_325_017, 5468.5, 0.05);
    let known = [
        (Action::Right, 5_128.028_137_022_87),
        (Action::Left, 5_127.994_837_967_3),
        (Action::Up, 5_127.538_915_606_38),
    ];
    check_position(&solution, known, 1e-6);
}

#[test]
fn the_least_probability_of_losing_3x3_to_64_is_the_known_one() {
    let solution = solve(&reach("3x3", 64));
    let probability = solution.start_value().loss().unwrap();
    assert!((6.95e-18..7.05e-18).contains(&probability), "{probability:e}");
}

#[test]
fn the_largest_tiles_that_can_be_forced_are_those_in_the_documents() {
    for (board, target) in [("2x2", 8), ("2x3", 16), ("2x4", 32), ("3x3", 32)] {
        let [(moves, states), (none, next_states)] = [target, 2 * target].map(|target| {
            let game = game(board, Objective::Fewest, Some(target), 1.0, 0.1);
            let solution = solve(&game);
            (solution.start_value().finite(), count(solution.states()))
        });
        assert_eq!(none, None, "{board}");
        let (moves, next) = (moves.unwrap(), 2 * target);
        let row =
            format!("| {board} | {target} | {moves:.4} | {states} | {next} | {next_states} |");
        let in_page = format!("{target} on {}", board.replace('x', "×"));
        for (file, text) in [("docs/results.md", row), ("index.html", in_page)] {
            let document = std::fs::read_to_string(repository_path(file)).unwrap();
            assert!(document.contains(&text), "{file}: {text}");
        }
    }
}

#[test]
fn discounted_games_on_4x4_have_the_known_values() {
    for (target, states, start_value) in
        [(8, 84_659, 0.958_384_346_007), (16, 23_482_821, 0.914_296_794_061)]
    {
        let shape = "4x4".parse().unwrap();
        let game = Game::new(shape, Objective::Win, Some(target), 0.99, 0.1).unwrap();
        check(&game, solved(&game), states, start_value, 1e-9);
        if target == 16 {
            check_counts("4x4", target, solved(&game));
        }
    }
}
