//! The exact numbers of a chain.

use mdp2048_bag::{Bag, BagGame, BinomialMixture, Chain, Steps};
use mdp2048_model::Distribution;

use crate::numbers::{NumberReader, write_list};
use crate::overview::Overview;

/// The probability of fewer moves than a plot shows, and of more.
const TAIL: f64 = 1e-5;

/// What the page shows of a chain.
#[derive(Clone, Debug, PartialEq)]
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
    pub mixture: Vec<f64>,
    /// The total variation distance between the two.
    pub mixture_distance: f64,
    /// The last tile sums in ascending order.
    pub sums: Vec<SumSeries>,
    /// The last bags, the most probable first.
    pub absorbed: Vec<(Bag, f64)>,
    /// All bags at a glance.
    pub overview: Overview,
}

/// The probabilities of consecutive numbers of moves.
#[derive(Clone, Debug, PartialEq)]
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

    fn read(reader: &mut NumberReader<'_>) -> Option<Self> {
        Some(Self { first: reader.whole()?, probabilities: reader.list()?.to_vec() })
    }

    fn write(&self, numbers: &mut Vec<f64>) {
        numbers.push(self.first.into());
        write_list(numbers, &self.probabilities);
    }
}

/// A last tile sum.
#[derive(Clone, Debug, PartialEq)]
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
            mixture: MoveSeries::of(&mixture.moves(), all).probabilities,
            mixture_distance: mixture.distance(&outcomes),
            sums: outcomes.by_sum().map(sum).collect(),
            absorbed: chain.absorbed(),
            overview: Overview::of(chain),
        }
    }

    /// The numbers as a list that [`BagResults::from_numbers`] reads.
    pub fn to_numbers(&self) -> Vec<f64> {
        let Steps { mean, variance, fewest, most } = self.steps;
        let mut numbers = vec![
            self.game.target().into(),
            self.game.spawn_four().get(),
            self.states.into(),
            self.most_tiles.into(),
            mean,
            variance,
            fewest.into(),
            most.into(),
            self.shown.0.into(),
            self.shown.1.into(),
        ];
        self.moves.write(&mut numbers);
        write_list(&mut numbers, &self.mixture);
        numbers.push(self.mixture_distance);
        numbers.push(self.sums.len() as f64);
        for SumSeries { sum, probability, mean, moves } in &self.sums {
            numbers.extend([f64::from(*sum), *probability, *mean]);
            moves.write(&mut numbers);
        }
        numbers.push(self.absorbed.len() as f64);
        for (bag, probability) in &self.absorbed {
            numbers.push(*probability);
            write_list(&mut numbers, &bag.tiles().map(f64::from).collect::<Vec<_>>());
        }
        let Overview { least_sum, sums_per_column, columns, cells, ends } = &self.overview;
        numbers.extend([*least_sum, *sums_per_column, *columns].map(f64::from));
        write_list(&mut numbers, cells);
        write_list(&mut numbers, ends);
        numbers
    }

    /// Reads the numbers of a chain; `None` if the list is not one.
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let mut reader = NumberReader::new(numbers);
        let it = &mut reader;
        let game = BagGame::new(it.whole()?, it.number()?).ok()?;
        let (states, most_tiles) = (it.whole()?, it.whole()?);
        let (mean, variance) = (it.number()?, it.number()?);
        let (fewest, most) = (it.whole()?, it.whole()?);
        let shown = (it.whole()?, it.whole()?);
        let moves = MoveSeries::read(it)?;
        let mixture = it.list()?.to_vec();
        let mixture_distance = it.number()?;
        let sums = it.each(|it| {
            let (sum, probability, mean) = (it.whole()?, it.number()?, it.number()?);
            Some(SumSeries { sum, probability, mean, moves: MoveSeries::read(it)? })
        })?;
        let absorbed = it.each(|it| {
            let probability = it.number()?;
            Some((Bag::from_faces(it.whole_list()?)?, probability))
        })?;
        let (least_sum, sums_per_column, columns) = (it.whole()?, it.whole()?, it.whole()?);
        let (cells, ends) = (it.list()?.to_vec(), it.list()?.to_vec());
        Some(Self {
            game,
            states,
            most_tiles,
            steps: Steps { mean, variance, fewest, most },
            shown,
            moves,
            mixture,
            mixture_distance,
            sums,
            absorbed,
            overview: Overview { least_sum, sums_per_column, columns, cells, ends },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGEST: u32 = BagGame::LARGEST_TARGET;

    #[test]
    fn results_survive_the_way_from_the_worker() {
        let games = [
            (8, 0.1),
            (64, 0.5),
            (2048, 0.1),
            (2048, 0.0),
            (16, 1.0),
            (65536, 0.1),
            (LARGEST, 0.0),
        ];
        for (target, spawn_four) in games {
            let chain = Chain::new(BagGame::new(target, spawn_four).unwrap());
            let results = BagResults::of(&chain);
            let numbers = results.to_numbers();
            assert_eq!(BagResults::from_numbers(&numbers), Some(results), "{target}");
            // A list that ends early is no result, and is no reason to panic.
            for length in (0..numbers.len()).step_by(1 + numbers.len() / 200) {
                assert_eq!(BagResults::from_numbers(&numbers[..length]), None, "{length}");
            }
        }
    }

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
