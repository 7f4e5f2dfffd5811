//! A scale that tells probabilities near 0, and those near 1, apart.

/// The decimal logarithms of the odds p / (1 - p) of probabilities.
///
/// 0 and 1 have no finite log-odds. They are drawn as if they were 1e-4 off, or as near as the
/// nearest other probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogOdds {
    /// The least number of the scale.
    pub from: f64,
    /// The greatest number of the scale.
    pub to: f64,
    // The distance from 0 and 1 at which these are drawn; positive and at most `FARTHEST`.
    nearest: f64,
}

/// The largest distance at which a probability of 0 or 1 is drawn.
const FARTHEST: f64 = 1e-4;

/// The least range of a scale: a power of ten.
const LEAST_RANGE: f64 = 1.0;

/// The share of the range that is free above and below the probabilities.
const MARGIN: f64 = 0.1;

/// The powers of ten that are labelled.
const POWERS: i32 = 15;

impl LogOdds {
    /// The scale that holds these probabilities; one half alone if there are none.
    pub fn holding(probabilities: impl Iterator<Item = f64> + Clone) -> Self {
        let distances = probabilities.clone().flat_map(|it| [it, 1.0 - it]);
        let nearest = distances.filter(|&it| it > 0.0).fold(FARTHEST, f64::min);
        let scale = Self { from: 0.0, to: 0.0, nearest };
        let numbers = probabilities.map(|it| scale.at(it));
        let (low, high) = numbers
            .fold((f64::INFINITY, f64::NEG_INFINITY), |it, odds| (it.0.min(odds), it.1.max(odds)));
        let (low, high) = if low <= high { (low, high) } else { (0.0, 0.0) };
        let margin = (MARGIN * (high - low)).max((LEAST_RANGE - (high - low)) / 2.0).max(MARGIN);
        Self { from: low - margin, to: high + margin, nearest }
    }

    /// The number of a probability.
    pub fn at(self, probability: f64) -> f64 {
        let distance = probability.min(1.0 - probability).max(self.nearest);
        let odds = (distance / (1.0 - distance)).log10();
        if probability > 0.5 { -odds } else { odds }
    }
}

/// At most this many labelled probabilities between two log-odds, in ascending order: 1, 2 and 5
/// times powers of ten, or powers of ten alone if these are too many.
pub(crate) fn log_odds_ticks(from: f64, to: f64, most: usize) -> Vec<(f64, String)> {
    let fine = ticks_of(from, to, &[1, 2, 5], 1);
    let coarse = (1..=POWERS).map(|step| ticks_of(from, to, &[1], step));
    [fine].into_iter().chain(coarse).find(|ticks| ticks.len() <= most).unwrap_or_default()
}

/// The ticks of these digits at every `step`-th power of ten, and one half.
fn ticks_of(from: f64, to: f64, digits: &[u32], step: i32) -> Vec<(f64, String)> {
    let powers = (1..=POWERS).filter(|power| power % step == 0);
    let small = powers.flat_map(|power| digits.iter().map(move |&digit| (digit, power)));
    let small: Vec<_> = small.filter(|&it| it != (5, 1)).collect();
    let mut ticks = vec![(0.0, "50 %".to_owned())];
    for (digit, power) in small {
        let probability = f64::from(digit) * 10f64.powi(-power);
        let odds = (probability / (1.0 - probability)).log10();
        let decimals = (power - 2).max(0) as usize;
        let percent = format!("{:.decimals$}", 100.0 * probability);
        let is_short = power <= 5;
        let low = if is_short { format!("{percent} %") } else { format!("{digit}e-{power}") };
        let high = if is_short {
            format!("{:.decimals$} %", 100.0 - 100.0 * probability)
        } else {
            format!("1 \u{2212} {digit}e-{power}")
        };
        ticks.extend([(odds, low), (-odds, high)]);
    }
    ticks.retain(|&(odds, _)| (from..=to).contains(&odds));
    ticks.sort_by(|one, other| one.0.total_cmp(&other.0));
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(probabilities: &[f64], most: usize) -> Vec<String> {
        let scale = LogOdds::holding(probabilities.iter().copied());
        let ticks = log_odds_ticks(scale.from, scale.to, most);
        assert!(ticks.is_sorted_by(|one, other| one.0 < other.0), "{ticks:?}");
        ticks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn round_probabilities_are_labelled() {
        assert_eq!(labels(&[0.02, 0.1], 6), ["2 %", "5 %", "10 %"]);
        assert_eq!(labels(&[0.0005, 0.0], 3), ["0.01 %", "0.02 %", "0.05 %"]);
        let ends = ["0.01 %", "0.1 %", "1 %", "10 %", "50 %", "90 %", "99 %", "99.9 %", "99.99 %"];
        assert_eq!(labels(&[0.0, 1.0], 9), ends);
        assert_eq!(labels(&[0.0, 1.0], 5), ["0.01 %", "1 %", "50 %", "99 %", "99.99 %"]);
        assert_eq!(labels(&[1.0 - 1e-7], 2), ["1 \u{2212} 1e-7"]);
        assert_eq!(labels(&[], 3), ["50 %"]);
    }

    #[test]
    fn certainty_is_drawn_at_the_nearest_probability() {
        let scale = LogOdds::holding([0.0, 1e-6, 0.5, 1.0].into_iter());
        assert_eq!(scale.at(0.0), scale.at(1e-6));
        assert_eq!(scale.at(1.0), -scale.at(0.0));
        assert!(scale.from < scale.at(0.0) && scale.at(1.0) < scale.to);
        let scale = LogOdds::holding([0.0, 0.5].into_iter());
        assert_eq!(scale.at(0.0), scale.at(1e-4));
    }
}
