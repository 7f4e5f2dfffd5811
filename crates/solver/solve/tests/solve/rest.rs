//! The expected moves from a state agree with a forward pass over plain maps.

use mdp2048_model::{Objective, RestOfGame};
use mdp2048_rules::{Board, CanonicalState};
use mdp2048_solve::{Contradiction, RestOfGamePass, Solution, SolveError};
use mdp2048_test_support::{game, reach, solve};

fn rest(solution: &Solution, state: CanonicalState) -> Result<RestOfGame, SolveError> {
    let mut pass = RestOfGamePass::new(solution, state)?;
    while pass.visit_layer(solution)?.is_some() {}
    Ok(pass.counted())
}

fn check_states(solution: &Solution) {
    let mut states = Vec::new();
    solution.for_each(|board, _| states.push(CanonicalState::of(board).0));
    // A pass builds the tables of the game, so 50 states are enough.
    let step = states.len().div_ceil(50);
    for &state in states.iter().step_by(step) {
        let found = rest(solution, state).unwrap();
        let plain = RestOfGame::of(solution.game(), solution, state.board()).unwrap();
        assert!((found.moves - plain.moves).abs() < 1e-12 * plain.moves, "{state}: {found:?}");
        assert!((found.win - plain.win).abs() < 1e-12, "{state}: {found:?}, {plain:?}");
        assert_eq!(found.can_lose, plain.can_lose, "{state}");
    }
}

#[test]
fn the_moves_from_every_state_are_those_of_the_definition() {
    for (board, objective, target, discount) in [
        ("2x2", Objective::Win, Some(16), 1.0),
        ("2x2", Objective::Fewest, Some(8), 1.0),
        ("2x2", Objective::Score, None, 1.0),
        ("2x3", Objective::Win, Some(16), 0.9),
    ] {
        check_states(&solve(&game(board, objective, target, discount, 0.1)));
    }
    // A game without 4s.
    check_states(&solve(&game("2x2", Objective::Win, Some(16), 1.0, 0.0)));
}

#[test]
fn the_moves_from_the_starts_are_the_expected_visits() {
    let solution = solve(&reach("3x3", 32));
    let starts = solution.game().starts();
    let rests = starts.iter().map(|start| (start, rest(&solution, start.state).unwrap()));
    let moves: f64 = rests.map(|(start, rest)| start.probability * rest.moves).sum();
    assert!((moves - solution.passes().visits().unwrap()).abs() < 1e-11, "{moves}");
}

#[test]
fn a_board_that_no_game_reaches_has_no_rest() {
    let solution = solve(&reach("2x2", 8));
    let won = Board::from_hex(solution.game().shape(), "0311").unwrap();
    let found = rest(&solution, CanonicalState::of(won).0);
    assert!(
        matches!(found, Err(SolveError::Contradiction(Contradiction::Missing(_)))),
        "{found:?}"
    );
}
