//! What agents predict against what follows.

use mdp2048_model::{Seed, Status, mean_with_interval};
use mdp2048_rules::TileSum;

use super::game::{GameResult, SeededGame};
use crate::agent::Agent;
use crate::simulator::Simulator;

/// The score that an agent expected in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScorePrediction {
    /// The seed of the game.
    pub seed: Seed,
    /// The number of moves so far.
    pub moves: u32,
    /// The sum of the faces of all tiles.
    pub tile_sum: TileSum,
    /// The points so far.
    pub points: u64,
    /// The points that the agent expects from here: the highest of its estimates.
    pub expected: f64,
    /// The score at the end.
    pub score: u64,
}

/// Plays the game of a seed as [`play`](super::play) does, and keeps what the agent expects after
/// each of some numbers of moves. Games that end before have none. The estimates of the agent are
/// the points that it expects from a position on (see
/// [`AgentSpec::plies`](crate::AgentSpec::plies)).
pub fn play_predicting(
    simulator: &Simulator,
    agent: &mut dyn Agent,
    seed: Seed,
    after: &[u32],
) -> (GameResult, Vec<ScorePrediction>) {
    let mut game = SeededGame::new(simulator.clone(), seed);
    let mut predictions = Vec::new();
    agent.reset(seed);
    while game.status() == Status::Playing {
        let (position, moves) = (game.position(), game.result().moves);
        let (estimates, action) = agent.consider(position);
        let best = estimates.into_iter().flatten().reduce(f64::max);
        if let Some(expected) = best.filter(|_| after.contains(&moves)) {
            let (points, tile_sum) = (position.points, position.board.tile_sum());
            predictions.push(ScorePrediction { seed, moves, tile_sum, points, expected, score: 0 });
        }
        if !action.is_some_and(|action| game.play(action)) {
            break;
        }
    }
    let result = game.result();
    for prediction in &mut predictions {
        prediction.score = result.points;
    }
    (result, predictions)
}

impl ScorePrediction {
    /// The score that the agent expected.
    pub fn predicted(&self) -> f64 {
        self.points as f64 + self.expected
    }

    /// The points that followed.
    fn followed(&self) -> f64 {
        self.score.saturating_sub(self.points) as f64
    }
}

/// Predictions of many games beside the scores that followed.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// The number of predictions.
    pub games: usize,
    /// The mean prediction.
    pub predicted: f64,
    /// The mean score.
    pub observed: f64,
    /// The bounds of the 95 % interval of the mean of score minus prediction, by the normal
    /// approximation. It is one of independent games, with one prediction of each.
    pub difference: (f64, f64),
    /// Parts of about the same size, by ascending prediction.
    pub bins: Vec<CalibrationBin>,
}

/// A part of the predictions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationBin {
    /// The number of predictions.
    pub games: usize,
    /// The mean prediction.
    pub predicted: f64,
    /// The mean score.
    pub observed: f64,
    /// The bounds of the 95 % interval of the mean score.
    pub interval: (f64, f64),
}

impl Calibration {
    /// The calibration of pairs of a predicted score and the score, in a number of bins; `None`
    /// without pairs.
    pub fn of(pairs: &[(f64, u64)], bins: usize) -> Option<Self> {
        let mut sorted = pairs.to_vec();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let games = sorted.len();
        let bins = bins.clamp(1, games.max(1));
        let all = CalibrationBin::of(&sorted)?;
        let differences: Vec<f64> = sorted.iter().map(|it| it.1 as f64 - it.0).collect();
        let bins = (0..bins).map(|bin| &sorted[bin * games / bins..(bin + 1) * games / bins]);
        Some(Self {
            games,
            predicted: all.predicted,
            observed: all.observed,
            difference: mean_with_interval(&differences).1,
            bins: bins.filter_map(CalibrationBin::of).collect(),
        })
    }

    /// Whether the interval of the difference has 0.
    pub fn agrees(&self) -> bool {
        (self.difference.0..=self.difference.1).contains(&0.0)
    }
}

impl CalibrationBin {
    fn of(pairs: &[(f64, u64)]) -> Option<Self> {
        if pairs.is_empty() {
            return None;
        }
        let scores: Vec<f64> = pairs.iter().map(|it| it.1 as f64).collect();
        let predicted = pairs.iter().map(|it| it.0).sum::<f64>() / pairs.len() as f64;
        let (observed, interval) = mean_with_interval(&scores);
        Some(Self { games: pairs.len(), predicted, observed, interval })
    }
}

