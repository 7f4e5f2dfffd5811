//! Distributions of integers, such as the score, the number of moves or the largest tile.

use std::collections::BTreeMap;

use crate::compensated_sum::CompensatedSum;
use crate::probability::Probability;

/// The largest relative error of a sum of probabilities that counts as rounding.
///
/// A probability is a sum of products with one rounding error for each move, so after a thousand
/// moves its relative error is about 1e-13. All terms have one sign, so the sum has no larger one.
const ROUNDING: f64 = 1e-12;

/// The probability distribution of an integer outcome of a game.
///
/// The caller adds probabilities one by one. They sum to 1 up to rounding errors once every
/// possible end of a game has been added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distribution {
    // The probabilities are above 0.
    outcomes: BTreeMap<u32, CompensatedSum>,
}

impl Distribution {
    /// Adds a probability of at least 0 to that of an outcome. Adding 0 does not make an outcome
    /// possible.
    pub fn add(&mut self, outcome: u32, probability: f64) {
        if probability > 0.0 {
            self.outcomes.entry(outcome).or_default().add(probability);
        }
    }

    /// The possible outcomes in ascending order with their probabilities.
    pub fn outcomes(&self) -> impl DoubleEndedIterator<Item = (u32, f64)> + ExactSizeIterator {
        self.outcomes.iter().map(|(&outcome, sum)| (outcome, probability(sum)))
    }

    /// The sum of all probabilities, without the rounding error beyond 1.
    pub fn total(&self) -> f64 {
        Probability::clamp_unit(sum(self.outcomes.values().map(probability)))
    }

    /// The expected outcome.
    pub fn mean(&self) -> f64 {
        sum(self.outcomes().map(|(outcome, probability)| f64::from(outcome) * probability))
    }

    /// The variance, in the square of the unit of the outcomes.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let square = |(outcome, probability)| (f64::from(outcome) - mean).powi(2) * probability;
        sum(self.outcomes().map(square))
    }

    /// The probability that the outcome is at least this, from 0 to 1.
    pub fn at_least(&self, outcome: u32) -> f64 {
        let probabilities = self.outcomes.range(outcome..).map(|(_, sum)| probability(sum));
        Probability::clamp_unit(sum(probabilities))
    }

    /// The quantile of a probability p from 0 to 1: the least outcome x such that an outcome of at
    /// most x has at least the probability p. `None` if no outcome is possible.
    ///
    /// Rounding errors do not decide: a probability counts as p if its difference is at most 1e-12
    /// of p. For p above 1/2, the probability of more than x is compared with 1 - p likewise,
    /// because a sum of small probabilities has a small error.
    pub fn quantile(&self, probability: f64) -> Option<u32> {
        let mut sum = CompensatedSum::default();
        if probability > 0.5 {
            // From the largest outcome down: the last whose larger outcomes have at most 1 - p.
            let most = (1.0 - probability) * (1.0 + ROUNDING);
            let below = self.outcomes().rev().take_while(|&(_, each)| {
                let is_reached = sum.total() <= most;
                sum.add(each);
                is_reached
            });
            return below.last().map(|(outcome, _)| outcome);
        }
        let least = probability * (1.0 - ROUNDING);
        let reached = self.outcomes().find(|&(_, each)| {
            sum.add(each);
            sum.total() >= least
        });
        // The sum of all probabilities is 1, which is above the least.
        reached.or_else(|| self.outcomes().next_back()).map(|(outcome, _)| outcome)
    }
}

/// The probability of an outcome. The rounding errors of its sum may exceed 1.
impl FromIterator<(u32, f64)> for Distribution {
    fn from_iter<T: IntoIterator<Item = (u32, f64)>>(outcomes: T) -> Self {
        let mut distribution = Self::default();
        outcomes.into_iter().for_each(|(outcome, each)| distribution.add(outcome, each));
        distribution
    }
}

fn probability(sum: &CompensatedSum) -> f64 {
    Probability::clamp_unit(sum.total())
}

fn sum(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.collect::<CompensatedSum>().total()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_errors_do_not_add_up() {
        // Three million thirds of a millionth, of which a plain sum is off by 7e-12.
        let third = 1.0 / 3e6;
        let mut even = Distribution::default();
        (0..3_000_000).for_each(|game| even.add(1000 + game % 3, third));
        assert!((even.total() - 1.0).abs() < 4e-16, "{:e}", even.total() - 1.0);
        assert!((even.mean() - 1001.0).abs() < 4e-13, "{}", even.mean());
        assert!((even.variance() - 2.0 / 3.0).abs() < 1e-15, "{}", even.variance());
        assert!((even.at_least(1001) - 2.0 / 3.0).abs() < 4e-16);
    }

    #[test]
    fn distribution_of_the_sum_of_two_dice() {
        let mut dice = Distribution::default();
        dice.add(2, 0.0);
        assert_eq!((dice.total(), dice.outcomes().len()), (0.0, 0));
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
        assert_eq!([0.5, 0.6].map(|p| Distribution::default().quantile(p)), [None; 2]);
    }

    #[test]
    fn rounding_errors_do_not_decide_a_quantile() {
        // Ten tenths: the sum of five is 1/2, and 0.49999999999999994 or 0.5 in double precision.
        for tenth in [0.1f64.next_down(), 0.1, 0.1f64.next_up()] {
            let mut even = Distribution::default();
            (1..=10).for_each(|outcome| even.add(outcome, tenth));
            for (tenths, outcome) in (1..=10).zip(1..) {
                let found = even.quantile(f64::from(tenths) / 10.0);
                assert_eq!(found, Some(outcome), "{tenths} of {tenth}");
            }
            assert_eq!(even.quantile(0.5 + 1e-9), Some(6));
            assert_eq!(even.quantile(0.5 - 1e-9), Some(5));
        }
        // A rare outcome is not a rounding error.
        let mut rare = Distribution::default();
        rare.add(1, 1e-30);
        rare.add(2, 1.0);
        rare.add(3, 1e-30);
        assert_eq!([0.0, 1e-30, 1.1e-30, 1.0].map(|p| rare.quantile(p)), [1, 1, 2, 3].map(Some));
    }

    #[test]
    fn sums_are_at_most_one() {
        let mut certain = Distribution::default();
        [0.1, 0.2, 0.3, 0.4, 2e-16].into_iter().zip(0..).for_each(|(each, x)| certain.add(x, each));
        assert_eq!((certain.total(), certain.at_least(0)), (1.0, 1.0));
        let mut one = Distribution::default();
        [0.1, 0.2, 0.3, 0.4, 2e-16].into_iter().for_each(|each| one.add(8, each));
        assert_eq!(one.outcomes().collect::<Vec<_>>(), [(8, 1.0)]);
    }
}
