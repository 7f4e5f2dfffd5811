//! The boards that games visit, by tile sum.

use std::collections::BTreeMap;

use mdp2048_model::{Game, KeyMap};
use mdp2048_rules::{Afterstate, Board, CanonicalState, Shape};

/// The weight of a board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct VisitWeight {
    /// The probability that a game visits it.
    pub(super) probability: f64,
    /// The probability times the discount for each move before it.
    pub(super) discounted: f64,
}

impl VisitWeight {
    /// The weight of one of several cases.
    pub(super) fn times(self, probability: f64) -> Self {
        Self {
            probability: self.probability * probability,
            discounted: self.discounted * probability,
        }
    }

    /// The weight after a move.
    pub(super) fn after(self, discount: f64) -> Self {
        Self { discounted: self.discounted * discount, ..self }
    }
}

/// The boards of the layers that are still to come.
#[derive(Debug)]
pub(super) struct VisitedLayers {
    shape: Shape,
    /// Whether the images of a board are one board, the canonical one.
    is_symmetric: bool,
    /// By tile sum and the key of the board.
    visited: BTreeMap<u32, KeyMap<VisitWeight>>,
}

impl VisitedLayers {
    /// The boards with which games start: two random tiles on an empty board.
    pub(super) fn of_starts(game: &Game, is_symmetric: bool) -> Self {
        let mut layers = Self { shape: game.shape(), is_symmetric, visited: BTreeMap::new() };
        let empty = Afterstate::new(Board::empty(game.shape()));
        for (first, probability) in game.spawns(empty) {
            let weight = VisitWeight { probability, discounted: probability };
            for (board, probability) in game.spawns(Afterstate::new(first)) {
                layers.add(board, CanonicalState::of(board).0, weight.times(probability));
            }
        }
        layers
    }

    /// Adds visits of a board, whose canonical image is `state`.
    pub(super) fn add(&mut self, board: Board, state: CanonicalState, weight: VisitWeight) {
        let board = if self.is_symmetric { state.board() } else { board };
        let layer = self.visited.entry(board.tile_sum().get()).or_default();
        let sum = layer.entry(board.key()).or_default();
        sum.probability += weight.probability;
        sum.discounted += weight.discounted;
    }

    /// Removes the boards of the lowest tile sum, ascending by key, and returns them with it.
    pub(super) fn next(&mut self) -> Option<(u32, Vec<(Board, VisitWeight)>)> {
        let (tile_sum, layer) = self.visited.pop_first()?;
        // Every key is that of a board of this shape.
        let board = |(key, weight)| Some((Board::from_key(self.shape, key)?, weight));
        let mut boards: Vec<_> = layer.into_iter().filter_map(board).collect();
        boards.sort_unstable_by_key(|(board, _)| board.key());
        Some((tile_sum, boards))
    }

    /// The number of boards held.
    pub(super) fn boards(&self) -> usize {
        self.visited.values().map(KeyMap::len).sum()
    }
}
