//! The boards that games visit, by tile sum.

use std::collections::BTreeMap;

use mdp2048_model::{Game, KeyMap};
use mdp2048_rules::{Afterstate, Board, Shape};

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
    /// By tile sum and the key of the board.
    visited: BTreeMap<u32, KeyMap<VisitWeight>>,
}

impl VisitedLayers {
    /// The boards with which games start: two random tiles on an empty board.
    pub(super) fn of_starts(game: &Game) -> Self {
        let mut layers = Self { shape: game.shape(), visited: BTreeMap::new() };
        let empty = Afterstate::new(Board::empty(game.shape()));
        for (first, probability) in game.spawns(empty) {
            let weight = VisitWeight { probability, discounted: probability };
            layers.add_spawns(game, Afterstate::new(first), weight);
        }
        layers
    }

    /// Adds the boards after a random tile on an afterstate.
    pub(super) fn add_spawns(&mut self, game: &Game, after: Afterstate, weight: VisitWeight) {
        for (board, probability) in game.spawns(after) {
            let weight = weight.times(probability);
            let layer = self.visited.entry(board.tile_sum().get()).or_default();
            let sum = layer.entry(board.key()).or_default();
            sum.probability += weight.probability;
            sum.discounted += weight.discounted;
        }
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
