//! The quantised levels of regrets.

/// The largest error of a regret that is coded as a level, as a fraction of the regret.
///
/// It keeps two significant digits.
pub const REGRET_ERROR: f64 = 0.05;

/// The number of levels above 0.
const COUNT: usize = 255;

/// Levels in geometric progression: the closest level is within a given fraction of any regret.
#[derive(Clone, Debug)]
pub(crate) struct RegretLevels {
    /// The regret of each level, ascending; the first is 0.
    regrets: Vec<f64>,
    floor: f64,
}

impl RegretLevels {
    /// The levels whose closest one has at most the relative error `error`, for regrets of at
    /// least `floor`. Level 0 represents smaller regrets.
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

    /// The level of a regret; 0 for a negative number, as a predicted regret may be.
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
