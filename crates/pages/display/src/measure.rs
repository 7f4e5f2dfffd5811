//! Values and regrets in the unit of their objective.

use mdp2048_model::{Objective, Valuation, ValueUnit, ValuedGame};

use crate::numbers::without_zeros;
use crate::{Percentage, one_in, percent, share, significant};

/// The largest error that counts as rounding.
const ROUNDING: f64 = 1e-12;

/// The least probability of losing that is shown in percent.
const LEAST_IN_PERCENT: f64 = 1e-9;

/// Fewer losses than one in a million games are more than anyone plays for.
const LEAST_PICTURED: f64 = 1e-6;

/// The least cost, as a probability of losing, that has a fixed number of decimals.
const LEAST_LOSING_COST: f64 = 1e-4;

/// The decimals of costs that are not small.
const COST_DECIMALS: usize = 2;

/// What the values of a game measure, and so the unit they are shown in.
///
/// Its methods read values as [`Value::measured`](mdp2048_model::Value::measured) returns them:
/// `None` where the target is not certain to be reached and the objective is the fewest moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The probability of winning, in percent.
    Probability,
    /// The probability of losing a game that is nearly certain to be won, in percent, or as odds
    /// where it is too small for that. Drawings show the probability of winning
    /// instead.
    Losing,
    /// The discounted probability of winning, a number without a unit.
    Discounted,
    /// The expected points or moves that an objective counts.
    Expected(Objective),
}

impl From<Valuation> for Measure {
    fn from(valuation: Valuation) -> Self {
        match valuation {
            Valuation::Probability => Self::Probability,
            Valuation::Losing => Self::Losing,
            Valuation::Discounted => Self::Discounted,
            Valuation::Expected(objective) => Self::Expected(objective),
        }
    }
}

impl Measure {
    /// What the values of a game measure.
    pub fn of(valued_game: &ValuedGame) -> Self {
        valued_game.valuation().into()
    }

