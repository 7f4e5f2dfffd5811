//! Sampled proportions and means with confidence intervals.

use serde::{Deserialize, Serialize};

/// The 97.5 % quantile of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The proportion of successes among independent trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportion {
    /// The number of successful trials.
    pub successes: u64,
    /// The number of trials.
    pub trials: u64,
}

impl Proportion {
    /// The proportion of successes, from 0 to 1; NaN without trials.
    pub fn rate(self) -> f64 {
        self.successes as f64 / self.trials as f64
    }

    /// The bounds of the 95 % confidence interval.
    ///
    /// This is the Wilson score interval (E. B. Wilson, "Probable inference, the law of succession,
    /// and statistical inference", 1927), which is also valid for proportions close to 0 and 1. It
    /// is 0..=1 without trials.
    pub fn interval(self) -> (f64, f64) {
        if self.trials == 0 {
            return (0.0, 1.0);
        }
        let (n, p) = (self.trials as f64, self.rate());
        let scale = 1.0 / (1.0 + Z * Z / n);
        let centre = p + Z * Z / (2.0 * n);
        let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        // For proportions of 0 and 1 a bound is exact; the formula would add rounding errors.
        let low = if self.successes == 0 { 0.0 } else { scale * (centre - spread) };
        let high = if self.successes == self.trials { 1.0 } else { scale * (centre + spread) };
        (low.clamp(0.0, 1.0), high.clamp(0.0, 1.0))
    }
}

/// The mean of an integer over independent trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Mean {
    /// The sum over the trials.
    pub sum: u64,
    /// The sum of the squares over the trials.
    pub squares: u128,
    /// The number of trials.
    pub trials: u64,
}

impl Mean {
    /// The mean; NaN without trials.
    pub fn mean(self) -> f64 {
        self.sum as f64 / self.trials as f64
    }

    /// The bounds of the 95 % confidence interval, by the normal approximation with the standard
    /// deviation of the sample; infinite for fewer than two trials.
    pub fn interval(self) -> (f64, f64) {
        if self.trials < 2 {
            return (f64::NEG_INFINITY, f64::INFINITY);
        }
        let (mean, spread) = (self.mean(), Z * self.standard_error());
        (mean - spread, mean + spread)
    }

    /// The standard error of the mean; infinite for fewer than two trials.
    pub fn standard_error(self) -> f64 {
        let (n, mean) = (self.trials as f64, self.mean());
        standard_error(self.squares as f64 - n * mean * mean, n)
    }
}

impl From<u64> for Mean {
    /// The mean of one trial.
    fn from(number: u64) -> Self {
        Self { sum: number, squares: u128::from(number).pow(2), trials: 1 }
    }
}

impl std::ops::Add for Mean {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
            trials: self.trials + other.trials,
        }
    }
}

/// The median of numbers in ascending order: the one in the middle, or the mean of the two in the
/// middle; `None` without numbers.
pub fn median(ascending: &[f64]) -> Option<f64> {
    let middle = ascending.len() / 2;
    let upper = *ascending.get(middle)?;
    let lower = if ascending.len().is_multiple_of(2) { ascending[middle - 1] } else { upper };
    Some(lower.midpoint(upper))
}

/// Half of the 95 % confidence interval of the mean of `n` numbers, from the sum of their squared
/// differences from the mean; infinite for fewer than two numbers.
pub fn mean_margin(squares: f64, n: f64) -> f64 {
    Z * standard_error(squares, n)
}

fn standard_error(squares: f64, n: f64) -> f64 {
    // Rounding may make a sum of squares negative.
    if n < 2.0 { f64::INFINITY } else { (squares.max(0.0) / (n - 1.0) / n).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interval_of_a_sample_mean() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sample variance 32/7.
        let numbers = [2, 4, 4, 4, 5, 5, 7, 9];
        let mean = numbers.map(Mean::from).into_iter().fold(Mean::default(), |a, b| a + b);
        assert_eq!(mean.mean(), 5.0);
        let spread = Z * (32.0_f64 / 7.0 / 8.0).sqrt();
        let (low, high) = mean.interval();
        assert!((low - (5.0 - spread)).abs() < 1e-12 && (high - (5.0 + spread)).abs() < 1e-12);
        // 1 and 3: mean 2, sample variance 2, standard error 1.
        let (low, high) = (Mean::from(1) + Mean::from(3)).interval();
        assert!((low - (2.0 - Z)).abs() < 1e-12 && (high - (2.0 + Z)).abs() < 1e-12);
        assert_eq!(Mean::from(3).interval(), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!([mean_margin(2.0, 2.0), mean_margin(0.0, 1.0)], [Z, f64::INFINITY]);
    }

    #[test]
    fn median_of_odd_and_even_numbers() {
        let medians = [&[][..], &[7.0], &[1.0, 4.0], &[1.0, 2.0, 9.0], &[1.0, 2.0, 8.0, 9.0]];
        let expected = [None, Some(7.0), Some(2.5), Some(2.0), Some(5.0)];
        assert_eq!(medians.map(median), expected);
    }

    #[test]
    fn wilson_interval_of_a_worked_example() {
        // 10 of 20: centre 0.5, half width 0.2007.
        let (low, high) = Proportion { successes: 10, trials: 20 }.interval();
        assert!((low - 0.29929).abs() < 1e-4 && (high - 0.70070).abs() < 1e-4, "{low} {high}");
        assert_eq!(Proportion { successes: 0, trials: 0 }.interval(), (0.0, 1.0));
        let (low, high) = Proportion { successes: 50, trials: 50 }.interval();
        assert!(low > 0.92 && high == 1.0);
        let (low, high) = Proportion { successes: 0, trials: 50 }.interval();
        assert!(low == 0.0 && high < 0.08);
    }
}
