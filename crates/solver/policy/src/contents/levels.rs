//! The quantised levels of regrets.

/// The largest error of a regret that is coded as a level, as a fraction of the regret.
///
/// It is the largest relative error of rounding to two significant digits.
pub const REGRET_ERROR: f64 = 0.05;

/// The number of levels above 0.
const COUNT: usize = 255;

/// Level 0 for a regret of 0, and levels of regrets in geometric progression.
#[derive(Clone, Debug)]
pub(crate) struct RegretLevels {
    /// The regret of each level, ascending; the first is 0.
    regrets: Vec<f64>,
    /// Regrets below the floor have level 0.
    floor: f64,
}

impl RegretLevels {
    /// The levels for which the closest level of a regret has at most the relative error
    /// [`REGRET_ERROR`], for regrets from `floor` to the regret of the last level.
    ///
    /// If the last level would be below `largest`, the largest possible regret, the levels are
    /// further apart.
    pub(crate) fn new(floor: f64, largest: Option<f64>) -> Self {
        let least_factor = (1.0 + REGRET_ERROR) / (1.0 - REGRET_ERROR);
        let mut factor = least_factor;
        loop {
            let mut regrets = vec![0.0];
            let mut regret = floor * (1.0 + REGRET_ERROR);
            for _ in 0..COUNT {
                regrets.push(regret);
                regret *= factor;
            }
            if largest.is_none_or(|largest| regrets[COUNT] >= largest) {
                return Self { regrets, floor };
            }
            factor *= least_factor;
        }
    }

    /// The regret of a level.
    pub(crate) fn regret(&self, level: u8) -> f64 {
        self.regrets[usize::from(level)]
    }

    /// The closest level of a regret; 0 below the floor. A predicted regret may be negative.
    pub(crate) fn level(&self, regret: f64) -> u8 {
        let above = self.regrets.partition_point(|&level| level <= regret).clamp(1, COUNT);
        if above == 1 {
            return u8::from(regret >= self.floor);
        }
        let (low, high) = (self.regrets[above - 1], self.regrets[above]);
        (if regret * 2.0 >= low + high { above } else { above - 1 }) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_level_is_within_the_error() {
        let levels = RegretLevels::new(1e-5, None);
        let mut regret = 1e-5;
        while regret < 1e3 {
            let decoded = levels.regret(levels.level(regret));
            let error = (decoded - regret).abs();
            assert!(error <= 0.05 * regret * (1.0 + 1e-12), "{regret} {decoded}");
            regret *= 1.003;
        }
        for below in [-1.0, 0.0, 9.9e-6] {
            assert_eq!(levels.level(below), 0);
        }
        assert_eq!(levels.regret(0), 0.0);
        assert_eq!(levels.level(f64::INFINITY), 255);
    }

    #[test]
    fn the_levels_reach_the_largest_regret() {
        for floor in [f64::from_bits(1), 1e-300, 1e-20, 1e-9, 1e-3, 10.0] {
            let levels = RegretLevels::new(floor, Some(1.0));
            assert!(levels.regret(255) >= 1.0, "{floor}");
        }
        assert_eq!(
            RegretLevels::new(1e-9, Some(1.0)).regrets,
            RegretLevels::new(1e-9, None).regrets
        );
        let decoded = RegretLevels::new(1e-20, Some(1.0));
        let decoded = decoded.regret(decoded.level(0.3));
        assert!((decoded - 0.3).abs() <= 0.1 * 0.3, "{decoded}");
    }
}