    /// The name of a game's value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Probability => "win probability",
            Self::Losing => "probability of losing",
            Self::Discounted => "value",
            Self::Expected(objective) => objective.facts().value_name,
        }
    }

    /// The name of a state's value in a drawing, which does not count what was before the state.
    pub const fn name_in_state(self) -> &'static str {
        match self {
            Self::Probability | Self::Losing => "win probability",
            Self::Discounted => "value",
            Self::Expected(objective) => objective.facts().value_to_come,
        }
    }

    /// The unit of values and differences.
    pub const fn unit(self) -> ValueUnit {
        match self {
            Self::Probability | Self::Losing | Self::Discounted => ValueUnit::Probability,
            Self::Expected(objective) => objective.facts().unit,
        }
    }

    /// A value, rounded: `73.68 %`, `0.9584`, `5468.5`; a probability of losing with at least two
    /// significant digits: `0.025 %`, `1 in 1.4 × 10¹⁷`.
    pub fn text(self, value: Option<f64>) -> String {
        match (self, value) {
            (_, None) => "none, because winning is not certain".to_owned(),
            (Self::Probability, Some(value)) => percent(value),
            (_, Some(value)) => self.number(value),
        }
    }

    /// A value that differs from the exact one by at most `error`: as [`Measure::text`], but
    /// `> 99.99 %` where the error is larger than the distance to certainty.
    pub fn text_within(self, value: Option<f64>, error: f64) -> String {
        match (self, value) {
            (Self::Probability, Some(value)) if error > ROUNDING => {
                Percentage::within(value, error).text()
            }
            (Self::Losing, Some(loss)) if error > loss => format!("< {}", small(loss + error)),
            _ => self.text(value),
        }
    }

    /// A value as a label of a drawing: as [`Measure::text`], but `50 %`, and a dash for none.
    pub fn short(self, value: Option<f64>) -> String {
        match (self, value) {
            (_, None) => "\u{2014}".to_owned(),
            (Self::Probability, Some(value)) => Percentage::computed(value).short(),
            (Self::Losing, Some(loss)) => Percentage::losing(loss, 0.0).short(),
            (_, Some(value)) => self.number(value),
        }
    }

    /// A value that a file holds in whole percent: `57 %`, `0.57`.
    pub fn whole_percent(self, value: Option<f64>) -> String {
        match (self, value) {
            (Self::Probability, Some(value)) => format!("{:.0} %", 100.0 * value),
            (Self::Discounted, Some(value)) => format!("{value:.2}"),
            _ => self.text(value),
        }
    }

    fn number(self, value: f64) -> String {
        match self {
            Self::Losing => small(value),
            _ => format!("{value:.*}", self.decimals()),
        }
    }

    /// How many decimals a value has that is no percentage.
    pub(crate) const fn decimals(self) -> usize {
        match self {
            Self::Probability | Self::Losing | Self::Discounted => 4,
            Self::Expected(_) => 1,
        }
    }

    /// A value as [`Measure::text`], with what it is where a reader might take it for a probability
    /// of winning.
    pub fn named(self, value: Option<f64>) -> String {
        self.with_name(&self.text(value))
    }

    /// The text of a value with what it is: of a probability of losing, `0.025 % lost`.
    pub fn with_name(self, text: &str) -> String {
        match (self, text) {
            (Self::Losing, "0") => "0 % lost".to_owned(),
            (Self::Losing, text) => format!("{text} lost"),
            (_, text) => text.to_owned(),
        }
    }

    /// As [`Measure::with_name`], in words where nobody can picture the number: `practically never
    /// lost`.
    pub fn in_plain_words(self, value: f64, text: &str) -> String {
        match self {
            Self::Losing if value > 0.0 && value < LEAST_PICTURED => {
                "practically never lost".to_owned()
            }
            _ => text.to_owned(),
        }
    }

    /// What an action is beside the best one, the same measure on every page. Where wins count, it
    /// is the share of the chance of winning that the action keeps: `keeps 96.94 %`. Else it is
    /// [`Measure::cost`], because points and moves have a unit of their own. `chance` is the value
    /// of the board as [`Value::get`](mdp2048_model::Value::get) returns it.
    pub fn beside_best(self, chance: f64, regret: f64) -> String {
        match self {
            Self::Expected(_) => self.cost(regret),
            _ => format!("keeps {}", share((1.0 - regret / chance).min(1.0 - f64::EPSILON))),
        }
    }

    /// As [`Measure::beside_best`], in a sentence: `keeps 96.94 % of the chance`.
    pub fn in_words(self, chance: f64, regret: f64) -> String {
        let whole = if let Self::Expected(_) = self { "" } else { " of the chance" };
        format!("{}{whole}", self.beside_best(chance, regret))
    }

    /// What an action costs, from its regret: `costs 0.4 points`, `costs 12.3 moves`, or `may lose`
    /// where reaching the target is no longer certain. It has two decimals, or two digits if it is
    /// small.
    pub fn cost(self, regret: f64) -> String {
        let amount = self.in_unit(regret);
        match self {
            _ if regret == f64::INFINITY => "may lose".to_owned(),
            Self::Losing if regret < LEAST_LOSING_COST => {
                format!("costs {}", self.difference(regret))
            }
            Self::Losing => Self::Probability.cost(regret),
            Self::Discounted => format!("costs {}", self.difference(regret)),
            _ if amount < 0.1f64.powi(COST_DECIMALS as i32) * (1.0 - 1e-9) => {
                format!("costs {}", self.difference(regret))
            }
            _ => {
                let amount = format!("{amount:.COST_DECIMALS$}");
                format!("costs {}", self.with_unit(without_zeros(&amount)))
            }
        }
    }

    /// How many decimals the cost has that [`Measure::beside_best`] shows; `None` where it shows
    /// none.
    pub const fn cost_decimals(self) -> Option<usize> {
        if let Self::Expected(_) = self { Some(COST_DECIMALS) } else { None }
    }

    /// A difference of values in the unit in which it is written: percentage points for
    /// probabilities.
    pub(crate) fn in_unit(self, difference: f64) -> f64 {
        match self {
            Self::Probability | Self::Losing => 100.0 * difference,
            Self::Discounted | Self::Expected(_) => difference,
        }
    }

    /// A difference of values with two significant digits: `0.00076 points`, `0.5 in
    /// score`.
    pub fn difference(self, difference: f64) -> String {
        match self {
            Self::Losing if difference < LEAST_IN_PERCENT => small(difference),
            Self::Losing => Self::Probability.difference(difference),
            _ => self.with_unit(&significant(self.in_unit(difference))),
        }
    }

    /// How far a value may be from the exact one: `exact to rounding`, `to within 0.01 points`.
    pub fn within(self, error: f64) -> String {
        // The error of a probability of losing leaves out rounding, however small that is.
        if error == 0.0 || (error <= ROUNDING && self != Self::Losing) {
            "exact to rounding".to_owned()
        } else {
            format!("to within {}", self.difference(error))
        }
    }

    /// A number as a difference of values, with its unit.
    pub fn with_unit(self, number: &str) -> String {
        let plural = if number == "1" { "" } else { "s" };
        match (self, self.unit()) {
            (Self::Probability, _) => format!("{number} point{plural}"),
            (_, ValueUnit::Probability) => number.to_owned(),
            (_, ValueUnit::Points) => format!("{number} in score"),
            (_, ValueUnit::Moves) => format!("{number} move{plural}"),
        }
    }
}

