//! Queries of many boards, compared with queries of one board.

use mdp2048_model::{Game, Objective, Policy as _, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState, Symmetry};
use mdp2048_solve::{Precision, Solution, Solver, StoredValues};
use mdp2048_test_support::{game, reach, solve};

/// The most boards that a test asks for.
const MOST: usize = 20_000;

/// States of a solution in all frames, in no particular order of layers.
fn boards(solution: &Solution) -> Vec<Board> {
    let mut boards = Vec::new();
    solution.for_each(|board, _| {
        let symmetries = Symmetry::of(board.shape()).iter();
        boards.extend(symmetries.map(|symmetry| symmetry.board(board)));
    });
    let half = boards.len() / 2;
    let (first, second) = boards.split_at(half);
    let mixed = second.iter().zip(first).flat_map(|(&a, &b)| [a, b]);
    mixed.step_by(boards.len() / MOST + 1).collect()
}

/// Compares the answers for many boards with those for each of them.
fn check(solution: &Solution, boards: &[Board]) {
    let mut values = vec![0.0; boards.len()];
    let mut action_values = vec![[0.0; 4]; boards.len()];
    let mut actions = vec![None; boards.len()];
    solution.expected_returns_of(boards, &mut values);
    solution.action_returns_of(boards, &mut action_values);
    solution.best_actions_of(boards, &mut actions);
    let rounding = solution.precision() == Precision::Single;
    for (at, &board) in boards.iter().enumerate() {
        let (state, symmetry) = CanonicalState::of(board);
        let value = solution.expected_return(state).expect("a state");
        assert_eq!(values[at].to_bits(), value.to_bits(), "{board}");
        let expected = solution.action_values(state).expect("a state").before(symmetry);
        for action in Action::ALL {
            let found = action_values[at][action.index()];
            match expected.expected_returns()[action.index()] {
                Some(expected) if expected.is_finite() => {
                    let difference = (found - expected).abs();
                    assert!(difference <= 1e-14 * expected.abs(), "{board} {action}: {found}");
                }
                Some(expected) => assert_eq!(found, expected, "{board} {action}"),
                None => assert!(found.is_nan(), "{board} {action}: {found}"),
            }
        }
        let best = action_values[at].into_iter().fold(f64::NEG_INFINITY, f64::max);
        assert!(rounding || best.to_bits() == value.to_bits(), "{board}: {best} {value}");
        let advice = solution.advise(board).expect("a state");
        assert_eq!(actions[at], Some(advice.action), "{board}");
    }
}

#[test]
fn positions_are_those_of_the_columns() {
    let single = Solver::new(&reach("3x3", 32)).precision(Precision::Single).solve().unwrap();
    for solution in [solve(&reach("2x3", 64)), single] {
        let shape = solution.game().shape();
        let keys: Vec<u64> = (0..solution.layers().len())
            .flat_map(|layer| solution.keys_of(layer).unwrap())
            .collect();
        let values: Vec<f64> = (0..solution.layers().len())
            .flat_map(|layer| match solution.stored_values(layer) {
                StoredValues::Double(values) => values.to_vec(),
                StoredValues::Single(values) => values.iter().copied().map(f64::from).collect(),
            })
            .collect();
        assert_eq!(keys.len() as u64, solution.states());
        let boards: Vec<Board> =
            keys.iter().map(|&key| Board::from_key(shape, key).expect("a board")).collect();
        let turned: Vec<Board> = boards
            .iter()
            .enumerate()
            .map(|(at, &board)| Symmetry::of(shape)[at % Symmetry::of(shape).len()].board(board))
            .collect();
        let (mut positions, mut found) = (vec![None; boards.len()], vec![0.0; boards.len()]);
        solution.positions_of(&turned, &mut positions);
        solution.expected_returns_of(&boards, &mut found);
        for (at, &board) in boards.iter().enumerate() {
            assert_eq!(board, CanonicalState::of(board).0.board());
            assert_eq!(positions[at], Some(at as u64), "{board}");
            assert_eq!(found[at].to_bits(), values[at].to_bits(), "{board}");
        }
        let mut none = [Some(0)];
        solution.positions_of(&[Board::empty(shape)], &mut none);
        assert_eq!(none, [None]);
    }
}

#[test]
fn answers_for_many_boards_are_those_for_each() {
    let games: [Game; 10] = [
        reach("2x2", 16),
        reach("2x3", 64),
        reach("3x2", 32),
        reach("3x3", 32),
        game("2x4", Objective::Win, Some(32), 0.99, 0.1),
        game("2x3", Objective::Score, None, 1.0, 0.25),
        game("3x3", Objective::Moves, Some(16), 1.0, 0.0),
        game("2x2", Objective::Fewest, Some(8), 1.0, 1.0),
        reach(".x./.../x..", 16),
        game("x.x./..../.x..", Objective::Score, Some(16), 1.0, 0.1),
    ];
    for game in games {
        let solution = solve(&game);
        check(&solution, &boards(&solution));
    }
    let solution = Solver::new(&reach("2x3", 64)).precision(Precision::Single).solve().unwrap();
    check(&solution, &boards(&solution));
}

#[test]
fn codes_of_64_bits_are_found() {
    let solution = solve(&game("4x4", Objective::Win, Some(8), 0.99, 0.1));
    check(&solution, &boards(&solution));
}

#[test]
fn boards_that_are_no_states_have_no_answers() {
    let solution = solve(&reach("2x2", 16));
    // A board of another shape, a won board, a lost one, one with a larger tile, one that no game
    // reaches, the empty one; between them a state.
    let texts = ["2 0 0/0 2 0", "16 2/0 0", "2 4/4 2", "64 2/0 0", "4 2/8 0", "8 8/8 8", "0 0/0 0"];
    let boards: Vec<Board> = texts.iter().map(|text| text.parse().expect("a board")).collect();
    let mut actions = [Some(Action::Left); 7];
    let (values, action_values) = (solution.values_of(&boards), solution.action_values_of(&boards));
    solution.best_actions_of(&boards, &mut actions);
    for (at, text) in texts.into_iter().enumerate() {
        let is_state = text == "4 2/8 0";
        assert_eq!(values[at].is_some(), is_state, "{text}");
        assert_eq!(action_values[at].and_then(|it| it.value()), values[at], "{text}");
        assert_eq!(actions[at].is_none(), !is_state, "{text}");
    }
    assert!(solution.values_of(&[]).is_empty());
}
