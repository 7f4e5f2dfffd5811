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

    /// The common logarithms of the probabilities of a game with the fewest moves and of one with
    /// the most. Such probabilities may be below the least number above 0.
    pub fn log10_of_extremes(&self) -> [f64; 2] {
        let steps = self.steps();
        [|it: &Steps| it.fewest, |it: &Steps| it.most].map(|of| {
            let mut logarithms = vec![0.0; steps.len()];
            // The sum over the cases that attain this number of moves.
            let sum = |cases: &mut dyn Iterator<Item = (usize, f64)>, moves, logarithms: &[f64]| {
                let attaining = cases.filter(|&(bag, _)| of(&steps[bag]) == moves);
                let terms = attaining.map(|(bag, each)| each.log10() + logarithms[bag]);
                terms.reduce(log10_of_sum).unwrap_or(f64::NEG_INFINITY)
            };
            for bag in (0..steps.len()).rev().filter(|&bag| !self.is_absorbing(bag)) {
                let moves = of(&steps[bag]) - 1;
                logarithms[bag] = sum(&mut self.successors(bag), moves, &logarithms);
            }
            let moves = of(&self.steps_from_start());
            sum(&mut self.starts().iter().copied(), moves, &logarithms)
        })
    }

    /// The number of moves from the start bags.
    pub fn steps_from_start(&self) -> Steps {
        let steps = self.steps();
        Steps::mixture(self.starts().iter().map(|&(start, weight)| (steps[start], weight)))
    }
}

/// The logarithm of the sum of two numbers with these logarithms.
fn log10_of_sum(one: f64, other: f64) -> f64 {
    let (least, most) = (one.min(other), one.max(other));
    most + (1.0 + 10f64.powf(least - most)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BagGame;

    #[test]
    fn extremes_have_their_probabilities() {
        for (target, spawn_four) in [(8, 0.1), (16, 0.1), (64, 0.3), (16, 0.0), (32, 1.0)] {
            let chain = Chain::new(BagGame::new(target, spawn_four).unwrap());
            let (steps, moves) = (chain.steps_from_start(), chain.outcomes().moves());
            let probability =
                |moves_of: u32| moves.outcomes().find(|it| it.0 == moves_of).map_or(0.0, |it| it.1);
            let expected = [steps.fewest, steps.most].map(|it| probability(it).log10());
            for (found, expected) in chain.log10_of_extremes().into_iter().zip(expected) {
                assert!((found - expected).abs() < 1e-9, "{target}: {found}, not {expected}");
            }
        }
        // More than one game has 519 moves: not all of its 521 tiles need to be 4s.
        let [fewest, most] = Chain::new(BagGame::new(2048, 0.1).unwrap()).log10_of_extremes();
        assert!((fewest + 512.0).abs() < 1e-9, "{fewest}");
        assert!((most - 1024.0 * 0.9f64.log10()).abs() < 1e-9, "{most}");
    }
}
