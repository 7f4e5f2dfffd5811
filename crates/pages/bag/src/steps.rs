//! The backward pass: the number of moves from every bag.

use serde::{Deserialize, Serialize};

use crate::chain::Chain;

/// The number of moves from a bag until the chain is absorbed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Steps {
    /// The expected number.
    pub mean: f64,
    /// The variance.
    pub variance: f64,
    /// The fewest that are possible.
    pub fewest: u32,
    /// The most that are possible.
    pub most: u32,
}

impl Steps {
    /// The number of moves from an absorbing bag.
    const ABSORBED: Self = Self { mean: 0.0, variance: 0.0, fewest: 0, most: 0 };

    /// The number of moves where each of some cases has its probability.
    fn mixture(cases: impl Iterator<Item = (Self, f64)> + Clone) -> Self {
        let mean: f64 = cases.clone().map(|(case, probability)| probability * case.mean).sum();
        // The law of total variance, which does not subtract large numbers.
        let variance = cases
            .clone()
            .map(|(case, probability)| probability * (case.variance + (case.mean - mean).powi(2)));
        Self {
            mean,
            variance: variance.sum(),
            fewest: cases.clone().map(|(case, _)| case.fewest).min().unwrap_or(0),
            most: cases.map(|(case, _)| case.most).max().unwrap_or(0),
        }
    }

    /// With one move more.
    fn one_more(self) -> Self {
        Self { mean: self.mean + 1.0, fewest: self.fewest + 1, most: self.most + 1, ..self }
    }
}

impl Chain {
    /// The number of moves from every bag, by its index.
    pub fn steps(&self) -> Vec<Steps> {
        let mut steps = vec![Steps::ABSORBED; self.bags().len()];
        for index in (0..steps.len()).rev().filter(|&index| !self.is_absorbing(index)) {
            let next = self.successors(index).map(|(next, probability)| (steps[next], probability));
            steps[index] = Steps::mixture(next).one_more();
        }
        steps
    }

    /// The number of moves of the game whose random tiles are all 4s, or all 2s, and how many tiles
    /// that are: its probability is that of the tile to this power. `None` if it is impossible.
    pub fn game_of_one_tile(&self, four: bool) -> Option<(u32, u32)> {
        let is_next =
            |sum: u32, bag: usize| self.bags()[bag].tile_sum() == sum + if four { 4 } else { 2 };
        let sum = if four { 8 } else { 4 };
        let mut bag =
            self.starts().iter().map(|it| it.0).find(|&it| self.bags()[it].tile_sum() == sum)?;
        let mut moves = 0;
        while !self.is_absorbing(bag) {
            let sum = self.bags()[bag].tile_sum();
            bag = self.successors(bag).map(|it| it.0).find(|&it| is_next(sum, it))?;
            moves += 1;
        }
        Some((moves, moves + 2))
    }

    /// The number of moves from the start bags.
    pub fn steps_from_start(&self) -> Steps {
        let steps = self.steps();
        Steps::mixture(self.starts().iter().map(|&(start, weight)| (steps[start], weight)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BagGame;

    #[test]
    fn games_of_one_tile_are_the_shortest_and_the_longest() {
        for target in [8, 64, 2048] {
            let chain = Chain::new(BagGame::new(target, 0.1).unwrap());
            let steps = chain.steps_from_start();
            let of_fours = chain.game_of_one_tile(true).unwrap();
            let of_twos = chain.game_of_one_tile(false).unwrap();
            assert_eq!((of_fours.0, of_twos.0), (steps.fewest, steps.most), "{target}");
        }
        let only_twos = Chain::new(BagGame::new(2048, 0.0).unwrap());
        assert_eq!(only_twos.game_of_one_tile(true), None);
        assert_eq!(only_twos.game_of_one_tile(false), Some((1032, 1034)));
    }
}
