//! Exact start values: published fractions, and games solved by hand.

use mdp2048_model::{ExactError, ExactGame, ExactSolution, Game, Objective, nearest};
use mdp2048_rules::{Action, CanonicalState};

/// The exact start value, as text.
fn start(shape: &str, target: u32, discount: &str, spawn_four: &str) -> Result<String, ExactError> {
    let (discount, spawn_four) = (discount.parse()?, spawn_four.parse()?);
    let game = ExactGame::new(shape.parse().unwrap(), target, discount, spawn_four)?;
    Ok(ExactSolution::solve(&game).start_value().to_string())
}

#[test]
fn start_values_are_the_known_fractions() {
    let check = |target, fraction: &str| {
        assert_eq!(start("2x2", target, "1", "1/10").unwrap(), fraction);
    };
    check(8, "1");
    let game = ExactGame::of(&Game::reach("2x2".parse().unwrap(), 16).unwrap()).unwrap();
    let found = nearest(&ExactSolution::solve(&game).start_value());
    assert_eq!(found, 770_009_003.0 / 800_000_000.0);
    check(16, "770009003/800000000");
    check(32, "663098312572433/8000000000000000");
}

#[test]
fn start_values_of_a_game_solved_by_hand() {
    // With fours only, the start tiles of 2x2 to 8 are adjacent with probability 2/3, and the first
    // move wins. Otherwise they are diagonal; the first move makes them adjacent, the second wins.
    assert_eq!(start("2x2", 8, "1", "1").unwrap(), "1");
    assert_eq!(start("2x2", 8, "1/2", "1").unwrap(), "5/12");
    assert_eq!(start("2x2", 8, "0.9", "1").unwrap(), "87/100");
}

#[test]
fn the_value_of_a_state_is_that_of_its_best_action() {
    let fraction = |text: &str| text.parse().unwrap();
    let game = ExactGame::new("2x2".parse().unwrap(), 16, fraction("0.9"), fraction("0.1"));
    let solution = ExactSolution::solve(&game.unwrap());
    for &state in solution.layers().values().flatten() {
        let values = solution.action_values(state).unwrap();
        assert_eq!(values.iter().flatten().max(), solution.value(state).as_ref(), "{state}");
        for (action, value) in Action::ALL.into_iter().zip(&values) {
            assert_eq!(value.is_some(), state.board().slide(action).is_some(), "{state} {action}");
        }
    }
    let lost = CanonicalState::of("2 4/4 2".parse().unwrap()).0;
    assert_eq!((solution.value(lost), solution.action_values(lost)), (None, None));
}

#[test]
fn parameters_out_of_range_are_errors() {
    let check = |shape, target, discount, spawn_four, message: &str| {
        assert_eq!(start(shape, target, discount, spawn_four).unwrap_err().to_string(), message);
    };
    check(
        "3x3",
        8,
        "1",
        "0.1",
        "exact fractions are for boards of at most 6 free cells, not for 3x3",
    );
    check("2x2", 8, "0", "0.1", "discount 0 is out of range: it must be above 0 and at most 1");
    check("2x2", 8, "3/2", "0.1", "discount 3/2 is out of range: it must be above 0 and at most 1");
    check(
        "2x2",
        8,
        "1",
        "11/10",
        "spawn probability 11/10 of a 4 is out of range: it must be from 0 to 1",
    );
    let score = Game::new("2x2".parse().unwrap(), Objective::Score, None, 1.0, 0.1).unwrap();
    let message = "exact fractions are for the win objective, not for score";
    assert_eq!(ExactGame::of(&score).unwrap_err().to_string(), message);
}
