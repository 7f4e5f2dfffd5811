//! The tests of the crate: graphs, figures, the layout, scenes and the golden drawings.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

mod flow_figures;
mod golden;
mod graphs;
mod layout;
mod scenes;

use std::path::{Path, PathBuf};

use mdp2048_diagram::{Frame, Graph, Grouping};
use mdp2048_model::{Game, PlainSolution};
use mdp2048_rules::Shape;

/// More states than any of the 2x2 games drawn here has.
const MAX_STATES: usize = 1000;

/// The 2x2 game to a target with discount 1.
fn game(target: u32) -> Game {
    Game::reach(Shape::TWO_BY_TWO, target).unwrap()
}

/// The graph of a 2x2 game with its values and its optimal policy.
fn solved_graph(target: u32, frame: Frame, grouping: Grouping) -> Graph {
    let game = game(target);
    let graph = Graph::of(&game, frame, grouping, MAX_STATES).unwrap();
    graph.with_values(&PlainSolution::solve(&game))
}

/// The folder of the oracle tables.
fn oracles() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/oracles")
}
