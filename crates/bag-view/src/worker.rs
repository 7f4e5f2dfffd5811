//! What a worker computes for the page.

use mdp2048_bag::{BagGame, Chain, SeededBags};
use mdp2048_model::Seed;

use crate::numbers::NumberReader;
use crate::results::BagResults;
use crate::tally::GameSample;

/// What kind of request or reply a list of numbers is: its first number.
pub(crate) const SOLVE: u32 = 0;
pub(crate) const SAMPLE: u32 = 1;

/// Something for the worker to compute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BagRequest {
    /// The exact numbers of a chain.
    Solve(BagGame),
    /// More games of a seed, after the given number of them.
    Sample {
        /// The target and the spawn probability.
        game: BagGame,
        /// The seed of the first game.
        seed: Seed,
        /// The number of games before.
        after: u32,
        /// The number of games to add.
        games: u32,
    },
}

impl BagRequest {
    /// The target and the spawn probability that it is about.
    pub const fn game(self) -> BagGame {
        match self {
            Self::Solve(game) | Self::Sample { game, .. } => game,
        }
    }

    /// The request as a list of numbers.
    pub fn to_numbers(self) -> Vec<f64> {
        let numbers = |kind: u32, game: BagGame| {
            vec![kind.into(), game.target().into(), game.spawn_four().get()]
        };
        match self {
            Self::Solve(game) => numbers(SOLVE, game),
            Self::Sample { game, seed, after, games } => {
                let mut numbers = numbers(SAMPLE, game);
                numbers.extend([seed.get(), after, games].map(f64::from));
                numbers
            }
        }
    }

    fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let mut it = NumberReader::new(numbers);
        let kind = it.whole()?;
        let game = BagGame::new(it.whole()?, it.number()?).ok()?;
        match kind {
            SOLVE => Some(Self::Solve(game)),
            SAMPLE => {
                let seed = Seed::from(it.whole()?);
                Some(Self::Sample { game, seed, after: it.whole()?, games: it.whole()? })
            }
            _ => None,
        }
    }
}

/// Answers requests, and keeps the sampler between two of them.
#[derive(Clone, Debug, Default)]
pub struct BagWorker {
    sampled: Option<(SeededBags, GameSample)>,
}

impl BagWorker {
    /// Answers a request, both as lists of numbers; `None` if the list is no request.
    pub fn answer(&mut self, request: &[f64]) -> Option<Vec<f64>> {
        match BagRequest::from_numbers(request)? {
            BagRequest::Solve(game) => {
                let mut numbers = vec![SOLVE.into()];
                numbers.extend(BagResults::of(&Chain::new(game)).to_numbers());
                Some(numbers)
            }
            BagRequest::Sample { game, seed, after, games } => {
                let kept = self.sampled.take().filter(|(_, tally)| {
                    (tally.game, tally.seed, tally.games) == (game, seed, after)
                });
                let (mut sampler, mut tally) = kept.unwrap_or_else(|| {
                    let (mut sampler, mut tally) =
                        (SeededBags::new(game, seed), GameSample::new(game, seed));
                    tally.play(&mut sampler, after);
                    (sampler, tally)
                });
                tally.play(&mut sampler, games);
                let mut numbers = vec![SAMPLE.into()];
                tally.write(&mut numbers);
                self.sampled = Some((sampler, tally));
                Some(numbers)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_survive_the_way_to_the_worker() {
        let game = BagGame::new(64, 0.25).unwrap();
        let sample = BagRequest::Sample { game, seed: 7.into(), after: 100, games: 20 };
        for request in [BagRequest::Solve(game), sample] {
            assert_eq!(BagRequest::from_numbers(&request.to_numbers()), Some(request));
        }
        let mut worker = BagWorker::default();
        for bad in [&[][..], &[0.0], &[2.0, 64.0, 0.1], &[0.0, 65.0, 0.1], &[0.5, 64.0, 0.1]] {
            assert_eq!(worker.answer(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_worker_goes_on_with_a_sample_or_catches_up() {
        let game = BagGame::new(32, 0.1).unwrap();
        let sample =
            |after, games| BagRequest::Sample { game, seed: 7.into(), after, games }.to_numbers();
        let mut worker = BagWorker::default();
        worker.answer(&sample(0, 50));
        let went_on = worker.answer(&sample(50, 25));
        assert_eq!(went_on, BagWorker::default().answer(&sample(50, 25)));
        assert_eq!(went_on, BagWorker::default().answer(&sample(0, 75)));
    }
}
