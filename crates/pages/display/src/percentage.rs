//! Probabilities of a game's events in percent and in odds.

use crate::numbers::{times_power, without_zeros};
use crate::{count, one_in};

/// The largest error that counts as rounding.
pub(crate) const ROUNDING: f64 = 1e-12;

/// The largest distance to 1 of a computed probability that counts as rounding.
const ROUNDING_BELOW_ONE: f64 = 1e-14;

/// A distance to 1 below this is not seen in a percentage.
const UNSEEN: f64 = 1e-10;

/// The error of a number that is rounded to whole percent.
pub(crate) const WHOLE_PERCENT: f64 = 0.005;

/// The most decimals of a percentage.
const MOST_DECIMALS: usize = 8;

/// A computed probability in percent: `73.68 %`, `99.999981 %`, `< 0.00000001 %`.
///
/// Two decimals at least, and as many as show two significant digits of the distance to 0 or 100 %.
pub fn percent(probability: f64) -> String {
    Percentage::computed(probability).text()
}

/// A share of a chance in percent with two decimals: `96.94 %`. Only all of it is `100 %`, and only
/// nothing is `0 %`.
pub fn share(share: f64) -> String {
    Percentage::exact(share.max(0.0)).rounded(2)
}

/// A label on an axis of probabilities, without needless zeros: `0.5 %`, `50 %`.
pub fn tick_percent(probability: f64) -> String {
    format!("{} %", without_zeros(&format!("{:.3}", 100.0 * probability)))
}

/// A probability to be displayed, known exactly or within an error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percentage {
    // In 0..=1.
    held: f64,
    // The distance to 1, which may be far smaller than the rounding of `held`.
    complement: f64,
    // 0 if `held` is the exact number.
    error: f64,
}

impl Percentage {
    /// A probability that is known exactly.
    pub const fn exact(probability: f64) -> Self {
        Self::within(probability, 0.0)
    }

    /// The probability of winning, where that of losing differs from `loss` by at most `error`; 0
    /// if it is exact to rounding relative to itself.
    pub const fn losing(loss: f64, error: f64) -> Self {
        Self { held: 1.0 - loss, complement: loss, error }
    }

    /// A probability that differs from `held` by at most `error`.
    pub const fn within(held: f64, error: f64) -> Self {
        Self { held, complement: 1.0 - held, error }
    }

    /// A probability computed in double precision, exact to rounding.
    pub const fn computed(probability: f64) -> Self {
        Self::within(probability, ROUNDING)
    }

    /// The probability as it is held, in 0..=1.
    pub const fn value(self) -> f64 {
        self.held
    }

    /// Its difference from 1, in 0..=1, with the digits that are held.
    pub const fn complement(self) -> f64 {
        self.complement
    }

    /// Whether the number is known exactly.
    pub const fn is_exact(self) -> bool {
        self.error == 0.0
    }

    /// The text to show beside a board: `73.68 %`.
    ///
    /// It has at least two decimals, and as many more as show two significant digits of the
    /// distance to 0 or 100 %, as far as these decimals are known; none if the number is known in
    /// whole percent only. A bound replaces a number that
    /// rounding would make 0 or 100 %: `> 99.99 %`, `< 0.01 %`.
    pub fn text(self) -> String {
        self.rounded(self.decimals(2))
    }

    /// The text for a label in a drawing: as [`Percentage::text`], but without decimals for a whole
    /// number: `97.61 %`, `50 %`.
    pub fn short(self) -> String {
        let text = self.text();
        match text.strip_suffix(".00 %") {
            Some(whole) => format!("{whole} %"),
            None => text,
        }
    }

    /// The text for a label with `more` decimals more than [`Percentage::short`], without zeros at
    /// the end.
    pub fn short_with(self, more: usize) -> String {
        if more == 0 {
            return self.short();
        }
        let text = self.rounded(self.decimals(2) + more);
        format!("{} %", without_zeros(text.trim_end_matches(" %")))
    }

    /// How many decimals are known at most, the last perhaps off by one.
    pub(crate) fn known_decimals(self) -> usize {
        let shown = self.decimals(2);
        match self.error {
            ..=ROUNDING => shown.max(MOST_DECIMALS + 2),
            ..=1e-5 => shown.max(3),
            _ => shown,
        }
    }

