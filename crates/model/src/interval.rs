//! How sure a sampled proportion is.

/// A proportion of independent trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportion {
    /// How many trials succeeded.
    pub successes: u64,
    /// How many trials there were.
    pub trials: u64,
}

impl Proportion {
    /// The share of successes in 0..=1; not a number without trials.
    pub fn rate(self) -> f64 {
        self.successes as f64 / self.trials as f64
    }

    /// The bounds of the 95 % confidence interval.
    ///
    /// The Wilson score interval (E. B. Wilson, "Probable inference, the law of succession, and
    /// statistical inference", 1927), which also holds near 0 and 1; 0..=1 without trials.
    pub fn interval(self) -> (f64, f64) {
        const Z: f64 = 1.959_963_984_540_054;
        if self.trials == 0 {
            return (0.0, 1.0);
        }
        let (n, p) = (self.trials as f64, self.rate());
        let scale = 1.0 / (1.0 + Z * Z / n);
        let centre = p + Z * Z / (2.0 * n);
        let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        ((scale * (centre - spread)).max(0.0), (scale * (centre + spread)).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_interval_of_a_worked_example() {
        // 10 of 20: centre 0.5, half width 0.2007.
        let (low, high) = Proportion { successes: 10, trials: 20 }.interval();
        assert!((low - 0.29929).abs() < 1e-4 && (high - 0.70070).abs() < 1e-4, "{low} {high}");
        assert_eq!(Proportion { successes: 0, trials: 0 }.interval(), (0.0, 1.0));
        let (low, high) = Proportion { successes: 50, trials: 50 }.interval();
        assert!(low > 0.92 && high == 1.0);
    }
}
