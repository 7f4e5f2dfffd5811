//! Every state of the 2x2 games: values, action values and occupancies.

use std::collections::BTreeMap;

use mdp2048_model::{Game, PlainSolution, Policy, Status, Values};
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
        let check = |found: Option<f64>, known: &str| {
            let found = found.and_then(|value| solution.valued_game().objective_value(value));
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

/// Occupancies by state.
type Occupancies = BTreeMap<CanonicalState, f64>;

/// Returns the probabilities that a game starts in a state.
fn start_probabilities(game: &Game) -> Occupancies {
    game.starts().iter().map(|start| (start.state, start.probability)).collect()
}

/// Checks that games are conserved from layer to layer.
///
/// A game arrives in a layer from a start, from the layer below with a 2, or from two layers below
/// with a 4. So the arrivals are the same under every policy with these occupancies per layer; the
/// games that arrive and do not visit a state of the layer have ended there. No probability of
/// ending is negative, and the probabilities of ending add up to 1.
fn check_conservation(name: &str, game: &Game, occupancies: &Occupancies) {
    let by_layer = |occupancies: &Occupancies| {
        let mut sums: BTreeMap<u32, f64> = BTreeMap::new();
        for (state, probability) in occupancies {
            *sums.entry(state.board().tile_sum().get()).or_default() += probability;
        }
        sums
    };
    let (starts, visits) = (by_layer(&start_probabilities(game)), by_layer(occupancies));
    let get = |sums: &BTreeMap<u32, f64>, sum: u32| sums.get(&sum).copied().unwrap_or_default();
    let four = game.spawn_four().get();
    let last = visits.keys().max().unwrap() + 4;
    let mut ended = 0.0;
    for sum in (4..=last).step_by(2) {
        let arrivals =
            get(&starts, sum) + (1.0 - four) * get(&visits, sum - 2) + four * get(&visits, sum - 4);
        let ends = arrivals - get(&visits, sum);
        assert!(ends >= -TOLERANCE, "{name}, {game}: {ends} of the games end at tile sum {sum}");
        ended += ends;
    }
    assert!((ended - 1.0).abs() < TOLERANCE, "{name}, {game}: {ended} of the games end");
}

/// Returns the occupancies of a policy by adding up the transitions from state to state.
fn forward(game: &Game, policy: &impl Policy) -> Occupancies {
    let mut waiting: BTreeMap<(u32, CanonicalState), f64> = BTreeMap::new();
    let key = |state: CanonicalState| (state.board().tile_sum().get(), state);
    for (state, probability) in start_probabilities(game) {
        waiting.insert(key(state), probability);
    }
    let mut occupancies = Occupancies::new();
    // By ascending tile sum, so that all transitions to a state come before those from it.
    while let Some(((_, state), occupancy)) = waiting.pop_first() {
        occupancies.insert(state, occupancy);
        let action = policy.advise(state.board()).unwrap().action;
        let after = game.act(state.board(), action).unwrap().after;
        for (board, probability) in game.spawns(after) {
            if game.status(board) == Status::Playing {
                let next = key(CanonicalState::of(board).0);
                *waiting.entry(next).or_default() += occupancy * probability;
            }
        }
    }
    occupancies
}

#[test]
fn occupancies_are_of_an_optimal_policy() {
    // Optimal policies differ where actions tie, so their occupancies may differ from those of the
    // table. In common they have the start layer and the conservation of games.
    for target in [8, 16, 32] {
        let game = reach("2x2", target);
        let solution = solve(&game);
        let kept = solution.kept_states(0.0).unwrap().states;
        let found: Occupancies = kept.iter().map(|kept| (kept.state, kept.occupancy)).collect();
        let known: Occupancies = table(target)
            .iter()
            .map(|row| {
                let board = Board::from_hex(Shape::TWO_BY_TWO, &row[0]).unwrap();
                (CanonicalState::of(board).0, row[8].parse().unwrap())
            })
            .collect();
        check_conservation("solve", &game, &found);
        check_conservation("table", &game, &known);
        let is_in_start_layer = |state: &CanonicalState| state.board().tile_sum().get() == 4;
        assert_eq!(known.keys().filter(|&state| is_in_start_layer(state)).count(), 2);
        for (state, occupancy) in known.iter().filter(|(state, _)| is_in_start_layer(state)) {
            assert!((found[state] - occupancy).abs() < TOLERANCE, "{}", state.board());
        }
        let expected = forward(&game, &solution);
        for (state, occupancy) in &found {
            let expected = expected.get(state).copied().unwrap_or_default();
            assert!((occupancy - expected).abs() < TOLERANCE, "{}", state.board());
        }
        assert!(expected.keys().all(|state| found.contains_key(state)));
    }
}