/// A probability with at least two significant digits, however small it is: `0.025 %`,
/// `1 in 1.4 × 10¹⁷`, `0`.
fn small(probability: f64) -> String {
    match probability {
        0.0 => "0".to_owned(),
        ..LEAST_IN_PERCENT => one_in(probability),
        _ => percent(probability),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mdp2048_model::Game;
    use mdp2048_rules::Shape;

    fn game(objective: Objective, discount: f64) -> ValuedGame {
        Game::new(Shape::TWO_BY_TWO, objective, Some(8), discount, 0.1).unwrap().into()
    }

    #[test]
    fn probabilities_of_losing_have_two_digits_however_small() {
        let losing = ValuedGame::losing(*game(Objective::Win, 1.0).game()).unwrap();
        let measure = Measure::of(&losing);
        assert_eq!(measure.name(), "probability of losing");
        const TINY: &str = "1 in 1.4 × 10¹⁷";
        let losses = [0.0, 7.011e-18, 1e-9, 1e-4, 2.5e-4, 0.6328];
        let texts = losses.map(|loss| measure.text(Some(loss)));
        assert_eq!(texts, ["0", TINY, "0.00000010 %", "0.010 %", "0.025 %", "63.28 %"]);
        assert_eq!(measure.text_within(Some(1e-8), 1e-4), "< 0.010 %");
        assert_eq!(measure.text_within(Some(1e-20), 7e-20), "< 1 in 1.2 × 10¹⁹");
        assert_eq!(measure.text_within(Some(7e-18), 7e-20), TINY);
        assert_eq!(measure.cost(5.4e-13), "costs 1 in 1.9 × 10¹²");
        assert_eq!(measure.cost(5.4e-5), "costs 0.0054 points");
        assert_eq!(measure.difference(7e-20), "1 in 1.4 × 10¹⁹");
        assert_eq!(measure.within(7e-20), "to within 1 in 1.4 × 10¹⁹");
        assert_eq!(measure.within(0.0), "exact to rounding");
        assert_eq!(measure.name_in_state(), "win probability");
        let labels = [0.0, 7e-18, 2.5e-4].map(|loss| measure.short(Some(loss)));
        assert_eq!(labels, ["100 %", "> 99.99999999 %", "99.975 %"]);
    }

    #[test]
    fn probabilities_of_losing_have_a_name_beside_others() {
        let named = |value| Measure::Losing.named(Some(value));
        assert_eq!(
            [0.0, 0.3, 7e-18].map(named),
            ["0 % lost", "30.00 % lost", "1 in 1.4 × 10¹⁷ lost"]
        );
        assert_eq!(Measure::Probability.named(Some(0.3)), "30.00 %");
        let plain = [0.0, 7e-18, 0.3].map(|it| Measure::Losing.in_plain_words(it, &named(it)));
        assert_eq!(plain, ["0 % lost", "practically never lost", "30.00 % lost"]);
    }

    #[test]
    fn discounted_values_are_not_percentages() {
        let measure = Measure::of(&game(Objective::Win, 0.99));
        assert_eq!(measure, Measure::Discounted);
        assert_eq!([measure.name(), measure.name_in_state()], ["value"; 2]);
        assert_eq!(Measure::of(&game(Objective::Win, 1.0)), Measure::Probability);
        assert_eq!(
            Measure::of(&game(Objective::Fewest, 1.0)),
            Measure::Expected(Objective::Fewest)
        );
    }

    #[test]
    fn values_have_the_unit_of_their_objective() {
        let values = |measure: Measure, value| {
            [measure.text(value), measure.short(value), measure.whole_percent(value)]
        };
        assert_eq!(values(Measure::Probability, Some(0.97612)), ["97.61 %", "97.61 %", "98 %"]);
        assert_eq!(values(Measure::Discounted, Some(0.958384)), ["0.9584", "0.9584", "0.96"]);
        assert_eq!(values(Measure::Expected(Objective::Score), Some(5468.52)), ["5468.5"; 3]);
        assert_eq!(values(Measure::Expected(Objective::Moves), Some(4.25)), ["4.2"; 3]);
        assert_eq!(Measure::Probability.text_within(Some(1.0), 6e-5), "> 99.99 %");
        assert_eq!(Measure::Probability.text_within(Some(1.0), 0.0), "100 %");
        assert_eq!(Measure::Expected(Objective::Score).text_within(Some(5468.52), 0.5), "5468.5");
        let none = "none, because winning is not certain";
        assert_eq!(values(Measure::Expected(Objective::Fewest), None), [none, "\u{2014}", none]);
    }

    #[test]
    fn regrets_are_costs() {
        let check = |measure: Measure, regret: f64, text: &str| {
            assert_eq!(measure.cost(regret), text, "{measure:?} {regret}");
        };
        check(Measure::Probability, 0.12344, "costs 12.34 points");
        check(Measure::Probability, 0.01, "costs 1 point");
        check(Measure::Expected(Objective::Moves), 1.0, "costs 1 move");
        check(Measure::Probability, 1e-4, "costs 0.01 points");
        check(Measure::Probability, 5.17e-6, "costs 0.00052 points");
        check(Measure::Discounted, 0.00417, "costs 0.0042");
        check(Measure::Discounted, 1e-9, "costs 0.000000001");
        check(Measure::Expected(Objective::Score), 0.0333, "costs 0.03 in score");
        check(Measure::Expected(Objective::Moves), 12.3, "costs 12.3 moves");
        check(Measure::Expected(Objective::Fewest), f64::INFINITY, "may lose");
    }

    #[test]
    fn where_wins_count_an_action_keeps_a_share_of_the_chance() {
        let check = |measure: Measure, chance, regret, text: &str| {
            assert_eq!(measure.beside_best(chance, regret), text, "{measure:?} {regret}");
        };
        check(Measure::Probability, 0.7368, 0.0225, "keeps 96.95 %");
        check(Measure::Probability, 0.0113, 0.0113, "keeps 0 %");
        check(Measure::Probability, 0.5, 1e-9, "keeps > 99.99 %");
        check(Measure::Probability, 0.5, 0.499999, "keeps < 0.01 %");
        check(Measure::Discounted, 0.8, 0.2, "keeps 75.00 %");
        // The share has not the digits of the probability of losing, and is not 100 %.
        check(Measure::Losing, 1.0, 1e-20, "keeps > 99.99 %");
        check(Measure::Expected(Objective::Score), 5000.0, 468.461, "costs 468.46 in score");
        check(Measure::Expected(Objective::Fewest), 7.5, f64::INFINITY, "may lose");
    }

    #[test]
    fn differences_have_two_significant_digits() {
        assert_eq!(Measure::Probability.difference(7.6e-6), "0.00076 points");
        assert_eq!(Measure::Probability.difference(0.0), "0 points");
        assert_eq!(Measure::Probability.within(1e-4), "to within 0.01 points");
        assert_eq!(Measure::Expected(Objective::Score).within(0.5), "to within 0.5 in score");
        assert_eq!(Measure::Discounted.within(1e-4), "to within 0.0001");
        assert_eq!(Measure::Expected(Objective::Moves).within(1e-13), "exact to rounding");
    }
}
