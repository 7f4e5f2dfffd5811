//! The value of a state or an action as a file holds it, with its unit and its error.

use mdp2048_model::{Discount, Game, Objective, ValuedGame};

use crate::percentage::WHOLE_PERCENT;
use crate::{Measure, Percentage};

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
    pub fn within(valued_game: &ValuedGame, value: f64, error: f64) -> Option<Self> {
        let (measure, value) = (Measure::of(valued_game), valued_game.measured(value)?);
        Some(match measure {
            Measure::Probability => Self::Percentage(Percentage::within(value, error)),
            Measure::Losing => Self::Percentage(Percentage::losing(value, error)),
            _ => Self::Number { measure, value, error },
        })
    }

    /// The value of a board on which a game has ended: what is still to come.
    pub fn at_end(game: &Game, is_won: bool) -> Self {
        let wins = is_won && game.objective() == Objective::Win;
        let value = if wins { 1.0 } else { 0.0 };
        if game.objective() == Objective::Win && game.discount() == Discount::NONE {
            return Self::Percentage(Percentage::exact(value));
        }
        Self::Number { measure: Measure::of(&(*game).into()), value, error: 0.0 }
    }

    /// The number.
    pub const fn value(self) -> f64 {
        match self {
            Self::Percentage(percentage) => percentage.value(),
            Self::Number { value, .. } => value,
        }
    }

    /// The text to show beside a board: `73.68 %`, `0.9584`, `5468.5`.
    pub fn text(self) -> String {
        match self {
            Self::Percentage(percentage) => percentage.text(),
            Self::Number { measure, value, error: WHOLE_PERCENT } => {
                measure.whole_percent(Some(value))
            }
            Self::Number { measure, value, .. } => measure.text(Some(value)),
        }
    }

    /// The text for a table: as [`GameValue::text`], but with more decimals of a percentage.
    pub fn fine_text(self) -> String {
        match self {
            Self::Percentage(percentage) => percentage.fine_text(),
            Self::Number { .. } => self.text(),
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
    use mdp2048_rules::Shape;

    use super::*;

    fn game(objective: Objective, discount: f64) -> Game {
        Game::new(Shape::TWO_BY_TWO, objective, Some(16), discount, 0.1).unwrap()
    }

    #[test]
    fn values_have_the_unit_of_their_objective() {
        let check = |game: Game, value, error, text: &str, full: &str| {
            let value = GameValue::within(&game.into(), value, error).unwrap();
            assert_eq!((value.text().as_str(), value.full_text().as_str()), (text, full));
        };
        check(game(Objective::Win, 1.0), 0.5, 0.0, "50.00 %", "exactly 0.5");
        check(game(Objective::Win, 0.9), 0.5, 0.0, "0.5000", "0.5, exact to rounding");
        check(game(Objective::Win, 0.9), 0.5, 0.005, "0.50", "0.5, to within 0.005");
        check(game(Objective::Score, 1.0), 20.25, 0.1, "20.2", "20.25, to within 0.1 in score");
        check(game(Objective::Fewest, 1.0), -7.5, 0.0, "7.5", "7.5, exact to rounding");
        let never = GameValue::within(&game(Objective::Fewest, 1.0).into(), -f64::INFINITY, 0.0);
        assert_eq!(never, None);
    }

    #[test]
    fn nothing_is_to_come_at_the_end() {
        let text = |game: Game, is_won| GameValue::at_end(&game, is_won).text();
        assert_eq!(text(game(Objective::Win, 1.0), true), "100 %");
        assert_eq!(text(game(Objective::Win, 1.0), false), "0 %");
        assert_eq!(text(game(Objective::Win, 0.9), true), "1.0000");
        assert_eq!(text(game(Objective::Score, 1.0), true), "0.0");
    }
}
