//! Every state of the 2x2 games: values, action values and occupancies.

use mdp2048_model::{PlainSolution, Values};
use mdp2048_rules::{Action, Board, CanonicalState, Shape};
use mdp2048_test_support::{oracle_rows, reach, solve};

fn check_values(target: u32, solution: &impl Values, name: &str) {
    for row in oracle_rows(&format!("2x2_to_{target}.states.csv")) {
        let board = Board::from_hex(Shape::TWO_BY_TWO, &row[0]).unwrap();
        let (state, _) = CanonicalState::of(board);
        assert_eq!(state.board(), board);
        assert_eq!(board.tile_sum().get().to_string(), row[1]);
        assert_eq!(board.largest().get().to_string(), row[2]);
        let close = |found: Option<f64>, known: &str| {
            let known = known.parse::<f64>().ok();
            let same = match (found, known) {
                (Some(found), Some(known)) => (found - known).abs() <= 1e-12,
                (found, known) => found == known,
            };
            assert!(same, "{name}, {board} to {target}: {found:?}, known {known:?}");
        };
        close(solution.value(state), &row[3]);
        let values = solution.action_values(state).unwrap();
        for action in Action::ALL {
            close(values.get(action), &row[4 + action.index()]);
        }
    }
}

#[test]
fn values_and_action_values() {
    for target in [8, 16, 32] {
        let game = reach("2x2", target);
        let rows = oracle_rows(&format!("2x2_to_{target}.states.csv")).len() as u64;
        let solution = solve(&game);
        assert_eq!(solution.states(), rows);
        check_values(target, &solution, "solve");
        check_values(target, &PlainSolution::solve(&game), "model");
    }
}

#[test]
fn occupancies_are_of_an_optimal_policy() {
    // Optimal policies differ where actions tie, so single occupancies may; what all have in
    // common is that every game starts, and that the occupancies of a layer's states and of the
    // games that ended before add up. The start layer is the same for all.
    for target in [8, 16, 32] {
        let kept_states = solve(&reach("2x2", target)).kept_states(0.0);
        let known: Vec<(String, f64)> = oracle_rows(&format!("2x2_to_{target}.states.csv"))
            .into_iter()
            .filter(|row| row[1] == "4")
            .map(|row| (row[0].clone(), row[8].parse().unwrap()))
            .collect();
        assert_eq!(known.len(), 2);
        for (hex, occupancy) in known {
            let kept =
                kept_states.states.iter().find(|kept| kept.state.board().hex() == hex).unwrap();
            assert!((kept.occupancy - occupancy).abs() < 1e-12, "{hex}");
        }
    }
}
