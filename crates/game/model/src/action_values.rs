//! The action values of a state, and the best actions.

use mdp2048_rules::{Action, Symmetry};

use crate::valuation::Valuation;
use crate::value::Value;

/// The largest relative difference between the value of an action and that of the best action at
/// which both count as best.
///
/// It covers rounding errors and nothing more, so a policy that chooses any best action is provably
/// optimal.
pub const TIE_TOLERANCE: f64 = 1e-12;

/// The least expected return that counts as best.
fn tie_bound(best: f64) -> f64 {
    // Minus numbers of moves and minus probabilities of losing are negative.
    best * if best < 0.0 { 1.0 + TIE_TOLERANCE } else { 1.0 - TIE_TOLERANCE }
}

/// The value Q(s, a) of each allowed action of a state.
///
/// ```
/// use mdp2048::{Action, Game, PlainSolution, Values};
///
/// let solution = PlainSolution::solve(&Game::builder().board(2, 2).target(16).build()?);
/// let values = solution.action_values_at("8 8/2 4".parse()?).ok_or("no state")?;
/// assert_eq!(values.value().map(|value| value.get()), Some(1.0));
/// assert_eq!(values.best().collect::<Vec<_>>(), [Action::Left, Action::Right]);
/// assert_eq!(values.regret(Action::Right), Some(0.0));
/// assert_eq!(values.regret(Action::Up), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionValues {
    expected_returns: [Option<f64>; 4],
    valuation: Valuation,
}

impl ActionValues {
    /// The values of expected returns by [`Action::index`]; `None` where the action is not allowed.
    pub const fn new(expected_returns: [Option<f64>; 4], valuation: Valuation) -> Self {
        Self { expected_returns, valuation }
    }

    /// Q(s, a), or `None` if the action is not allowed.
    pub fn get(&self, action: Action) -> Option<Value> {
        Some(Value::new(self.expected_returns[action.index()]?, self.valuation))
    }

    /// V(s), the best of the values, or `None` if no action is allowed.
    pub fn value(&self) -> Option<Value> {
        Some(Value::new(self.expected_return()?, self.valuation))
    }

    /// The largest expected return, or `None` if no action is allowed.
    fn expected_return(&self) -> Option<f64> {
        self.expected_returns.into_iter().flatten().reduce(f64::max)
    }

    /// What the solver maximises, by [`Action::index`]: [`Value::expected_return`] of each value.
    pub const fn expected_returns(&self) -> [Option<f64>; 4] {
        self.expected_returns
    }

    /// The regret of an action, or `None` if the action is not allowed: how much V(s) is better
    /// than Q(s, a), with the digits of [`Value::better_by`].
    pub fn regret(&self, action: Action) -> Option<f64> {
        Some(self.value()?.better_by(self.get(action)?))
    }

    /// The regret of the second-best action, or `None` if fewer than two actions are allowed. It is
    /// 0 if several actions are best up to rounding errors.
    pub fn second_regret(&self) -> Option<f64> {
        let mut best = self.best();
        let first = best.next()?;
        if best.next().is_some() {
            return Some(0.0);
        }
        let others = Action::ALL.into_iter().filter(|&action| action != first);
        others.filter_map(|action| self.regret(action)).reduce(f64::min)
    }

    /// The best actions up to rounding errors, in the order left, right, up, down.
    pub fn best(&self) -> impl Iterator<Item = Action> {
        let bound = self.expected_return().map(tie_bound);
        let values = self.expected_returns;
        Action::ALL.into_iter().filter(move |action| {
            values[action.index()].zip(bound).is_some_and(|(value, bound)| value >= bound)
        })
    }

    /// The first of the best actions, or `None` if no action is allowed.
    ///
    /// The order of the actions depends on the frame of the values. A policy breaks ties in the
    /// canonical frame.
    pub fn choice(&self) -> Option<Action> {
        self.best().next()
    }

    /// The values of the actions of the board that `symmetry` maps to the board of these values.
    #[must_use]
    pub fn before(&self, symmetry: Symmetry) -> Self {
        let of = |action| self.expected_returns[symmetry.action(action).index()];
        Self { expected_returns: Action::ALL.map(of), ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: [Option<f64>; 4]) -> ActionValues {
        ActionValues::new(values, Valuation::Probability)
    }

    #[test]
    fn the_first_action_within_rounding_errors_is_chosen() {
        let values = of([None, Some(0.5 - 1e-9), Some(0.5 - 1e-14), Some(0.5)]);
        assert_eq!(values.choice(), Some(Action::Up));
        assert_eq!(values.value(), Some(Value::new(0.5, Valuation::Probability)));
        assert_eq!(values.best().collect::<Vec<_>>(), [Action::Up, Action::Down]);
        assert_eq!(of([None; 4]).choice(), None);
        let zeros = of([None, Some(0.0), None, Some(0.0)]);
        assert_eq!(zeros.choice(), Some(Action::Right));
    }

    #[test]
    fn the_second_best_action_costs_nothing_if_it_ties() {
        let second = |values| of(values).second_regret();
        assert_eq!(second([Some(0.25), Some(0.5), None, Some(0.125)]), Some(0.25));
        assert_eq!(second([Some(0.5 - 1e-14), Some(0.5), None, Some(0.125)]), Some(0.0));
        assert_eq!(second([None, Some(0.5), None, None]), None);
        assert_eq!(second([None; 4]), None);
    }

    #[test]
    fn negative_values_within_rounding_errors_tie() {
        let none = Some(f64::NEG_INFINITY);
        let values = of([none, Some(-5.0 - 1e-9), Some(-5.0 - 1e-14), Some(-5.0)]);
        assert_eq!(values.best().collect::<Vec<_>>(), [Action::Up, Action::Down]);
        assert_eq!(values.regret(Action::Left), Some(f64::INFINITY));
        assert_eq!(of([none; 4]).choice(), Some(Action::Left));
    }
}
