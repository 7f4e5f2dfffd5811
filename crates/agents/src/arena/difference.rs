//! The difference of two agents on the same seeds.

use rand_mt::Mt;

use super::game::GameResult;

/// The number of resamples.
const RESAMPLES: usize = 10_000;

/// The mean difference of the scores of two agents that played the same seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedDifference {
    /// The mean of the first agent's score minus the second's.
    pub mean: f64,
    /// The bounds of the 95 % interval: the 2.5 % and 97.5 % quantiles of the means of 10,000
    /// samples of the pairs, drawn with replacement (the percentile bootstrap of B. Efron,
    /// "Bootstrap methods: another look at the jackknife", 1979).
    pub interval: (f64, f64),
}

impl PairedDifference {
    /// The difference over the seeds that both played; `None` if there are none. Both lists have
    /// the same seeds in the same order as far as the shorter one goes.
    pub fn of(first: &[GameResult], second: &[GameResult]) -> Option<Self> {
        let pairs = first.iter().zip(second).filter(|(a, b)| a.seed == b.seed);
        let differences: Vec<f64> = pairs.map(|(a, b)| a.points as f64 - b.points as f64).collect();
        if differences.is_empty() {
            return None;
        }
        let count = differences.len();
        let mean = differences.iter().sum::<f64>() / count as f64;
        let mut words = Mt::new(2048);
        let mut draw = || differences[words.next_u32() as usize % count];
        let mut means: Vec<f64> = (0..RESAMPLES)
            .map(|_| (0..count).map(|_| draw()).sum::<f64>() / count as f64)
            .collect();
        means.sort_unstable_by(f64::total_cmp);
        let quantile = |share: f64| means[(share * RESAMPLES as f64) as usize];
        Some(Self { mean, interval: (quantile(0.025), quantile(0.975)) })
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_rules::Exponent;

    use super::*;

    fn games(points: impl Iterator<Item = u64>) -> Vec<GameResult> {
        let largest = Exponent::TWO;
        let result = |(seed, points)| GameResult {
            seed: u32::into(seed),
            points,
            moves: 1,
            largest,
            won: false,
            tile_sum: 2,
        };
        (0..).zip(points).map(result).collect()
    }

    #[test]
    fn pairs_remove_what_both_have_in_common() {
        let luck = || (0..200).map(|game| 1_000 * (game % 17));
        let (first, second) = (games(luck().map(|it| it + 50)), games(luck()));
        let difference = PairedDifference::of(&first, &second).unwrap();
        assert_eq!(difference, PairedDifference { mean: 50.0, interval: (50.0, 50.0) });
        // 2 in half of the pairs, else 0: the standard error of the mean is 0.0707.
        let second = games(luck().zip(0..).map(|(it, game)| it + 2 * (game % 2)));
        let PairedDifference { mean, interval } =
            PairedDifference::of(&games(luck()), &second).unwrap();
        assert_eq!(mean, -1.0);
        assert!((interval.0 + 1.0 + 1.96 * 0.0707).abs() < 0.02, "{interval:?}");
        assert!((interval.1 + 1.0 - 1.96 * 0.0707).abs() < 0.02, "{interval:?}");
        assert_eq!(PairedDifference::of(&first, &[]), None);
    }
}
