//! A value in the unit of its objective.

use std::cmp::Ordering;
use std::fmt;

use crate::probability::Probability;
use crate::short_number::ShortNumber;
use crate::valuation::Valuation;

/// The value of a state or of an action, in the unit of the objective: a probability of winning
/// (what a discount leaves of it), points or moves.
///
/// It holds the expected return that the solver maximises, so that no digit is lost: where a game
/// is nearly certain to be won, that is minus the probability of losing. Only values of one game
/// can be compared.
///
/// ```
/// use mdp2048::{Game, PlainSolution, Values};
///
/// let solution = PlainSolution::solve(&Game::builder().board(2, 3).target(32).build()?);
/// let value = solution.start_value();
/// assert!(value.get() > 0.999);
/// assert!(value.loss().is_some_and(|loss| loss > 0.0 && loss < 1e-3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    expected_return: f64,
    valuation: Valuation,
}

impl Value {
    /// The value of an expected return.
    pub const fn new(expected_return: f64, valuation: Valuation) -> Self {
        Self { expected_return, valuation }
    }

    /// The number in the unit of the objective: a probability of winning in 0..=1, points or moves.
    /// Where the fewest moves are wanted, it is infinite if no policy is certain to reach the
    /// target.
    pub fn get(self) -> f64 {
        let value = self.expected_return;
        // The rounding errors of a sum of probabilities may exceed 1.
        match self.valuation {
            Valuation::Losing => Probability::clamp_unit(1.0 + value),
            Valuation::Probability | Valuation::Discounted => Probability::clamp_unit(value),
            Valuation::Expected(objective) if objective.wants_few() => 0.0 - value,
            Valuation::Expected(_) => value,
        }
    }

    /// As [`Value::get`]; `None` if it is infinite.
    pub fn finite(self) -> Option<f64> {
        Some(self.get()).filter(|value| value.is_finite())
    }

    /// The probability of losing; `None` unless the objective is to win, without discount. If the
    /// game is nearly certain to be won, it has all its digits however small it is; else it is the
    /// difference of [`Value::get`] from 1.
    pub fn loss(self) -> Option<f64> {
        match self.valuation {
            Valuation::Losing => Some(Probability::clamp_unit(-self.expected_return)),
            Valuation::Probability => Some(Probability::clamp_unit(1.0 - self.expected_return)),
            Valuation::Discounted | Valuation::Expected(_) => None,
        }
    }

    /// The number to show where there is space for one: the probability of losing of a game that is
    /// nearly certain to be won, else as [`Value::finite`].
    pub fn measured(self) -> Option<f64> {
        if self.valuation == Valuation::Losing { self.loss() } else { self.finite() }
    }

    /// What [`Value::expected_return`] is.
    pub const fn valuation(self) -> Valuation {
        self.valuation
    }

    /// What the solver maximises: the expected sum of [`Rewards`](crate::Rewards). It is negative
    /// where it is minus a probability of losing or minus a number of moves.
    pub const fn expected_return(self) -> f64 {
        self.expected_return
    }

    /// `Greater` if this value is better than another one of the same game.
    pub fn compare(self, other: Self) -> Ordering {
        let [own, other] = self.comparable(other);
        // Zeros of both signs are equal.
        own.partial_cmp(&other).unwrap_or_else(|| own.total_cmp(&other))
    }

    /// By how much this value is better than another one of the same game, in their unit; negative
    /// if it is worse. It is the difference of the numbers that have most digits: of the
    /// probabilities of losing, if the game is nearly certain to be won. The regret of an action is
    /// this of V and its Q.
    pub fn better_by(self, other: Self) -> f64 {
        let [own, other] = self.comparable(other);
        // The difference of equal infinities is no number.
        if own == other { 0.0 } else { own - other }
    }

    /// The expected returns of two values of one game under one valuation.
    fn comparable(self, other: Self) -> [f64; 2] {
        match (self.loss(), other.loss()) {
            (Some(own), Some(loss)) if self.valuation != other.valuation => [-own, -loss],
            _ => [self.expected_return, other.expected_return],
        }
    }

