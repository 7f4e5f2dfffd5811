//! The logs of long runs in `docs/runs` have the known numbers of states.
//!
//! These runs take minutes to an hour, so the tests read their logs and do not repeat them.
//! `state_counts.rs` counts the states of smaller games anew.

use std::fs;

use mdp2048_test_support::repository_path;

/// The games on 4x4 by the name of their log: states and layers. Other solvers have counted the
/// same.
const RUNS: [(&str, u64, usize); 4] = [
    ("4x4_16", 23_482_821, 47),
    ("4x4_32", 1_566_798_892, 91),
    ("4x4_32_discount_1", 1_566_798_892, 91),
    ("4x4_64", 40_652_843_433, 173),
];

/// The run that solves its game twice, for the probability of winning and for that of losing.
const SOLVED_TWICE: &str = "4x4_32_discount_1";

/// The largest layer of the game to 64: its tile sum and its states.
const LARGEST_LAYER: (u32, u64) = (164, 856_460_016);

/// Returns the tile sum of each layer of a pass, and the states up to it, in the order of the pass.
fn layers(log: &str, pass: &str) -> Vec<(u32, u64)> {
    let path = repository_path(&format!("docs/runs/{log}.csv"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{log}: {error}"));
    let rows = text.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
    let of_pass = rows.filter(|row| row[0] == pass);
    of_pass.map(|row| (row[1].parse().unwrap(), row[2].parse().unwrap())).collect()
}

/// Returns the number of states of the game of a log.
pub(crate) fn logged_states(log: &str) -> u64 {
    layers(log, "forward").last().unwrap().1
}

#[test]
fn both_passes_of_each_run_visit_the_known_states() {
    for (log, states, layer_count) in RUNS {
        let solves = if log == SOLVED_TWICE { 2 } else { 1 };
        let [forward, backward] = ["forward", "backward"].map(|pass| {
            let layers = layers(log, pass);
            assert_eq!(layers.len(), solves * layer_count, "{log}, {pass}");
            assert!(layers.chunks(layer_count).all(|solve| solve[layer_count - 1].1 == states));
            layers
        });
        for (forward, backward) in forward.chunks(layer_count).zip(backward.chunks(layer_count)) {
            assert!(
                forward.iter().map(|it| it.0).eq(backward.iter().rev().map(|it| it.0)),
                "{log}"
            );
        }
    }
}

#[test]
fn the_largest_layer_is_the_known_one() {
    let layers = layers("4x4_64", "forward");
    let sizes = layers.windows(2).map(|two| (two[1].1 - two[0].1, two[1].0));
    let (states, tile_sum) = sizes.max().unwrap();
    assert_eq!((tile_sum, states), LARGEST_LAYER);
}
