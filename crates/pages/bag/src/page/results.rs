//! The exact numbers of a chain.

use crate::page::chain_drawing::ChainDrawing;
use crate::{Bag, BagGame, BinomialMixture, Chain, Steps, TransitionMatrix};
use mdp2048_model::Distribution;
use serde::{Deserialize, Serialize};

/// The most states of a chain whose matrix is drawn, and which is drawn whole on request: those of a
/// target of 2048 with the usual random tiles.
pub(crate) const MOST_STATES: usize = 4000;

/// The probability of fewer moves than a plot shows, and of more.
const TAIL: f64 = 1e-5;

/// What the page shows of a chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BagResults {
    /// The target and the spawn probability.
    pub game: BagGame,
    /// The number of states, with that before the start tiles.
    pub states: u32,
    /// The most tiles that are ever in the bag.
    pub most_tiles: u32,
    /// The number of moves: expected number, variance, fewest and most.
    pub steps: Steps,
    /// The numbers of moves that plots show: the first and the last.
    pub shown: (u32, u32),
    /// The distribution of the number of moves.
    pub moves: MoveSeries,
    /// The mixture of binomial distributions, for the same numbers of moves.
    pub mixture: MoveSeries,
    /// The total variation distance between the two.
    pub mixture_distance: f64,
    /// The last tile sums in ascending order.
    pub sums: Vec<SumSeries>,
    /// The last bags, the most probable first.
    pub absorbed: Vec<(Bag, f64)>,
    /// See [`Chain::log10_of_extremes`].
    pub log10_of_extremes: [f64; 2],
    /// The chain as a graph, or the part that the page draws.
    pub chain: ChainDrawing,
    /// The transition matrix, if the chain is small enough for a picture of it.
    pub matrix: Option<TransitionMatrix>,
}

/// The probabilities of consecutive numbers of moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveSeries {
    /// The number of moves of the first probability.
    pub first: u32,
    /// The probabilities.
    pub probabilities: Vec<f64>,
}

impl MoveSeries {
    /// The probabilities of the numbers of moves from `first` to `last`.
    fn of(distribution: &Distribution, (first, last): (u32, u32)) -> Self {
        let mut probabilities = vec![0.0; (last - first) as usize + 1];
        for (count, probability) in distribution.outcomes() {
            if (first..=last).contains(&count) {
                probabilities[(count - first) as usize] = probability;
            }
        }
        Self { first, probabilities }
    }

    /// The probability of a number of moves.
    pub fn at(&self, moves: u32) -> f64 {
        let index = moves.checked_sub(self.first);
        index.and_then(|at| self.probabilities.get(at as usize)).copied().unwrap_or(0.0)
    }
}

/// A last tile sum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SumSeries {
    /// The sum of the tiles of the last bag.
    pub sum: u32,
    /// The probability of this sum.
    pub probability: f64,
    /// The expected number of moves of games with this sum.
    pub mean: f64,
    /// The probability of this sum together with each number of moves that plots show.
    pub moves: MoveSeries,
}

impl BagResults {
    /// The numbers of a chain.
    pub fn of(chain: &Chain) -> Self {
        let outcomes = chain.outcomes();
        let moves = outcomes.moves();
        let mixture = BinomialMixture::new(chain.game(), &outcomes);
        let steps = chain.steps_from_start();
        let quantile = |share| moves.quantile(share).unwrap_or_default();
        let shown = (quantile(TAIL), quantile(1.0 - TAIL));
        // Numbers of moves that are too improbable for the distribution are not in it.
        let all = (quantile(0.0), quantile(1.0));
        let sum = |(sum, joint): (u32, &Distribution)| {
            let probability = joint.total();
            SumSeries {
                sum,
                probability,
                mean: joint.mean() / probability,
                moves: MoveSeries::of(joint, shown),
            }
        };
        Self {
            game: chain.game(),
            states: chain.states() as u32,
            most_tiles: chain.most_tiles(),
            steps,
            shown,
            moves: MoveSeries::of(&moves, all),
            mixture: MoveSeries::of(&mixture.moves(), all),
            mixture_distance: mixture.distance(&outcomes),
            sums: outcomes.by_sum().map(sum).collect(),
            absorbed: chain.absorbed(),
            log10_of_extremes: chain.log10_of_extremes(),
            chain: ChainDrawing::of_page(chain),
            matrix: (chain.states() <= MOST_STATES).then(|| chain.transition_matrix()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_add_up_to_the_distribution() {
        let results = BagResults::of(&Chain::new(BagGame::new(2048, 0.1).unwrap()));
        let (first, last) = results.shown;
        for count in first..=last {
            let total: f64 = results.sums.iter().map(|sum| sum.moves.at(count)).sum();
            assert!((total - results.moves.at(count)).abs() < 1e-15, "{count}");
        }
        assert!(first > 890 && last < 990, "{first} to {last}");
        let mean: f64 = results.sums.iter().map(|sum| sum.probability * sum.mean).sum();
        assert!((mean - results.steps.mean).abs() < 1e-9);
    }
}