    /// The share of this value that an action of this regret gives up.
    pub fn share(self, regret: f64) -> f64 {
        regret / self.get()
    }
}

impl fmt::Display for Value {
    /// Writes [`Value::get`]; as `{:#}` with all digits that are held: `1 - 7.01e-18` where the
    /// game is nearly certain to be won.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (f.alternate(), self.valuation) {
            (true, Valuation::Losing) => write!(f, "1 - {}", ShortNumber(-self.expected_return)),
            (true, _) => write!(f, "{}", ShortNumber(self.get())),
            (false, _) => self.get().fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::Objective;

    const FEWEST: Valuation = Valuation::Expected(Objective::Fewest);
    const SCORE: Valuation = Valuation::Expected(Objective::Score);

    #[test]
    fn values_have_the_unit_of_their_objective() {
        let check = |expected_return, valuation, value, loss| {
            let found = Value::new(expected_return, valuation);
            assert_eq!((found.get(), found.loss()), (value, loss), "{found:?}");
        };
        check(-0.25, Valuation::Losing, 0.75, Some(0.25));
        check(-7e-18, Valuation::Losing, 1.0, Some(7e-18));
        check(0.75, Valuation::Probability, 0.75, Some(0.25));
        check(1.0 + f64::EPSILON, Valuation::Probability, 1.0, Some(0.0));
        check(0.75, Valuation::Discounted, 0.75, None);
        check(-4.0, FEWEST, 4.0, None);
        check(f64::NEG_INFINITY, FEWEST, f64::INFINITY, None);
        check(40.0, SCORE, 40.0, None);
        let certain = Value::new(0.0, Valuation::Losing);
        assert!(certain.loss().is_some_and(f64::is_sign_positive));
        assert!(Value::new(0.0, FEWEST).get().is_sign_positive());
        let numbers =
            [Value::new(-7e-18, Valuation::Losing), Value::new(f64::NEG_INFINITY, FEWEST)];
        assert_eq!(numbers.map(Value::measured), [Some(7e-18), None]);
        assert_eq!(numbers.map(|value| format!("{value:.2}")), ["1.00", "inf"]);
        assert_eq!(numbers.map(|value| format!("{value:#}")), ["1 - 7e-18", "inf"]);
    }

    #[test]
    fn the_better_value_is_greater() {
        for (better, worse, valuation, by) in [
            (-1e-20, -3e-20, Valuation::Losing, 3e-20 - 1e-20),
            (0.75, 0.5, Valuation::Probability, 0.25),
            (-4.0, -6.0, FEWEST, 2.0),
            (-4.0, f64::NEG_INFINITY, FEWEST, f64::INFINITY),
        ] {
            let [better, worse] = [better, worse].map(|it| Value::new(it, valuation));
            assert_eq!(better.compare(worse), Ordering::Greater);
            assert_eq!(better.better_by(worse), by);
            assert_eq!((worse.better_by(worse), better.better_by(better)), (0.0, 0.0));
        }
        // Two policies of one game, of which one is nearly certain to win.
        let certain = Value::new(-0.25e-3, Valuation::Losing);
        let other = Value::new(0.75, Valuation::Probability);
        assert_eq!(certain.compare(other), Ordering::Greater);
        assert_eq!(other.better_by(certain), 0.25e-3 - 0.25);
    }

    #[test]
    fn games_that_are_never_lost_are_equal() {
        let [zero, minus] = [0.0, -0.0].map(|it| Value::new(it, Valuation::Losing));
        assert_eq!((zero.compare(minus), zero.better_by(minus)), (Ordering::Equal, 0.0));
    }

    #[test]
    fn a_regret_is_a_share_of_the_value() {
        let of = |value, valuation| Value::new(value, valuation);
        let shares = [
            of(0.25, Valuation::Probability).share(0.125),
            of(-0.75, Valuation::Losing).share(0.125),
            of(40.0, SCORE).share(20.0),
            of(-4.0, FEWEST).share(2.0),
        ];
        assert_eq!(shares, [0.5; 4]);
    }
}
