//! Every state of the 2x2 games: values and action values.

use mdp2048_model::{PlainSolution, Value, Values};
use mdp2048_rules::{Action, Board, CanonicalState, Shape};
use mdp2048_test_support::{oracle_rows, reach, solve};

/// The tolerance of probabilities, which differ by rounding only.
const TOLERANCE: f64 = 1e-12;

/// Returns the rows of the table of a 2x2 game.
fn table(target: u32) -> Vec<Vec<String>> {
    oracle_rows(&format!("2x2_to_{target}.states.csv"))
}

fn check_values(target: u32, solution: &impl Values, name: &str) {
    for row in table(target) {
        let board = Board::from_hex(Shape::TWO_BY_TWO, &row[0]).unwrap();
        let (state, _) = CanonicalState::of(board);
        assert_eq!(state.board(), board);
        assert_eq!(board.tile_sum().get().to_string(), row[1]);
        assert_eq!(board.largest().get().to_string(), row[2]);
        let check = |found: Option<Value>, known: &str| {
            let found = found.map(Value::get);
            let known = known.parse::<f64>().ok();
            let is_equal = match (found, known) {
                (Some(found), Some(known)) => (found - known).abs() <= TOLERANCE,
                (found, known) => found == known,
            };
            assert!(is_equal, "{name}, {board} to {target}: {found:?}, known {known:?}");
        };
        check(solution.value(state), &row[3]);
        let values = solution.action_values(state).unwrap();
        for action in Action::ALL {
            check(values.get(action), &row[4 + action.index()]);
        }
    }
}

#[test]
fn values_and_action_values_are_those_of_the_tables() {
    for target in [8, 16, 32] {
        let game = reach("2x2", target);
        let solution = solve(&game);
        assert_eq!(solution.states(), table(target).len() as u64);
        check_values(target, &solution, "solve");
        check_values(target, &PlainSolution::solve(&game), "model");
    }
}
