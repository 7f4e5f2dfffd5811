//! Values with all their digits, as the command line prints them beside the rounded ones.

use mdp2048_display::Measure;
use mdp2048_model::{Probability, ShortNumber, Valuation, ValuedGame};

/// The probability of losing that a value is; `None` if it is a value of another kind.
pub(crate) fn held_loss(valued_game: &ValuedGame, value: Option<f64>) -> Option<f64> {
    match valued_game.valuation() {
        Valuation::Losing => valued_game.measured(value?),
        Valuation::Objective => None,
    }
}

/// A value rounded and with all its digits: `73.68 %  (0.736774177023)`.
pub(crate) fn all_digits(measure: Measure, value: Option<f64>) -> String {
    let rounded = measure.text(value);
    match value {
        None => rounded,
        // The unit of a discounted value is the number itself.
        Some(value) if measure == Measure::Discounted => ShortNumber(value).to_string(),
        Some(0.0) if measure == Measure::Losing => rounded,
        Some(loss) if measure == Measure::Losing => format!("{rounded}  ({loss:e})"),
        Some(value) => format!("{rounded}  ({})", ShortNumber(value)),
    }
}

/// As [`all_digits`], with the remark that the value is exact to rounding.
pub(crate) fn exact_to_rounding(measure: Measure, value: Option<f64>) -> String {
    let remark = if value.is_some() { ", exact to rounding" } else { "" };
    format!("{}{remark}", all_digits(measure, value))
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
        assert_eq!(all_digits(Measure::Probability, Some(0.25)), "25.00 %  (0.25)");
        assert_eq!(
            all_digits(Measure::Expected(Objective::Score), Some(5468.5)),
            "5468.5  (5468.5)"
        );
        assert_eq!(exact_to_rounding(Measure::Discounted, Some(0.5)), "0.5, exact to rounding");
        let small = exact_to_rounding(Measure::Discounted, Some(6.5e-301));
        assert_eq!(small, "6.5e-301, exact to rounding");
        let none = "none, because winning is not certain";
        assert_eq!(exact_to_rounding(Measure::Expected(Objective::Fewest), None), none);
    }
}
