//! Axes, their ticks and the labels of these.

use crate::numbers::grouped;

/// How the numbers of an axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// As they are, with a comma between thousands.
    Number,
    /// As they are, at whole numbers only.
    Whole,
    /// As percentages: 0.25 is `25 %`.
    Percent,
    /// As powers of ten, at whole numbers only: 3 is `1,000`.
    PowerOfTen,
}

impl Notation {
    /// The factor from a number to the one that is written.
    const fn factor(self) -> f64 {
        match self {
            Self::Number | Self::Whole | Self::PowerOfTen => 1.0,
            Self::Percent => 100.0,
        }
    }
}

/// A range of numbers with a label.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What the numbers are.
    pub label: String,
    /// The first number.
    pub from: f64,
    /// The last number.
    pub to: f64,
    /// How they are written.
    pub notation: Notation,
}

impl Axis {
    /// An axis from one number to another.
    pub fn new(label: impl Into<String>, from: f64, to: f64, notation: Notation) -> Self {
        Self { label: label.into(), from, to, notation }
    }

    /// At most this many ticks, each with its label.
    pub fn labelled_ticks(&self, most: usize) -> Vec<(f64, String)> {
        let factor = self.notation.factor();
        let mut ticks = ticks(self.from * factor, self.to * factor, most);
        if matches!(self.notation, Notation::Whole | Notation::PowerOfTen) {
            ticks.retain(|tick| tick.fract() == 0.0);
        }
        if self.notation == Notation::PowerOfTen {
            let label = |power: f64| (power, tick_text(10_f64.powf(power), 10_f64.powf(power)));
            return ticks.into_iter().map(label).collect();
        }
        let step = match ticks[..] {
            [first, second, ..] => second - first,
            _ => 1.0,
        };
        let unit = if self.notation == Notation::Percent { " %" } else { "" };
        let label = |tick: f64| (tick / factor, tick_text(tick, step) + unit);
        ticks.into_iter().map(label).collect()
    }
}

/// Round numbers from `from` to `to`: multiples of 1, 2 or 5 times a power of ten, with the
/// smallest step that gives at most `most` of them.
pub fn ticks(from: f64, to: f64, most: usize) -> Vec<f64> {
    let range = to - from;
    if !(range > 0.0 && range.is_finite()) || most == 0 {
        return Vec::new();
    }
    let mut power = 10f64.powf((range / most as f64).log10().floor());
    loop {
        for step in [1.0, 2.0, 5.0].map(|digit| digit * power) {
            // A share of a step is forgiven, because of rounding.
            let (first, last) = ((from / step - 1e-9).ceil(), (to / step + 1e-9).floor());
            if last - first < most as f64 {
                let count = (last - first + 1.0).max(0.0) as usize;
                // Adding 0 makes 0 of -0.
                return (0..count).map(|at| (first + at as f64) * step + 0.0).collect();
            }
        }
        power *= 10.0;
    }
}

/// The least of 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150 ... that is at least `number`: where
/// an axis ends whose last number grows, so that it seldom changes.
pub fn round_up(number: usize) -> usize {
    const STEPS: [usize; 9] = [10, 15, 20, 25, 30, 40, 50, 60, 80];
    (0..)
        .flat_map(|power| STEPS.map(|step| step.saturating_mul(10usize.saturating_pow(power))))
        .find(|&round| round >= number)
        .unwrap_or(number)
}

/// A tick with the decimals that its step needs and a comma between thousands.
pub fn tick_text(tick: f64, step: f64) -> String {
    let decimals = (-step.abs().log10() - 1e-9).ceil().clamp(0.0, 12.0) as usize;
    let text = format!("{:.decimals$}", tick.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let sign = if tick < 0.0 { "\u{2212}" } else { "" };
    format!("{sign}{}{rest}", grouped(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 1.0, 6), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(ticks(0.0, 1.0, 5), [0.0, 0.5, 1.0]);
        assert_eq!(ticks(901.0, 975.0, 5), [920.0, 940.0, 960.0]);
        assert_eq!(ticks(519.0, 1032.0, 6), [600.0, 700.0, 800.0, 900.0, 1000.0]);
        assert_eq!(ticks(-3.0, 3.0, 3), [-2.0, 0.0, 2.0]);
        assert_eq!(ticks(0.0, 0.0478, 5), [0.0, 0.01, 0.02, 0.03, 0.04]);
    }

    #[test]
    fn ranges_without_ticks_have_none() {
        for (from, to) in [(1.0, 1.0), (2.0, 1.0), (0.0, f64::INFINITY), (f64::NAN, 1.0)] {
            assert!(ticks(from, to, 5).is_empty(), "{from} to {to}");
        }
        assert!(ticks(0.0, 1.0, 0).is_empty());
    }

    #[test]
    fn ends_of_growing_axes_are_round() {
        assert_eq!([1, 11, 18, 61, 230, 333, 1001].map(round_up), [10, 15, 20, 80, 250, 400, 1500]);
    }

    #[test]
    fn labels_have_the_decimals_of_the_step() {
        assert_eq!(tick_text(0.6000000000000001, 0.2), "0.6");
        assert_eq!(tick_text(0.0, 0.05), "0.00");
        assert_eq!(tick_text(25_179_012.0, 1.0), "25,179,012");
        assert_eq!(tick_text(-1500.0, 500.0), "\u{2212}1,500");
        assert_eq!(tick_text(100.0, 20.0), "100");
        let axis = Axis::new("probability", 0.0, 0.0478, Notation::Percent);
        let labels = axis.labelled_ticks(5).into_iter().map(|(_, label)| label);
        assert_eq!(labels.collect::<Vec<_>>(), ["0 %", "1 %", "2 %", "3 %", "4 %"]);
        let labels = Axis::new("move", 0.0, 3.0, Notation::Whole).labelled_ticks(9);
        let labels: Vec<_> = labels.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(labels, ["0", "1", "2", "3"]);
        let labels = Axis::new("time", -1.5, 3.0, Notation::PowerOfTen).labelled_ticks(9);
        let powers = [-1.0, 0.0, 1.0, 2.0, 3.0].into_iter();
        let texts = ["0.1", "1", "10", "100", "1,000"].map(str::to_owned);
        assert_eq!(labels, powers.zip(texts).collect::<Vec<_>>());
    }
}
