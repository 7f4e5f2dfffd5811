//! The value of a state or an action as a file holds it, with its unit and its error.

use mdp2048_model::{Discount, Game, Value};

use crate::percentage::{ROUNDING, WHOLE_PERCENT};
use crate::{Measure, Percentage};

/// The most decimals of a number that is not a percentage.
const MOST_DECIMALS: usize = 9;

/// A value to be displayed, known exactly or within an error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameValue {
    /// A probability of winning.
    Percentage(Percentage),
    /// A number in the unit of its measure.
    Number {
        /// What it measures.
        measure: Measure,
        /// The number.
        value: f64,
        /// The largest difference from the exact number.
        error: f64,
    },
}

impl GameValue {
    /// A value that differs from the exact one by at most `error`; `None` if it is infinite.
    pub fn within(value: Value, error: f64) -> Option<Self> {
        let (measure, value) = (Measure::from(value.valuation()), value.measured()?);
        Some(match measure {
            Measure::Probability => Self::Percentage(Percentage::within(value, error)),
            Measure::Losing => Self::Percentage(Percentage::losing(value, error)),
            _ => Self::Number { measure, value, error },
        })
    }

    /// The value of a board on which a game has ended: what is still to come. `None` of a lost game
    /// whose target is wanted in few moves.
    pub fn at_end(game: &Game, is_won: bool) -> Option<Self> {
        if game.objective().wants_few() && !is_won {
            return None;
        }
        let wins = is_won && game.objective().counts_wins();
        let value = if wins { 1.0 } else { 0.0 };
        if game.objective().counts_wins() && game.discount() == Discount::NONE {
            return Some(Self::Percentage(Percentage::exact(value)));
        }
        Some(Self::Number { measure: Measure::of(&(*game).into()), value, error: 0.0 })
    }

    /// The number.
    pub const fn value(self) -> f64 {
        match self {
            Self::Percentage(percentage) => percentage.value(),
            Self::Number { value, .. } => value,
        }
    }

    /// The probability of losing; `None` unless the number is a probability of winning.
    pub const fn loss(self) -> Option<f64> {
        match self {
            Self::Percentage(percentage) => Some(percentage.complement()),
            Self::Number { .. } => None,
        }
    }

    /// The text to show beside a board: `73.68 %`, `0.9584`, `5468.5`.
    pub fn text(self) -> String {
        self.rounded(self.decimals())
    }

    /// The text to show beside other values: as [`GameValue::text`], with as many more decimals as
    /// distinguish it from those that differ, as far as they are known.
    pub fn text_among(self, others: &[Option<Self>]) -> String {
        self.rounded(self.distinct_decimals(&others.iter().flatten().copied()))
    }

    /// How many decimals are shown.
    pub(crate) fn decimals(self) -> usize {
        match self {
            Self::Percentage(percentage) => percentage.decimals(2),
            Self::Number { measure: Measure::Discounted, error: WHOLE_PERCENT, .. } => 2,
            Self::Number { measure, .. } => measure.decimals(),
        }
    }

    /// How many decimals are known, the last perhaps off by one.
    pub(crate) fn known_decimals(self) -> usize {
        match self {
            Self::Percentage(percentage) => percentage.known_decimals(),
            Self::Number { error, .. } if error > ROUNDING => self.decimals(),
            Self::Number { .. } => MOST_DECIMALS,
        }
    }

    /// The decimals of a text that differs from those of different values, as far as they are
    /// known.
    pub(crate) fn distinct_decimals(self, others: &(impl Iterator<Item = Self> + Clone)) -> usize {
        let mut decimals = self.decimals();
        while decimals < self.known_decimals() {
            let text = self.rounded(decimals);
            let is_same = |other: Self| !self.is_equal(other) && other.rounded(decimals) == text;
            if !others.clone().any(is_same) {
                break;
            }
            decimals += 1;
        }
        decimals
    }

    /// Whether another value is the same up to rounding errors.
    pub(crate) fn is_equal(self, other: Self) -> bool {
        (other.value() - self.value()).abs() <= ROUNDING * self.value().abs()
    }

    /// The text with this number of decimals.
    pub(crate) fn rounded(self, decimals: usize) -> String {
        match self {
            Self::Percentage(percentage) => percentage.rounded(decimals),
            Self::Number { value, .. } => format!("{value:.decimals$}"),
        }
    }