    /// Every digit that is known and how far the exact number may be from it, for a tooltip.
    pub fn full_text(self) -> String {
        if self.is_exact() && self.complement != 1.0 - self.held {
            format!("lost with probability {:e}, exact to rounding", self.complement)
        } else if self.is_exact() {
            format!("exactly {}", self.held)
        } else if self.error <= ROUNDING {
            format!("{:.12}, exact to rounding", self.held)
        } else {
            let digits = (-self.error.log10()).round().clamp(0.0, 12.0) as usize;
            let text = format!("{:.digits$}", self.held);
            format!("{text}, rounded: the exact value is within {}", error_bound(self.error))
        }
    }

    /// A small probability as odds, `1 in 88`; `None` for others, and for those that are not known
    /// to within a quarter.
    pub fn odds(self) -> Option<String> {
        if !(1e-4..=0.2).contains(&self.held) || self.error > 0.25 * self.held {
            return None;
        }
        let games = 1.0 / self.held;
        // Rounds to a power of ten, so that only known digits are shown, and at most two digits of
        // a number of thousands.
        let doubt = games * self.error / self.held;
        let least = if games < 1000.0 { 1.0 } else { 100.0 };
        let unit = [1.0, 10.0, 100.0, 1000.0]
            .into_iter()
            .find(|&unit| unit >= least && unit >= doubt / 2.0)
            .unwrap_or(10_000.0);
        let games = (games / unit).round() * unit;
        Some(format!("1 in {}", count(games as u64)))
    }

    /// The text to add to the percentage: `certain`, a small probability as odds, or the odds of a
    /// loss that the percentage does not show: `about 1 in 1.4e17 lost`.
    pub fn remark(self) -> Option<String> {
        if self.is_exact() && (self.held == 0.0 || self.complement == 0.0) {
            Some("certain".to_owned())
        } else if self.complement < UNSEEN && self.error <= 0.25 * self.complement {
            Some(format!("about {} lost", one_in(self.complement)))
        } else {
            self.odds().map(|odds| format!("about {odds}"))
        }
    }

    /// How many decimals to show, `least` at least where they are known, which none of a number in
    /// whole percent is.
    pub(crate) fn decimals(self, least: usize) -> usize {
        let least = if self.error >= WHOLE_PERCENT { 0 } else { least };
        let percent = 100.0 * self.held;
        let margin = percent.min(100.0 * self.complement);
        if margin <= 0.0 {
            return least;
        }
        let wanted = (1.0 - margin.log10().floor()).clamp(least as f64, MOST_DECIMALS as f64);
        let known = if self.error <= ROUNDING {
            MOST_DECIMALS as f64
        } else {
            (-(200.0 * self.error).log10()).floor().max(least as f64)
        };
        wanted.min(known) as usize
    }

    /// The text with this number of decimals, or a bound.
    pub(crate) fn rounded(self, decimals: usize) -> String {
        // Sums of small probabilities are exact to rounding relative to themselves, so only 0 is 0.
        let is_near_one = match self.is_exact() {
            true => self.complement == 0.0,
            false => self.error <= ROUNDING && 1.0 - self.held <= ROUNDING_BELOW_ONE,
        };
        if is_near_one {
            return "100 %".to_owned();
        }
        if self.held == 0.0 && self.error <= ROUNDING {
            return "0 %".to_owned();
        }
        let text = format!("{:.decimals$}", 100.0 * self.held);
        let step = 0.1f64.powi(decimals as i32);
        // The least multiple of the step, at least one step, that is not below the exact number.
        let bound = |held: f64| {
            let steps = (100.0 * (held + self.error) / step - 1e-6).ceil();
            steps.max(1.0) * step
        };
        if text.bytes().all(|byte| matches!(byte, b'0' | b'.')) {
            format!("< {:.decimals$} %", bound(self.held))
        } else if text.starts_with("100") {
            format!("> {:.decimals$} %", 100.0 - bound(self.complement))
        } else {
            format!("{text} %")
        }
    }
}

/// An error bound, rounded up to one digit: `0.0001`, or `rounding`.
pub fn error_bound(error: f64) -> String {
    if error <= ROUNDING {
        return "rounding".to_owned();
    }
    let digits = (-(1.004 * error).log10()).ceil().clamp(0.0, 12.0) as i32;
    let unit = 0.1f64.powi(digits);
    let units = (error / unit - 1e-3).ceil();
    format!("{:.*}", digits as usize, units * unit)
}

