//! Win probabilities and costs as text.

/// Between a number and its sign, where no line may break.
const NO_BREAK: char = '\u{a0}';

/// Errors below this come from rounding alone.
const ROUNDING: f64 = 1e-12;

/// A win probability, known exactly or to within an error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinProbability {
    // In 0..=1.
    held: f64,
    // 0 if `held` is the exact number.
    error: f64,
}

impl WinProbability {
    /// A probability that is known as it is.
    pub const fn exact(value: f64) -> Self {
        Self { held: value, error: 0.0 }
    }

    /// A probability that differs from `held` by at most `error`.
    pub const fn within(held: f64, error: f64) -> Self {
        Self { held, error }
    }

    /// The probability as it is held, in 0..=1.
    pub const fn value(self) -> f64 {
        self.held
    }

    /// Whether the number is exact, not rounded.
    pub const fn is_exact(self) -> bool {
        self.error == 0.0
    }

    /// In hundredths: `73.68 %`, and `> 99.99 %` or `< 0.01 %` where rounding would claim too much.
    pub fn percent(self) -> String {
        self.rounded(2)
    }

    /// With all decimals that are known, three at most: `73.677 %`. The last may be off by one.
    pub fn fine_percent(self) -> String {
        // The thousandth of a percent.
        self.rounded(if self.error <= 1e-5 { 3 } else { 2 })
    }

    fn rounded(self, decimals: u8) -> String {
        if self.is_exact() && (self.held == 0.0 || self.held == 1.0) {
            return format!("{}{NO_BREAK}%", 100.0 * self.held);
        }
        let decimals = usize::from(decimals);
        let text = format!("{:.decimals$}", 100.0 * self.held);
        // A whole step and no less than it may be in truth.
        let step = 0.1f64.powi(decimals as i32);
        let most = |held: f64| {
            let steps = (100.0 * (held + self.error) / step - 1e-6).ceil();
            steps.max(1.0) * step
        };
        match text.parse() {
            Ok(0.0) => format!("<{NO_BREAK}{:.decimals$}{NO_BREAK}%", most(self.held)),
            Ok(100.0) => {
                format!(">{NO_BREAK}{:.decimals$}{NO_BREAK}%", 100.0 - most(1.0 - self.held))
            }
            _ => format!("{text}{NO_BREAK}%"),
        }
    }

    /// A small chance in other words, `1 in 88`; `None` for others, and for those that are not
    /// known to within a quarter.
    pub fn odds(self) -> Option<String> {
        if !(1e-4..=0.2).contains(&self.held) || self.error > 0.25 * self.held {
            return None;
        }
        let games = 1.0 / self.held;
        // Only digits that are known, and two at least for whoever counts games by the thousand.
        let doubt = games * self.error / self.held;
        let least = if games < 1000.0 { 1.0 } else { 100.0 };
        let unit = [1.0, 10.0, 100.0, 1000.0]
            .into_iter()
            .find(|&unit| unit >= least && unit >= doubt / 2.0)
            .unwrap_or(10_000.0);
        let games = (games / unit).round() * unit;
        Some(format!("1{NO_BREAK}in{NO_BREAK}{}", grouped(games as u64)))
    }

    /// What to say beside the percentage: `certain`, or a small chance in other words.
    pub fn remark(self) -> Option<String> {
        if self.is_exact() && (self.held == 0.0 || self.held == 1.0) {
            Some("certain".to_owned())
        } else {
            self.odds().map(|odds| format!("about {odds}"))
        }
    }

    /// Every digit that is known, and how far the exact number may be from it.
    pub fn full(self) -> String {
        if self.is_exact() {
            format!("exactly {}", self.held)
        } else if self.error <= ROUNDING {
            format!("{:.12}, exact to rounding", self.held)
        } else {
            let digits = (-self.error.log10()).round().clamp(0.0, 12.0) as usize;
            let text = format!("{:.digits$}", self.held);
            format!("{text}, rounded: the exact value is within {}", error(self.error))
        }
    }
}

/// An error to one digit that is not too small: `0.0001`, or `rounding`.
pub(crate) fn error(error: f64) -> String {
    if error <= ROUNDING {
        return "rounding".to_owned();
    }
    let digits = (-(1.004 * error).log10()).ceil().clamp(0.0, 12.0) as i32;
    let unit = 0.1f64.powi(digits);
    let units = (error / unit - 1e-3).ceil();
    format!("{:.*}", digits as usize, units * unit)
}

/// What an action costs, in points of a hundredth: `costs 0.40 points`.
pub fn cost(regret: f64) -> String {
    let points = 100.0 * regret;
    if points < 0.01 {
        format!("costs less than 0.01{NO_BREAK}points")
    } else {
        format!("costs {points:.2}{NO_BREAK}points")
    }
}

