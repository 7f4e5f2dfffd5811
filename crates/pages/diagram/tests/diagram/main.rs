//! The tests of the crate: graphs, figures, the layout, scenes and the golden drawings.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

mod flow_figures;
mod golden;
mod graphs;
mod layout;
mod scenes;

use mdp2048_diagram::{Frame, Graph, Grouping};
use mdp2048_model::{Game, PlainSolution};
use mdp2048_test_support::reach;

/// More states than any of the 2x2 games drawn here has.
const MAX_STATES: usize = 1000;

/// The 2x2 game to a target.
fn game(target: u32) -> Game {
    reach("2x2", target)
}

/// The graph of a 2x2 game with its values and its optimal policy.
fn solved_graph(target: u32, frame: Frame, grouping: Grouping) -> Graph {
    let game = game(target);
    let graph = Graph::of(&game, frame, grouping, MAX_STATES).unwrap();
    graph.with_values(&PlainSolution::solve(&game))
}