/// A probability by its common logarithm, which may be far below that of the least number: a
/// percentage, or `1.4 × 10⁻⁴⁷`.
pub fn tiny_probability(log10: f64) -> String {
    if log10 > -3.0 {
        return percent(10f64.powf(log10).min(1.0));
    }
    // The rounding errors of a sum of logarithms do not make 9.9999 of 10.
    let exponent = (log10 + 1e-9).floor();
    let factor = format!("{:.1}", 10f64.powf(log10 - exponent));
    times_power(&factor, &exponent.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_whole_percent_have_no_decimals() {
        for (held, text) in [(0.96, "96 %"), (0.0, "< 1 %"), (1.0, "> 99 %"), (0.01, "1 %")] {
            let percentage = Percentage::within(held, 0.005);
            assert_eq!(percentage.text(), text);
        }
        let ticks = [0.0, 0.0005, 0.05, 0.5, 1.0].map(tick_percent);
        assert_eq!(ticks, ["0 %", "0.05 %", "5 %", "50 %", "100 %"]);
    }

    #[test]
    fn computed_percentages_show_the_distance_to_certainty() {
        let check = |probability: f64, text: &str, short: &str| {
            assert_eq!(percent(probability), text, "{probability}");
            assert_eq!(Percentage::computed(probability).short(), short, "{probability}");
        };
        check(0.736774, "73.68 %", "73.68 %");
        check(0.5, "50.00 %", "50 %");
        check(0.05, "5.00 %", "5 %");
        check(0.99953, "99.953 %", "99.953 %");
        check(0.999999805905, "99.999981 %", "99.999981 %");
        check(0.0000123, "0.0012 %", "0.0012 %");
        check(1.0, "100 %", "100 %");
        check(1.0 - 1e-16, "100 %", "100 %");
        check(1.0 - 1e-12, "> 99.99999999 %", "> 99.99999999 %");
        check(0.0, "0 %", "0 %");
        check(7e-18, "< 0.00000001 %", "< 0.00000001 %");
    }

    #[test]
    fn rounding_claims_no_certainty() {
        let check = |percentage: Percentage, text: &str| {
            assert_eq!(percentage.text(), text, "{percentage:?}");
        };
        check(Percentage::within(0.736774, 7.6e-6), "73.68 %");
        check(Percentage::within(0.99996, 7.6e-6), "> 99.99 %");
        check(Percentage::within(0.0, 7.6e-6), "< 0.01 %");
        check(Percentage::within(0.00004, 1e-4), "< 0.02 %");
        check(Percentage::within(0.99996, 1e-4), "> 99.98 %");
        check(Percentage::exact(1.0 - 1e-16), "> 99.99999999 %");
        check(Percentage::exact(1e-300), "< 0.00000001 %");
        check(Percentage::exact(1.0), "100 %");
        check(Percentage::exact(0.0), "0 %");
    }

    #[test]
    fn more_decimals_may_be_known_than_are_shown() {
        let known = |error| Percentage::within(0.736774, error).known_decimals();
        assert_eq!([0.0, 7.6e-6, 1e-4, 0.005].map(known), [10, 3, 2, 0]);
    }

    #[test]
    fn full_texts_have_every_known_digit() {
        assert_eq!(Percentage::exact(1.0).full_text(), "exactly 1");
        let full = |error| Percentage::within(0.736774177, error).full_text();
        assert_eq!(full(1e-16), "0.736774177000, exact to rounding");
        assert_eq!(full(1e-4), "0.7368, rounded: the exact value is within 0.0001");
        assert_eq!(full(9.97e-5), "0.7368, rounded: the exact value is within 0.0001");
        assert_eq!(full(7.63e-6), "0.73677, rounded: the exact value is within 0.000008");
    }

    #[test]
    fn small_probabilities_have_odds() {
        let odds = |held, error| Percentage::within(held, error).odds();
        let check = |held: f64, error: f64, text: Option<&str>| {
            assert_eq!(odds(held, error).as_deref(), text, "{held} within {error}");
        };
        check(0.0113378800825, 7.6e-6, Some("1 in 88"));
        check(0.00012, 7.6e-6, Some("1 in 8,000"));
        check(0.00012, 0.0, Some("1 in 8,300"));
        check(0.5, 7.6e-6, None);
        check(0.00001, 7.6e-6, None);
        check(0.0012, 1e-4, Some("1 in 800"));
        check(0.0003, 1e-4, None);
        assert_eq!(Percentage::exact(1.0).remark().as_deref(), Some("certain"));
        assert_eq!(Percentage::exact(0.0829).remark().as_deref(), Some("about 1 in 12"));
        assert_eq!(Percentage::within(1.0, 7.6e-6).remark(), None);
    }

    #[test]
    fn tiny_probabilities_are_powers_of_ten() {
        let texts = [-512.0, -46.8565, -0.030103, -5.000000000001].map(tiny_probability);
        assert_eq!(texts, ["10⁻⁵¹²", "1.4 × 10⁻⁴⁷", "93.30 %", "10⁻⁵"]);
    }
}
