//! Distributions of integers, such as the score, the number of moves or the largest tile.

use std::collections::BTreeMap;

/// The probability distribution of an integer outcome of a game.
///
/// The caller adds probabilities one by one. They sum to 1 up to rounding errors once every
/// possible end of a game has been added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distribution {
    // The probabilities are above 0.
    outcomes: BTreeMap<u32, f64>,
}

impl Distribution {
    /// Adds a probability of at least 0 to that of an outcome. Adding 0 does not make an outcome
    /// possible.
    pub fn add(&mut self, outcome: u32, probability: f64) {
        if probability > 0.0 {
            *self.outcomes.entry(outcome).or_insert(0.0) += probability;
        }
    }

    /// The possible outcomes in ascending order with their probabilities.
    pub fn outcomes(&self) -> impl DoubleEndedIterator<Item = (u32, f64)> + ExactSizeIterator {
        self.outcomes.iter().map(|(&outcome, &probability)| (outcome, probability))
    }

    /// The sum of all probabilities.
    pub fn total(&self) -> f64 {
        self.outcomes.values().sum()
    }

    /// The expected outcome.
    pub fn mean(&self) -> f64 {
        self.outcomes().map(|(outcome, probability)| f64::from(outcome) * probability).sum()
    }

    /// The variance, in the square of the unit of the outcomes.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let square = |(outcome, probability)| (f64::from(outcome) - mean).powi(2) * probability;
        self.outcomes().map(square).sum()
    }

    /// The probability that the outcome is at least this, from 0 to 1.
    pub fn at_least(&self, outcome: u32) -> f64 {
        // Large outcomes usually have small probabilities. Adding these first keeps their digits.
        self.outcomes.range(outcome..).rev().map(|(_, probability)| probability).sum()
    }

    /// The quantile of a probability from 0 to 1: the least outcome x such that an outcome of at
    /// most x has at least this probability. `None` if no outcome is possible.
    pub fn quantile(&self, probability: f64) -> Option<u32> {
        let mut at_most = 0.0;
        let reached = self.outcomes().find(|&(_, each)| {
            at_most += each;
            at_most >= probability
        });
        // Rounding errors may leave the sum slightly below a probability of 1.
        reached.or_else(|| self.outcomes().next_back()).map(|(outcome, _)| outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distribution_of_the_sum_of_two_dice() {
        let mut dice = Distribution::default();
        for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
            dice.add(one + other, 1.0 / 36.0);
        }
        dice.add(13, 0.0);
        assert_eq!(dice.outcomes().len(), 11);
        assert!((dice.total() - 1.0).abs() < 1e-15);
        assert!((dice.mean() - 7.0).abs() < 1e-14);
        assert!((dice.variance() - 35.0 / 6.0).abs() < 1e-14);
        assert!((dice.at_least(11) - 3.0 / 36.0).abs() < 1e-15);
        assert_eq!(dice.at_least(13), 0.0);
        assert_eq!([0.0, 0.5, 0.9, 1.0].map(|p| dice.quantile(p)), [2, 7, 10, 12].map(Some));
        assert_eq!(Distribution::default().quantile(0.5), None);
    }
}