    /// Every digit that is known and how far the exact number may be from it, for a tooltip.
    pub fn full_text(self) -> String {
        match self {
            Self::Percentage(percentage) => percentage.full_text(),
            Self::Number { measure, value, error } => {
                format!("{value}, {}", measure.within(error))
            }
        }
    }

    /// The text to add to the number; see [`Percentage::remark`].
    pub fn remark(self) -> Option<String> {
        match self {
            Self::Percentage(percentage) => percentage.remark(),
            Self::Number { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Objective, ValuedGame};
    use mdp2048_rules::Shape;

    use super::*;

    fn game(objective: Objective, discount: f64) -> Game {
        Game::new(Shape::TWO_BY_TWO, objective, Some(16), discount, 0.1).unwrap()
    }

    fn of(game: Game, expected_return: f64) -> Value {
        ValuedGame::from(game).value(expected_return)
    }

    #[test]
    fn values_have_the_unit_of_their_objective() {
        let check = |game: Game, value, error, text: &str, full: &str| {
            let value = GameValue::within(of(game, value), error).unwrap();
            assert_eq!((value.text().as_str(), value.full_text().as_str()), (text, full));
        };
        check(game(Objective::Win, 1.0), 0.5, 0.0, "50.00 %", "exactly 0.5");
        check(game(Objective::Win, 0.9), 0.5, 0.0, "0.5000", "0.5, exact to rounding");
        check(game(Objective::Win, 0.9), 0.5, 0.005, "0.50", "0.5, to within 0.005");
        check(game(Objective::Score, 1.0), 20.25, 0.1, "20.2", "20.25, to within 0.1 in score");
        check(game(Objective::Fewest, 1.0), -7.5, 0.0, "7.5", "7.5, exact to rounding");
        let never = of(game(Objective::Fewest, 1.0), f64::NEG_INFINITY);
        assert_eq!(GameValue::within(never, 0.0), None);
    }

    #[test]
    fn values_beside_each_other_have_the_digits_that_distinguish_them() {
        let check = |game: Game, error, values: [f64; 3], texts: [&str; 3]| {
            let values = values.map(|it| GameValue::within(of(game, it), error).unwrap());
            assert_eq!(values.map(|it| it.text_among(&values.map(Some))), texts);
        };
        let (win, score) = (game(Objective::Win, 1.0), game(Objective::Score, 1.0));
        check(win, 0.0, [0.5, 0.25, 0.5], ["50.00 %", "25.00 %", "50.00 %"]);
        check(win, 0.0, [0.96261, 0.9626, 0.5], ["96.261 %", "96.260 %", "50.00 %"]);
        check(win, 0.0, [0.5, 0.5 + 1e-15, 0.1], ["50.00 %", "50.00 %", "10.00 %"]);
        check(win, 0.0, [1.0, 1.0 - 3e-9, 0.0], ["100 %", "99.99999970 %", "0 %"]);
        check(win, 7.6e-6, [0.5, 0.500004, 0.50002], ["50.000 %", "50.000 %", "50.002 %"]);
        check(win, 0.005, [0.5, 0.503, 0.4], ["50 %", "50 %", "40 %"]);
        check(score, 0.0, [20.21, 20.212, 1.0], ["20.210", "20.212", "1.0"]);
        check(score, 0.1, [20.21, 20.212, 1.0], ["20.2", "20.2", "1.0"]);
    }

    #[test]
    fn nothing_is_to_come_at_the_end() {
        let text = |game: Game, is_won| GameValue::at_end(&game, is_won).map(GameValue::text);
        assert_eq!(text(game(Objective::Win, 1.0), true).as_deref(), Some("100 %"));
        assert_eq!(text(game(Objective::Win, 1.0), false).as_deref(), Some("0 %"));
        assert_eq!(text(game(Objective::Win, 0.9), true).as_deref(), Some("1.0000"));
        assert_eq!(text(game(Objective::Score, 1.0), true).as_deref(), Some("0.0"));
        let fewest = game(Objective::Fewest, 1.0);
        assert_eq!(text(fewest, true).as_deref(), Some("0.0"));
        assert_eq!(text(fewest, false), None);
    }
}
