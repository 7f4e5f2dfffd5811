//! Start states: two random tiles on an empty board.

use std::collections::BTreeMap;
use std::ops::{AddAssign, Mul};

use mdp2048_rules::{Afterstate, Board, CanonicalState, Shape};

use crate::game::Game;

/// A state that a game may start from, with its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StartState {
    /// The state.
    pub state: CanonicalState,
    /// The probability that a game starts from it.
    pub probability: f64,
}

/// The boards after two random tiles on an empty board, in the order of `spawns`, each with the
/// product of the weights of its two spawns.
///
/// `spawns` returns the boards after a random tile is placed on an afterstate, with the weights of
/// the tile. A board appears once for each order in which its two tiles can be placed.
fn start_boards<W, I>(
    shape: Shape,
    spawns: impl Fn(Afterstate) -> I,
) -> impl Iterator<Item = (Board, W)>
where
    W: Clone + Mul<Output = W>,
    I: Iterator<Item = (Board, W)>,
{
    let first_tiles = spawns(Afterstate::new(Board::empty(shape)));
    first_tiles.flat_map(move |(board, first)| {
        let second_tiles = spawns(Afterstate::new(board));
        second_tiles.map(move |(board, second)| (board, first.clone() * second))
    })
}

/// The canonical start states in ascending order, each with the sum of the weights of its boards
/// after two random tiles on an empty board.
pub fn start_weights<W, I>(
    shape: Shape,
    spawns: impl Fn(Afterstate) -> I,
) -> Vec<(CanonicalState, W)>
where
    W: Clone + Default + Mul<Output = W> + AddAssign,
    I: Iterator<Item = (Board, W)>,
{
    canonical_weights(start_boards(shape, spawns))
}

/// The canonical states of boards in ascending order, each with the sum of the weights of its
/// boards.
fn canonical_weights<W: Default + AddAssign>(
    boards: impl IntoIterator<Item = (Board, W)>,
) -> Vec<(CanonicalState, W)> {
    let mut starts: BTreeMap<CanonicalState, W> = BTreeMap::new();
    for (board, weight) in boards {
        *starts.entry(CanonicalState::of(board).0).or_default() += weight;
    }
    starts.into_iter().collect()
}

impl Game {
    /// The boards after two random tiles on an empty board, with the probability of each order
    /// in which the tiles can appear.
    pub fn start_boards(&self) -> Vec<(Board, f64)> {
        start_boards(self.shape(), |after| self.spawns(after)).collect()
    }

    /// The states a game starts from in ascending order, with probabilities that sum to 1.
    pub fn starts(&self) -> Vec<StartState> {
        canonical_weights(self.start_boards())
            .into_iter()
            .map(|(state, probability)| StartState { state, probability })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_probabilities_of_the_2x2_board() {
        let game = Game::reach(Shape::TWO_BY_TWO, 8).unwrap();
        let expected = [
            ("0011", 0.54),
            ("0012", 0.12),
            ("0022", 1.0 / 150.0),
            ("0110", 0.27),
            ("0120", 0.06),
            ("0220", 1.0 / 300.0),
        ];
        let starts = game.starts();
        assert_eq!(starts.len(), expected.len());
        for (start, (hex, probability)) in starts.iter().zip(expected) {
            assert_eq!(start.state.board().hex(), hex);
            assert!((start.probability - probability).abs() < 1e-15, "{start:?}");
        }
    }
}