/// How many times the expected points followed, by the one of some ascending tile sums that is
/// nearest: the ratio of the means, `None` where no points were expected.
pub fn followed_ratios(predictions: &[ScorePrediction], tile_sums: &[u32]) -> Vec<Option<f64>> {
    let mut sums = vec![(0.0, 0.0); tile_sums.len()];
    for prediction in predictions {
        let sum = prediction.tile_sum.get();
        let above = tile_sums.partition_point(|&other| other < sum);
        let nearest = (above.saturating_sub(1)..=above)
            .filter(|&at| at < sums.len())
            .min_by_key(|&at| tile_sums[at].abs_diff(sum));
        if let Some(at) = nearest {
            sums[at].0 += prediction.followed();
            sums[at].1 += prediction.expected;
        }
    }
    let ratio = |(followed, expected): (f64, f64)| (expected > 0.0).then(|| followed / expected);
    sums.into_iter().map(ratio).collect()
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective};
    use mdp2048_rules::Shape;

    use super::*;
    use crate::agent::{ActionEstimates, Position};
    use crate::arena::play;
    use crate::monte_carlo::MonteCarlo;

    /// Random games after the current position expect the score of random games.
    #[derive(Clone)]
    struct Expecting(MonteCarlo);

    impl Agent for Expecting {
        fn reset(&mut self, seed: Seed) {
            self.0.reset(seed);
        }

        fn estimates(&mut self, position: Position) -> ActionEstimates {
            let points = |score: f64| score - position.points as f64;
            self.0.estimates(position).map(|estimate| estimate.map(points))
        }
    }

    #[test]
    fn predictions_are_made_in_the_same_games() {
        let game = Game::new(Shape::THREE_BY_THREE, Objective::Score, None, 1.0, 0.1).unwrap();
        let simulator = Simulator::new(game);
        let mut agent = Expecting(MonteCarlo::new(simulator.clone(), 20));
        let mut all = Vec::new();
        for seed in 0..12 {
            let (result, predictions) =
                play_predicting(&simulator, &mut agent, seed.into(), &[0, 40, 9_999]);
            assert_eq!(result, play(&simulator, &mut agent, seed.into()));
            assert_eq!(predictions.len(), 1 + usize::from(result.moves > 40));
            for prediction in &predictions {
                assert_eq!((prediction.score, prediction.seed), (result.points, seed.into()));
                assert!(prediction.moves > 0 || prediction.points == 0);
                assert!(prediction.tile_sum.get() >= 2 * prediction.moves);
            }
            all.extend(predictions);
        }
        // The agent plays better than at random, so more points follow than it expects.
        let pairs: Vec<_> = all.iter().filter(|it| it.moves == 0).collect();
        let pairs: Vec<_> = pairs.iter().map(|it| (it.predicted(), it.score)).collect();
        let calibration = Calibration::of(&pairs, 3).unwrap();
        assert!(!calibration.agrees() && calibration.difference.0 > 0.0, "{calibration:?}");
        assert!(followed_ratios(&all, &[0, 40])[0].unwrap() > 1.2);
    }

    #[test]
    fn the_calibration_of_four_games() {
        let pairs = [(200.0, 190), (100.0, 110), (400.0, 440), (300.0, 260)];
        let calibration = Calibration::of(&pairs, 2).unwrap();
        let Calibration { games, predicted, observed, difference, .. } = calibration;
        assert_eq!((games, predicted, observed), (4, 250.0, 250.0));
        assert!(calibration.agrees() && (difference.0 + difference.1).abs() < 1e-9);
        let bins: Vec<_> = calibration.bins.iter().map(|it| (it.games, it.predicted)).collect();
        assert_eq!(bins, [(2, 150.0), (2, 350.0)]);
        assert_eq!(calibration.bins[1].observed, 350.0);
        assert_eq!(Calibration::of(&[], 5), None);
        let prediction = |sum, expected, score| ScorePrediction {
            seed: 0.into(),
            moves: 1,
            tile_sum: TileSum::new(sum),
            points: 10,
            expected,
            score,
        };
        let predictions =
            [prediction(3, 100.0, 210), prediction(4, 300.0, 210), prediction(26, 50.0, 60)];
        let ratios = followed_ratios(&predictions, &[0, 9, 18, 30]);
        assert_eq!(ratios, [Some(1.0), None, None, Some(1.0)]);
        let ratios = followed_ratios(&predictions, &[0, 5, 10]);
        assert_eq!(ratios, [None, Some(1.0), Some(1.0)]);
        assert_eq!(followed_ratios(&predictions, &[]), []);
    }
}
