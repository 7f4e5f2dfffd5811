//! Distributions of whole numbers: of scores, of moves, of largest tiles.

use std::collections::BTreeMap;

/// How likely each outcome of a game is, where outcomes are whole numbers.
///
/// Probabilities are added as they come, so they sum to 1 only once every way that games can end
/// has been added, and then to rounding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distribution {
    // Above 0.
    outcomes: BTreeMap<u32, f64>,
}

impl Distribution {
    /// Makes an outcome more likely by a probability from 0 up; by 0 it stays as it is.
    pub fn add(&mut self, outcome: u32, probability: f64) {
        if probability > 0.0 {
            *self.outcomes.entry(outcome).or_insert(0.0) += probability;
        }
    }

    /// The possible outcomes, ascending, with their probabilities.
    pub fn outcomes(&self) -> impl DoubleEndedIterator<Item = (u32, f64)> + ExactSizeIterator {
        self.outcomes.iter().map(|(&outcome, &probability)| (outcome, probability))
    }

    /// The sum of all probabilities: 1 to rounding.
    pub fn total(&self) -> f64 {
        self.outcomes.values().sum()
    }

    /// The expected outcome.
    pub fn mean(&self) -> f64 {
        self.outcomes().map(|(outcome, probability)| f64::from(outcome) * probability).sum()
    }

    /// The expected square of the distance to the mean, in squares of the outcome's unit.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let square = |(outcome, probability)| (f64::from(outcome) - mean).powi(2) * probability;
        self.outcomes().map(square).sum()
    }

    /// The probability of this outcome or a larger one, 0 to 1.
    pub fn at_least(&self, outcome: u32) -> f64 {
        // From the smallest probabilities up, so that a rare outcome keeps its digits.
        self.outcomes.range(outcome..).rev().map(|(_, probability)| probability).sum()
    }

    /// The least outcome that, with those below it, has at least this probability (0 to 1); `None`
    /// if there is none at all.
    pub fn quantile(&self, probability: f64) -> Option<u32> {
        let mut below = 0.0;
        let reached = self.outcomes().find(|&(_, each)| {
            below += each;
            below >= probability
        });
        // Rounding may leave the sum just short of a probability of 1.
        reached.or_else(|| self.outcomes().next_back()).map(|(outcome, _)| outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice() {
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