/// A number with its digits in groups of three: `25,179,012`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A file size: `188 bytes`, `12.5 kB`, `3.1 MB`.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes}{NO_BREAK}bytes"),
        1_000..1_000_000 => format!("{:.1}{NO_BREAK}kB", bytes as f64 / 1e3),
        _ => format!("{:.1}{NO_BREAK}MB", bytes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_never_claim_certainty_that_is_not_there() {
        let check = |chance: WinProbability, text: &str| {
            assert_eq!(chance.percent().replace(NO_BREAK, " "), text, "{chance:?}");
        };
        check(WinProbability::within(0.736774, 7.6e-6), "73.68 %");
        check(WinProbability::within(0.0113378, 7.6e-6), "1.13 %");
        check(WinProbability::within(1.0, 7.6e-6), "> 99.99 %");
        check(WinProbability::within(0.99996, 7.6e-6), "> 99.99 %");
        check(WinProbability::within(0.0, 7.6e-6), "< 0.01 %");
        check(WinProbability::within(0.00001, 7.6e-6), "< 0.01 %");
        check(WinProbability::within(0.0, 1e-4), "< 0.01 %");
        check(WinProbability::within(0.00004, 1e-4), "< 0.02 %");
        check(WinProbability::within(1.0, 1e-4), "> 99.99 %");
        check(WinProbability::within(0.99996, 1e-4), "> 99.98 %");
        check(WinProbability::exact(1.0 - 1e-16), "> 99.99 %");
        check(WinProbability::exact(1e-300), "< 0.01 %");
        check(WinProbability::exact(1.0), "100 %");
        check(WinProbability::exact(0.0), "0 %");
        check(WinProbability::exact(0.5), "50.00 %");
    }

    #[test]
    fn fine_percentages_have_the_last_known_decimal() {
        let fine =
            |held| WinProbability::within(held, 7.6e-6).fine_percent().replace(NO_BREAK, " ");
        assert_eq!(fine(0.736774), "73.677 %");
        assert_eq!(fine(1.0), "> 99.999 %");
        assert_eq!(fine(0.0), "< 0.001 %");
        let coarse =
            |held| WinProbability::within(held, 1e-4).fine_percent().replace(NO_BREAK, " ");
        assert_eq!(coarse(0.736774), "73.68 %");
    }

    #[test]
    fn everything_that_is_known_is_told() {
        assert_eq!(WinProbability::exact(1.0).full(), "exactly 1");
        let full = |error| WinProbability::within(0.736774177, error).full();
        assert_eq!(full(1e-16), "0.736774177000, exact to rounding");
        assert_eq!(full(1e-4), "0.7368, rounded: the exact value is within 0.0001");
        assert_eq!(full(9.97e-5), "0.7368, rounded: the exact value is within 0.0001");
        assert_eq!(full(7.63e-6), "0.73677, rounded: the exact value is within 0.000008");
    }

    #[test]
    fn small_chances_are_told_as_odds() {
        let check = |value: f64, text: Option<&str>| {
            let found =
                WinProbability::within(value, 7.6e-6).odds().map(|t| t.replace(NO_BREAK, " "));
            assert_eq!(found.as_deref(), text, "{value}");
        };
        check(0.0113378800825, Some("1 in 88"));
        check(0.0829, Some("1 in 12"));
        check(0.00012, Some("1 in 8,000"));
        check(0.5, None);
        check(0.00001, None);
        assert_eq!(WinProbability::exact(1.0).remark().as_deref(), Some("certain"));
        assert_eq!(WinProbability::within(1.0, 7.6e-6).remark(), None);
        let odds =
            |held| WinProbability::within(held, 1e-4).odds().map(|t| t.replace(NO_BREAK, " "));
        assert_eq!(odds(0.0113378800825).as_deref(), Some("1 in 88"));
        assert_eq!(odds(0.0012).as_deref(), Some("1 in 800"));
        assert_eq!(odds(0.0003), None);
        assert_eq!(WinProbability::exact(0.00012).odds().as_deref(), Some("1\u{a0}in\u{a0}8,300"));
    }

    #[test]
    fn costs_and_sizes() {
        let plain = |text: String| text.replace(NO_BREAK, " ");
        assert_eq!(plain(cost(0.004)), "costs 0.40 points");
        assert_eq!(plain(cost(0.00005)), "costs less than 0.01 points");
        assert_eq!(plain(cost(0.5)), "costs 50.00 points");
        assert_eq!(grouped(25_179_012), "25,179,012");
        assert_eq!(grouped(100), "100");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(plain(size(188)), "188 bytes");
        assert_eq!(plain(size(3_140_000)), "3.1 MB");
    }
}
