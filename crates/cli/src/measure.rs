//! How the values of an objective are called and shown.

use mdp2048_model::{Discount, Game, Objective};

use crate::report::{percent, points};

/// What the values of a game measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The probability of winning.
    Probability,
    /// A discounted value.
    Discounted,
    /// Points still to be made.
    Score,
    /// Moves still to be made.
    Moves,
    /// Moves to the target, where it is certain to be reached.
    Fewest,
}

impl Measure {
    pub(crate) fn of(game: &Game) -> Self {
        match game.objective() {
            Objective::Win if game.discount() == Discount::NONE => Self::Probability,
            Objective::Score => Self::Score,
            Objective::Moves => Self::Moves,
            Objective::Fewest => Self::Fewest,
            _ => Self::Discounted,
        }
    }

    /// What a value is called.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Probability => "win probability",
            Self::Discounted => "value",
            Self::Score => "expected score",
            Self::Moves => "expected moves",
            Self::Fewest => "fewest moves",
        }
    }

    /// A measured value, rounded for people.
    pub(crate) fn rounded(self, value: Option<f64>) -> String {
        match (self, value) {
            (_, None) => "none, because winning is not certain".to_owned(),
            (Self::Probability, Some(value)) => percent(value),
            (Self::Discounted, Some(value)) => format!("{value:.5}"),
            (Self::Score, Some(value)) => format!("{value:.1}"),
            (Self::Moves | Self::Fewest, Some(value)) => format!("{value:.2}"),
        }
    }

    /// A measured value that was held in whole percent, for people.
    pub(crate) fn whole(self, value: Option<f64>) -> String {
        match (self, value) {
            (Self::Probability, Some(value)) => format!("{:.0} %", 100.0 * value),
            (Self::Discounted, Some(value)) => format!("{value:.2}"),
            _ => self.rounded(value),
        }
    }

    /// A measured value for people, with all its digits.
    pub(crate) fn exact(self, value: Option<f64>) -> String {
        let rounded = self.rounded(value);
        match value {
            None => rounded,
            Some(value) if self == Self::Discounted => value.to_string(),
            Some(value) => format!("{rounded}  ({value})"),
        }
    }

    /// A value that is exact, for people.
    pub(crate) fn exact_line(self, value: Option<f64>) -> String {
        let exactness = if value.is_some() { ", exact to rounding" } else { "" };
        format!("{}{exactness}", self.exact(value))
    }

    /// What an action costs, from its regret.
    pub(crate) fn cost(self, regret: f64) -> String {
        if regret.is_infinite() {
            return "may lose".to_owned();
        }
        format!("costs {}", self.difference(regret))
    }

    /// A difference of values, for people.
    pub(crate) fn difference(self, difference: f64) -> String {
        match self {
            Self::Probability => points(difference),
            Self::Discounted => format!("{difference:.2e}"),
            Self::Score => format!("{} in score", significant(difference)),
            Self::Moves | Self::Fewest => format!("{} moves", significant(difference)),
        }
    }

    /// How far values may be off, for people.
    pub(crate) fn within(self, error: f64) -> String {
        // A few roundings of a double.
        if error <= 1e-12 {
            "exact to rounding".to_owned()
        } else {
            format!("to within {}", self.difference(error))
        }
    }
}

/// An amount with two significant digits.
fn significant(amount: f64) -> String {
    if amount == 0.0 {
        return "0".to_owned();
    }
    let decimals = (1.0 - amount.abs().log10().floor()).clamp(0.0, 9.0) as usize;
    format!("{amount:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_in_the_unit_of_their_objective() {
        assert_eq!(Measure::Probability.whole(Some(0.57)), "57 %");
        assert_eq!(Measure::Probability.exact(Some(0.25)), "25.00 %  (0.25)");
        assert_eq!(Measure::Score.exact(Some(5468.5)), "5468.5  (5468.5)");
        assert_eq!(Measure::Fewest.rounded(None), "none, because winning is not certain");
        assert_eq!(Measure::Score.cost(0.0333), "costs 0.033 in score");
        assert_eq!(Measure::Moves.cost(12.3), "costs 12 moves");
        assert_eq!(Measure::Fewest.cost(f64::INFINITY), "may lose");
    }
}
