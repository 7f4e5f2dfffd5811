//! Random tiles and the states a game starts from.

use std::collections::BTreeMap;

use mdp2048_rules::{Afterstate, Board, CanonicalState, Exponent};

use crate::Game;

/// A state that a game may start from, with its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StartState {
    /// The state.
    pub state: CanonicalState,
    /// The probability that a game starts from it.
    pub probability: f64,
}

impl Game {
    /// The boards that the random tile makes of an afterstate, with their probabilities: every
    /// empty cell alike, in row-major order, a 2 before a 4. Boards of probability 0 are left out.
    pub fn spawns(&self, after: Afterstate) -> impl Iterator<Item = (Board, f64)> {
        let four = self.spawn_four().get();
        let tiles = [(Exponent::TWO, 1.0 - four), (Exponent::FOUR, four)];
        let cells = after.board().empty_cells().count() as f64;
        after.board().empty_cells().flat_map(move |cell| {
            tiles.into_iter().filter(|&(_, chance)| chance > 0.0).filter_map(
                move |(tile, chance)| after.place(cell, tile).map(|board| (board, chance / cells)),
            )
        })
    }

    /// The states a game starts from (two random tiles on an empty board) in ascending order, with
    /// probabilities that sum to 1.
    pub fn starts(&self) -> Vec<StartState> {
        let mut starts = BTreeMap::new();
        for (first, p) in self.spawns(Afterstate::new(Board::empty(self.shape()))) {
            for (second, q) in self.spawns(Afterstate::new(first)) {
                *starts.entry(CanonicalState::of(second).0).or_insert(0.0) += p * q;
            }
        }
        starts.into_iter().map(|(state, probability)| StartState { state, probability }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Objective;
    use mdp2048_rules::Shape;

    #[test]
    fn start_weights_of_the_2x2_board() {
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
    fn a_certain_four_leaves_out_the_two() {
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Win, Some(8), 1.0, 1.0).unwrap();
        assert_eq!(game.starts().len(), 2);
    }
}
