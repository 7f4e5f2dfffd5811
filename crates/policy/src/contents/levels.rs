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
    /// The levels for which the closest level of a regret has at most the relative error `error`,
    /// for regrets from `floor` to the regret of the last level.
    pub(crate) fn new(floor: f64, error: f64) -> Self {
        let factor = (1.0 + error) / (1.0 - error);
        let mut regrets = vec![0.0];
        let mut regret = floor * (1.0 + error);
        for _ in 0..COUNT {
            regrets.push(regret);
            regret *= factor;
        }
        Self { regrets, floor }
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
        let levels = RegretLevels::new(1e-5, 0.05);
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
}
