//! Why the distribution of the moves looks as it does: a mixture over the last tile sums.

use mdp2048_model::{Distribution, Probability};

use crate::game::BagGame;
use crate::outcomes::Outcomes;

/// The number of random tiles before the first move.
const START_TILES: u32 = 2;

/// The explanation of the distribution of the moves as a mixture of binomial distributions.
///
/// If the last tile sum is S after n random tiles, of which k are fours, then S = 2 n + 2 k. So the
/// sum and the number of moves n - 2 determine k, and n independent random tiles have k fours with
/// a binomial probability. Each component of the mixture is this probability as a function of n for
/// one sum, scaled to a total of 1; its weight is the exact probability of the sum. The mixture is
/// not exact: it disregards which bags the n tiles pass through.
#[derive(Clone, Debug, PartialEq)]
pub struct BinomialMixture {
    components: Vec<SumComponent>,
}

/// The component of one last tile sum.
#[derive(Clone, Debug, PartialEq)]
pub struct SumComponent {
    /// The last tile sum.
    pub sum: u32,
    /// The exact probability of this sum.
    pub probability: f64,
    /// The binomial distribution of the number of moves, given this sum.
    pub moves: Distribution,
}

impl BinomialMixture {
    /// The mixture for a game that starts with two random tiles, and its exact outcomes.
    pub fn new(game: BagGame, outcomes: &Outcomes) -> Self {
        let component = |(sum, probability)| SumComponent {
            sum,
            probability,
            moves: moves_given_sum(sum, game.spawn_four()),
        };
        Self { components: outcomes.sums().outcomes().map(component).collect() }
    }

    /// The components in ascending order of the sum.
    pub fn components(&self) -> &[SumComponent] {
        &self.components
    }

    /// The distribution of the number of moves under the mixture.
    pub fn moves(&self) -> Distribution {
        let outcomes =
            self.components.iter().flat_map(|SumComponent { probability, moves, .. }| {
                moves.outcomes().map(move |(count, each)| (count, probability * each))
            });
        outcomes.collect()
    }

    /// The total variation distance between the mixture and the exact distribution of the moves:
    /// the most by which the two differ in the probability of any set of numbers of moves.
    pub fn distance(&self, outcomes: &Outcomes) -> f64 {
        let (mixture, exact) = (self.moves(), outcomes.moves());
        let mut differences = std::collections::BTreeMap::<u32, f64>::new();
        exact.outcomes().for_each(|(count, each)| *differences.entry(count).or_default() += each);
        mixture.outcomes().for_each(|(count, each)| *differences.entry(count).or_default() -= each);
        differences.values().map(|difference| difference.abs()).sum::<f64>() / 2.0
    }
}

/// The distribution of the number of moves, given that the random tiles have this sum.
fn moves_given_sum(sum: u32, spawn_four: Probability) -> Distribution {
    // n tiles with k fours have the sum 2 n + 2 k, so n + k is half the sum.
    let half = sum / 2;
    let fours = spawn_four.get();
    let (least, most) = (half.div_ceil(2), half);
    let odds = (1.0 - fours) * ((1.0 - fours) / fours);
    // The ratio of the probability of n + 1 tiles to that of n:
    // C(n + 1, k - 1) q^(n - k + 2) p^(k - 1) / (C(n, k) q^(n - k) p^k), where k = half - n.
    let ratio = |tiles: u32| {
        let (n, k) = (f64::from(tiles), f64::from(half - tiles));
        odds * (n + 1.0) * k / ((n - k + 1.0) * (n - k + 2.0))
    };
    // Where the ratios fall below 1, the probability is largest. It is the unit of the others.
    let mode = (least..most).find(|&tiles| ratio(tiles) < 1.0).unwrap_or(most);
    let mut weights = vec![(mode, 1.0)];
    let mut weight = 1.0;
    for tiles in mode..most {
        weight *= ratio(tiles);
        weights.push((tiles + 1, weight));
    }
    weight = 1.0;
    for tiles in (least..mode).rev() {
        weight /= ratio(tiles);
        weights.push((tiles, weight));
    }
    let total: f64 = weights.iter().map(|&(_, weight)| weight).sum();
    let moves = weights.into_iter();
    moves.map(|(tiles, weight)| (tiles.saturating_sub(START_TILES), weight / total)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_given_a_sum_have_binomial_weights() {
        // Sum 12 from three fours, two fours of four tiles, one of five, or six twos.
        let weights = [0.001, 6.0 * 0.01 * 0.81, 5.0 * 0.1 * 0.6561, 0.531_441];
        let total: f64 = weights.iter().sum();
        let moves = moves_given_sum(12, Probability::SPAWN_FOUR);
        for (found, (count, weight)) in moves.outcomes().zip((1..).zip(weights)) {
            assert_eq!(found.0, count);
            assert!((found.1 - weight / total).abs() < 1e-15, "{count}");
        }
    }
}
