//! Kept states and occupancies agree with a forward pass over plain maps, and with sampled games.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use mdp2048_model::{Advice, Outcome, Policy, Replay, Status, Values};
use mdp2048_rules::{Board, CanonicalState, TileSum};
use mdp2048_solve::{KeptStates, Solution, SolveError};
use mdp2048_test_support::{reach, solve};

/// The kept states with their occupancies, and the leave probability, by a forward pass over maps.
fn plain_kept_states(solution: &Solution, threshold: f64) -> (BTreeMap<CanonicalState, f64>, f64) {
    let game = solution.game();
    let mut open: BTreeMap<TileSum, BTreeMap<CanonicalState, f64>> = BTreeMap::new();
    for start in game.starts().into_iter().filter(|start| !start.is_lost()) {
        let layer = open.entry(start.state.board().tile_sum()).or_default();
        layer.insert(start.state, start.probability);
    }
    let (mut kept, mut left) = (BTreeMap::new(), 0.0);
    while let Some((_, layer)) = open.pop_first() {
        for (state, occupancy) in layer {
            if occupancy < threshold {
                left += occupancy;
                continue;
            }
            kept.insert(state, occupancy);
            let choice = solution.action_values(state).unwrap().choice().unwrap();
            let result = game.act(state.board(), choice).unwrap();
            if result.wins {
                continue;
            }
            for (board, probability) in game.spawns(result.after) {
                if game.status(board) == Status::Playing {
                    let next = CanonicalState::of(board).0;
                    let layer = open.entry(board.tile_sum()).or_default();
                    *layer.entry(next).or_insert(0.0) += occupancy * probability;
                }
            }
        }
    }
    (kept, left)
}

fn check(solution: &Solution, threshold: f64) -> KeptStates {
    let found = solution.passes().kept_states(threshold).unwrap();
    let (kept, left) = plain_kept_states(solution, threshold);
    assert!((found.leave_probability - left).abs() < 1e-12);
    let visits: f64 = kept.values().sum();
    assert!((found.visits - visits).abs() < 1e-9);
    assert!(found.states.windows(2).all(|pair| pair[0].state < pair[1].state));
    let positive: Vec<_> = found.states.iter().filter(|kept| kept.occupancy > 0.0).collect();
    assert_eq!(positive.len(), kept.len());
    for entry in positive {
        assert!((entry.occupancy - kept[&entry.state]).abs() < 1e-12, "{entry:?}");
    }
    found
}

#[test]
fn kept_states_agree_with_a_pass_over_maps() {
    let games = [("2x2", 16), ("2x2", 32), ("2x3", 64), ("3x2", 128), ("3x3", 32)];
    for (shape, target) in games.into_iter().chain([("x../.../...", 16), ("x../.x.", 8)]) {
        let solution = solve(&reach(shape, target));
        let all = check(&solution, 0.0);
        assert_eq!(all.states.len() as u64, solution.states());
        assert_eq!((all.leave_probability, all.occupancy_kept), (0.0, 1.0));
        for threshold in [1e-9, 1e-5, 1e-3, 0.1, 1.0] {
            let kept = check(&solution, threshold);
            assert!((kept.occupancy_kept - kept.visits / all.visits).abs() < 1e-12);
        }
    }
}

/// A policy whose entries are the kept states.
struct KeptOnly<'a>(&'a Solution, &'a KeptStates);

impl Policy for KeptOnly<'_> {
    fn advise(&self, board: Board) -> Option<Advice> {
        let state = CanonicalState::of(board).0;
        self.1.states.binary_search_by_key(&state, |kept| kept.state).ok()?;
        self.0.advise(board)
    }
}

#[test]
fn sampled_games_leave_with_the_leave_probability() {
    let solution = solve(&reach("3x3", 64));
    let kept = solution.passes().kept_states(1e-4).unwrap();
    let policy = KeptOnly(&solution, &kept);
    let games = 4000;
    let left = (0..games)
        .filter(|&seed| {
            let replay = Replay::play(solution.game(), &policy, seed.into());
            replay.outcome == Outcome::OffPolicy
        })
        .count();
    let (p, n) = (kept.leave_probability, f64::from(games));
    assert!(p > 0.1 && p < 0.9, "{p}");
    let error = (p * (1.0 - p) / n).sqrt();
    assert!(
        (left as f64 / n - p).abs() < 4.0 * error,
        "{left} of {games} games left, the probability is {p}"
    );
}

#[test]
fn no_larger_threshold_meets_the_leave_probability() {
    let solution = solve(&reach("2x3", 64));
    for max_leave in [1e-9, 0.001, 0.0074, 0.1, 0.5] {
        let threshold = solution.passes().largest_threshold(max_leave).unwrap();
        assert!(solution.passes().kept_states(threshold).unwrap().leave_probability <= max_leave);
        assert!(
            solution.passes().kept_states(threshold.next_up()).unwrap().leave_probability
                > max_leave
        );
    }
    // A leave probability of 1 allows every threshold; 1 is the largest occupancy.
    assert_eq!(solution.passes().largest_threshold(1.0).unwrap(), 1.0);
    // A leave probability of 0 drops only states of occupancy 0.
    let threshold = solution.passes().largest_threshold(0.0).unwrap();
    assert_eq!(solution.passes().kept_states(threshold).unwrap().leave_probability, 0.0);
    let passes = solution.passes().on_progress(|_| ControlFlow::Break(()));
    let stopped = passes.largest_threshold(0.1);
    assert_eq!(stopped, Err(SolveError::Interrupted));
}
