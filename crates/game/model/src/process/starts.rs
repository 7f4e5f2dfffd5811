//! Start states: two random tiles on an empty board, or given boards.

use std::collections::BTreeMap;
use std::ops::{AddAssign, Mul};

use mdp2048_rules::{Afterstate, Board, CanonicalState};

use crate::game::Game;

/// A state that a game may start from, with its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StartState {
    /// The state.
    pub state: CanonicalState,
    /// The probability that a game starts from it.
    pub probability: f64,
}

impl StartState {
    /// Whether no action is allowed, which only locked cells can cause.
    pub fn is_lost(&self) -> bool {
        !self.state.board().can_move()
    }
}

/// The boards that games start from, in the order of `spawns`, each with its weight: the product of
/// the weights of its two spawns, or 1 for a given board.
///
/// `spawns` returns the boards after a random tile is placed on an afterstate, with the weights of
/// the tile. A board appears once for each order in which its two tiles can be placed.
fn start_boards<W, I>(game: &Game, spawns: impl Fn(Afterstate) -> I) -> Vec<(Board, W)>
where
    W: Clone + From<u8> + Mul<Output = W>,
    I: Iterator<Item = (Board, W)>,
{
    if game.given_starts().len() > 0 {
        return game.given_starts().map(|board| (board, W::from(1))).collect();
    }
    let mut boards = Vec::new();
    for (board, first) in spawns(Afterstate::new(Board::empty(game.shape()))) {
        let second_tiles = spawns(Afterstate::new(board));
        boards.extend(second_tiles.map(|(board, second)| (board, first.clone() * second)));
    }
    boards
}

/// The canonical states that games start from in ascending order, each with the sum of the weights
/// of its boards: 1 for each given board, or the products of the weights of two random tiles.
pub fn start_weights<W, I>(
    game: &Game,
    spawns: impl Fn(Afterstate) -> I,
) -> Vec<(CanonicalState, W)>
where
    W: Clone + Default + From<u8> + Mul<Output = W> + AddAssign,
    I: Iterator<Item = (Board, W)>,
{
    canonical_weights(start_boards(game, spawns))
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
    /// The boards that games start from, with their probabilities: one for each order in which two
    /// random tiles can appear on an empty board, or the given boards.
    pub fn start_boards(&self) -> Vec<(Board, f64)> {
        let mut boards = start_boards(self, |after| self.spawns(after));
        let given = self.given_starts().len();
        if given > 0 {
            boards.iter_mut().for_each(|(_, probability)| *probability /= given as f64);
        }
        boards
    }

    /// The states a game starts from in ascending order, with probabilities that sum to 1. Where
    /// locked cells leave no action after two random tiles, some of them are lost boards.
    pub fn starts(&self) -> Vec<StartState> {
        canonical_weights(self.start_boards())
            .into_iter()
            .map(|(state, probability)| StartState { state, probability })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_rules::Shape;

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

    #[test]
    fn start_boards_without_a_move_are_lost() {
        let are_lost = |shape: &str| -> Vec<bool> {
            let game = Game::reach(shape.parse().unwrap(), 8).unwrap();
            game.starts().iter().map(StartState::is_lost).collect()
        };
        assert!(are_lost("2x2").into_iter().all(|is_lost| !is_lost));
        // Every action would move a locked cell.
        assert!(are_lost("..xx/xx..").into_iter().all(|is_lost| is_lost));
    }
}
