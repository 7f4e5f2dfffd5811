//! Counts of sampled games.

use std::collections::{BTreeMap, BTreeSet};

use crate::{BagGame, SeededBags};
use mdp2048_model::{Seed, mean_margin};
use serde::{Deserialize, Serialize};

use crate::page::results::MoveSeries;

/// How many games of a seed had each number of moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSample {
    /// The target and the spawn probability.
    pub game: BagGame,
    /// The seed of the first game.
    pub seed: Seed,
    /// The number of games.
    pub games: u32,
    /// How many games had each number of moves.
    pub counts: BTreeMap<u32, u32>,
}

impl GameSample {
    /// No games.
    pub const fn new(game: BagGame, seed: Seed) -> Self {
        Self { game, seed, games: 0, counts: BTreeMap::new() }
    }

    /// Adds the next games of the sampler.
    pub(crate) fn play(&mut self, sampler: &mut SeededBags, games: u32) {
        for game in sampler.take(games as usize) {
            self.add(game.moves);
        }
    }

    fn add(&mut self, moves: u32) {
        *self.counts.entry(moves).or_default() += 1;
        self.games += 1;
    }

    /// How many games had this number of moves.
    pub fn count(&self, moves: u32) -> u32 {
        self.counts.get(&moves).copied().unwrap_or(0)
    }

    /// The share of the games with this number of moves.
    pub fn share(&self, moves: u32) -> f64 {
        f64::from(self.count(moves)) / f64::from(self.games.max(1))
    }

    /// The mean number of moves and half the width of its 95 % confidence interval. `None` for
    /// fewer than two games.
    pub fn mean(&self) -> Option<(f64, f64)> {
        if self.games < 2 {
            return None;
        }
        let games = f64::from(self.games);
        let counted = || self.counts.iter().map(|(&moves, &n)| (f64::from(moves), f64::from(n)));
        let mean = counted().map(|(moves, n)| moves * n).sum::<f64>() / games;
        let squares = counted().map(|(moves, n)| (moves - mean).powi(2) * n).sum();
        Some((mean, mean_margin(squares, games)))
    }

    /// The total variation distance between the shares and exact probabilities.
    pub fn distance(&self, exact: &MoveSeries) -> f64 {
        let of_exact = (exact.first..).take(exact.probabilities.len());
        let all: BTreeSet<u32> = of_exact.chain(self.counts.keys().copied()).collect();
        let differences = all.into_iter().map(|moves| self.share(moves) - exact.at(moves));
        differences.map(f64::abs).sum::<f64>() / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_their_statistics() {
        let mut tally = GameSample::new(BagGame::new(16, 0.1).unwrap(), 42.into());
        assert_eq!(tally.mean(), None);
        [9, 7, 7, 8, 9].into_iter().for_each(|moves| tally.add(moves));
        assert_eq!((&tally.counts, tally.games), (&[(7, 2), (8, 1), (9, 2)].into(), 5));
        assert_eq!([6, 7, 9, 10].map(|moves| tally.count(moves)), [0, 2, 2, 0]);
        let (mean, margin) = tally.mean().unwrap();
        assert!((mean - 8.0).abs() < 1e-12 && (margin - 1.96 * 0.2f64.sqrt()).abs() < 1e-4);
        let exact = MoveSeries { first: 6, probabilities: vec![0.2, 0.2, 0.2, 0.4] };
        assert!((tally.distance(&exact) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn a_tally_is_the_same_in_one_batch_or_many() {
        let game = BagGame::new(64, 0.1).unwrap();
        let (mut one, mut many) =
            (GameSample::new(game, 7.into()), GameSample::new(game, 7.into()));
        one.play(&mut SeededBags::new(game, 7.into()), 1000);
        let mut sampler = SeededBags::new(game, 7.into());
        [1, 9, 90, 900].into_iter().for_each(|games| many.play(&mut sampler, games));
        assert_eq!(one, many);
    }
}
