//! The public interface: published figures, the fundamental matrix, properties and samples.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

mod figures;
mod fundamental_matrix;
mod mixture;
mod properties;
mod samples;

use mdp2048_bag::{Bag, BagGame, Chain};
use mdp2048_rules::Exponent;

/// The chain to a target.
fn chain(target: u32, spawn_four: f64) -> Chain {
    Chain::new(BagGame::new(target, spawn_four).unwrap())
}

/// The bag of tiles with these faces.
fn bag(faces: &[u32]) -> Bag {
    let tiles = faces.iter().map(|&face| Exponent::from_face(face).unwrap());
    Bag::from_tiles(tiles).unwrap()
}

#[track_caller]
fn assert_close(found: f64, known: f64, tolerance: f64) {
    assert!((found - known).abs() <= tolerance, "{found}, not {known}");
}
