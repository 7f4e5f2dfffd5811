//! Values with all their digits, as the command line prints them beside the rounded ones.

use mdp2048_display::Measure;
use mdp2048_model::{Probability, ShortNumber};

/// A number without the digits that an error of at most `error` makes unknown: 10 of its last digit
/// is at least the error.
pub(crate) fn within(number: f64, error: f64) -> f64 {
    if number.abs() <= error {
        return 0.0;
    }
    if error <= 0.0 || !number.is_finite() {
        return number;
    }
    let [first, last] = [number.abs().log10().floor(), error.log10().ceil()];
    // A double has 17 digits.
    let digits = (first - last).clamp(0.0, 16.0) as usize;
    format!("{number:.digits$e}").parse().unwrap_or(number)
}

/// A value rounded and with all the digits that its relative error leaves:
/// `73.68 %  (0.736774177023)`.
pub(crate) fn all_digits(measure: Measure, value: Option<f64>, relative_bound: f64) -> String {
    let rounded = measure.text(value);
    let Some(value) = value else { return rounded };
    let digits = within(value, relative_bound * value.abs());
    match measure {
        // The unit of a discounted value is the number itself.
        Measure::Discounted => ShortNumber(digits).to_string(),
        Measure::Losing if digits == 0.0 => rounded,
        Measure::Losing => format!("{rounded}  ({digits:e})"),
        _ => format!("{rounded}  ({})", ShortNumber(digits)),
    }
}

/// As [`all_digits`], with the relative error.
pub(crate) fn with_bound(measure: Measure, value: Option<f64>, relative_bound: f64) -> String {
    let digits = all_digits(measure, value, relative_bound);
    match value {
        Some(_) => format!("{digits}, {}", relative_error(relative_bound)),
        None => digits,
    }
}

/// A bound of a relative error in words, rounded up to two digits.
pub(crate) fn relative_error(bound: f64) -> String {
    let unit = 10f64.powf(bound.log10().floor() - 1.0);
    format!("relative error below {:.1e}", (bound / unit).ceil() * unit)
}

/// The error of values in single precision, from a bound relative to them.
pub(crate) fn single_precision(relative_error: f64) -> String {
    format!("single; every value has a relative error of at most {relative_error:.1e}")
}

/// The probability of a 4 in a proof, which has no rounding error: the decimal fraction shown.
pub(crate) fn exactly(probability: Probability) -> String {
    format!("with probability {} exactly", probability.get())
}

/// A lower bound of a probability of winning, rounded down, so that the text is a bound too.
pub(crate) fn proven(bound: f64) -> String {
    let percent = (bound * 1e8).floor() / 1e6;
    format!(
        "The game can be won with at least this probability, for certain:\n{percent:.6} %  ({bound})\n"
    )
}

#[cfg(test)]
mod tests {
    use mdp2048_model::Objective;

    use super::*;

    #[test]
    fn values_have_all_their_digits() {
        let digits = |measure, value| all_digits(measure, Some(value), 1.1e-12);
        assert_eq!(digits(Measure::Probability, 0.25), "25.00 %  (0.25)");
        assert_eq!(digits(Measure::Probability, 0.7367741770231234), "73.68 %  (0.736774177023)");
        let score = Measure::Expected(Objective::Score);
        assert_eq!(digits(score, 5468.512345678912), "5468.5  (5468.51234568)");
        assert_eq!(
            digits(Measure::Losing, 7.012345678912345e-18),
            "1 in 1.4 × 10¹⁷  (7.01234567891e-18)"
        );
        let text = with_bound(Measure::Discounted, Some(0.5), 1.01e-12);
        assert_eq!(text, "0.5, relative error below 1.1e-12");
        let small = with_bound(Measure::Discounted, Some(6.5e-301), 9.99e-13);
        assert_eq!(small, "6.5e-301, relative error below 1.0e-12");
        let none = "none, because winning is not certain";
        assert_eq!(with_bound(Measure::Expected(Objective::Fewest), None, 1e-12), none);
    }

    #[test]
    fn digits_that_are_not_known_are_left_out() {
        assert_eq!([1e-3, 2e-3].map(|error| within(0.123456, error)), [0.123, 0.12]);
        assert_eq!([0.0, 1e-30].map(|error| within(0.1 + 0.2, error)), [0.1 + 0.2; 2]);
        assert_eq!(within(-236.894617785076, 3e-10), -236.894617785);
        assert_eq!([within(1e-13, 1e-12), within(f64::INFINITY, 1.0)], [0.0, f64::INFINITY]);
    }
}
