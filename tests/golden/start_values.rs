//! How many states a game has and what it is worth at the start.

use mdp2048_model::{Game, Objective, Policy, Rewards, Values};
use mdp2048_rules::{Action, Board};
use mdp2048_solve::{Solution, SolveOptions, ignore_progress};
use mdp2048_test_support::{reach, solve};

fn check(game: &Game, states: u64, start_value: f64, tolerance: f64) {
    let solution = solve(game);
    assert_eq!(solution.states(), states, "{game}");
    let found = solution.start_value();
    assert!((found - start_value).abs() <= tolerance, "{game}: {found}, known {start_value}");
}

#[test]
fn games_on_2x2_to_the_last_digit() {
    check(&reach("2x2", 8), 15, 1.0, 1e-15);
    check(&reach("2x2", 16), 35, 770_009_003.0 / 800_000_000.0, 1e-15);
    check(&reach("2x2", 32), 57, 663_098_312_572_433.0 / 8_000_000_000_000_000.0, 1e-15);
}

#[test]
fn certain_games_on_3x3() {
    for (target, states) in [(8, 1_186), (16, 16_834), (32, 124_372), (64, 594_046)] {
        check(&reach("3x3", target), states, 1.0, 1e-15);
    }
}

#[test]
fn games_on_3x3_to_128_and_256() {
    check(&reach("3x3", 128), 2_064_918, 0.999_999_805_905, 1e-9);
    check(&reach("3x3", 256), 5_643_584, 0.995_709_643_199, 1e-9);
}

#[test]
fn the_game_on_3x3_to_512_and_a_position_of_it() {
    let game = reach("3x3", 512);
    let solution = solve(&game);
    assert_eq!(solution.states(), 12_789_511);
    assert!((solution.start_value() - 0.736_774_177_023).abs() < 1e-9);
    let board: Board = "0 2 0/0 64 4/0 8 8".parse().unwrap();
    let advice = solution.advise(board).unwrap();
    assert_eq!(advice.action, Action::Right);
    let values = advice.action_values.unwrap();
    let known = [
        (Action::Right, 0.736_759_239_587_902),
        (Action::Left, 0.736_754_070_877_757),
        (Action::Up, 0.736_685_530_252_522),
    ];
    for (action, value) in known {
        assert!((values.get(action).unwrap() - value).abs() < 1e-12, "{action}");
    }
    assert_eq!(values.get(Action::Down), None);
}

#[test]
fn the_game_on_3x3_to_1024() {
    check(&reach("3x3", 1024), 25_179_012, 0.011_337_880_082_5, 1e-9);
}

#[test]
fn the_highest_score_on_3x3_and_a_position_of_it() {
    let game = Game::new("3x3".parse().unwrap(), Objective::Score, None, 1.0, 0.1).unwrap();
    let solution = solve(&game);
    assert_eq!((solution.states(), solution.lost()), (41_325_017, 7_388_502));
    assert!((solution.start_value() - 5468.5).abs() < 0.05, "{}", solution.start_value());
    let board: Board = "0 2 0/0 64 4/0 8 8".parse().unwrap();
    let values = solution.advise(board).unwrap().action_values.unwrap();
    let known = [
        (Action::Right, 5_128.028_137_022_87),
        (Action::Left, 5_127.994_837_967_3),
        (Action::Up, 5_127.538_915_606_38),
    ];
    for (action, value) in known {
        assert!((values.get(action).unwrap() - value).abs() < 1e-6, "{action}");
    }
    assert_eq!(values.get(Action::Down), None);
}

#[test]
fn the_least_probability_of_losing_3x3_to_64() {
    let game = reach("3x3", 64);
    let losing =
        Solution::solve_for(&game, Rewards::LOSING, &SolveOptions::default(), &mut ignore_progress)
            .unwrap();
    let probability = -losing.start_value();
    assert!((6.95e-18..7.05e-18).contains(&probability), "{probability:e}");
}

#[test]
fn discounted_games_on_4x4() {
    let game = |target| {
        Game::new("4x4".parse().unwrap(), Objective::Win, Some(target), 0.99, 0.1).unwrap()
    };
    check(&game(8), 84_659, 0.958_384_346_007, 1e-9);
    check(&game(16), 23_482_821, 0.914_296_794_061, 1e-9);
}
