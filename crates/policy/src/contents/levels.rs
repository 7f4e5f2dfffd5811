//! The regrets that can be held.

/// The largest error of a regret that is coded as a level, as a fraction of the regret.
pub const REGRET_ERROR: f64 = 0.05;

/// How many levels there are beside 0.
const COUNT: usize = 255;

/// RegretLevels of regret, so close that the nearest one is within a given part of any regret.
#[derive(Clone, Debug)]
pub(crate) struct RegretLevels {
    /// Ascending; the first is 0.
    regrets: Vec<f64>,
    floor: f64,
}

impl RegretLevels {
    /// RegretLevels from `floor` up whose nearest one is within the part `error` of any regret; the
    /// first level stands for what is below.
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

    /// The regret that a level stands for.
    pub(crate) fn regret(&self, level: u8) -> f64 {
        self.regrets[usize::from(level)]
    }

    /// The level of a regret; 0 for one that is negative, as a guess may be.
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
    fn the_nearest_level_is_within_the_error() {
        let levels = RegretLevels::new(1e-5, 0.05);
        let mut regret = 1e-5;
        while regret < 1e3 {
            let held = levels.regret(levels.level(regret));
            assert!((held - regret).abs() <= 0.05 * regret * (1.0 + 1e-12), "{regret} {held}");
            regret *= 1.003;
        }
        for below in [-1.0, 0.0, 9.9e-6] {
            assert_eq!(levels.level(below), 0);
        }
        assert_eq!(levels.regret(0), 0.0);
        assert_eq!(levels.level(f64::INFINITY), 255);
    }
}
