//! The action values of a state, and the best actions.

use mdp2048_rules::{Action, Symmetry};

/// The largest relative difference between the value of an action and that of the best action at
/// which both count as best.
///
/// It covers rounding errors and nothing more, so a policy that chooses any best action is provably
/// optimal.
pub const TIE_TOLERANCE: f64 = 1e-12;

/// The least value that counts as best.
fn tie_bound(best: f64) -> f64 {
    // The values of the fewest-moves objective are negative.
    best * if best < 0.0 { 1.0 + TIE_TOLERANCE } else { 1.0 - TIE_TOLERANCE }
}

/// The value Q(s, a) of each allowed action of a state.
///
/// ```
/// use mdp2048::{Action, ActionValues};
///
/// let values = ActionValues::new([Some(0.75), Some(0.5), None, Some(0.75)]);
/// assert_eq!(values.value(), Some(0.75));
/// assert_eq!(values.best().collect::<Vec<_>>(), [Action::Left, Action::Down]);
/// assert_eq!(values.regret(Action::Right), Some(0.25));
/// assert_eq!(values.regret(Action::Up), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ActionValues([Option<f64>; 4]);

impl ActionValues {
    /// The values by [`Action::index`]; `None` where the action is not allowed.
    pub const fn new(values: [Option<f64>; 4]) -> Self {
        Self(values)
    }

    /// Q(s, a), or `None` if the action is not allowed.
    pub const fn get(&self, action: Action) -> Option<f64> {
        self.0[action.index()]
    }

    /// V(s), the largest of the values, or `None` if no action is allowed.
    pub fn value(&self) -> Option<f64> {
        self.0.into_iter().flatten().reduce(f64::max)
    }

    /// The regret V(s) - Q(s, a) of an action, or `None` if the action is not allowed.
    pub fn regret(&self, action: Action) -> Option<f64> {
        Some(self.value()? - self.get(action)?)
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
        let bound = self.value().map(tie_bound);
        let values = self.0;
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
        Self(Action::ALL.map(|action| self.get(symmetry.action(action))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_action_within_rounding_errors_is_chosen() {
        let values = ActionValues::new([None, Some(0.5 - 1e-9), Some(0.5 - 1e-14), Some(0.5)]);
        assert_eq!(values.choice(), Some(Action::Up));
        assert_eq!(values.value(), Some(0.5));
        assert_eq!(values.best().collect::<Vec<_>>(), [Action::Up, Action::Down]);
        assert_eq!(ActionValues::default().choice(), None);
        let zeros = ActionValues::new([None, Some(0.0), None, Some(0.0)]);
        assert_eq!(zeros.choice(), Some(Action::Right));
    }

    #[test]
    fn the_second_best_action_costs_nothing_if_it_ties() {
        let second = |values| ActionValues::new(values).second_regret();
        assert_eq!(second([Some(0.25), Some(0.5), None, Some(0.125)]), Some(0.25));
        assert_eq!(second([Some(0.5 - 1e-14), Some(0.5), None, Some(0.125)]), Some(0.0));
        assert_eq!(second([None, Some(0.5), None, None]), None);
        assert_eq!(second([None; 4]), None);
    }

    #[test]
    fn negative_values_within_rounding_errors_tie() {
        let none = Some(f64::NEG_INFINITY);
        let values = ActionValues::new([none, Some(-5.0 - 1e-9), Some(-5.0 - 1e-14), Some(-5.0)]);
        assert_eq!(values.best().collect::<Vec<_>>(), [Action::Up, Action::Down]);
        assert_eq!(values.regret(Action::Left), Some(f64::INFINITY));
        assert_eq!(ActionValues::new([none; 4]).choice(), Some(Action::Left));
    }
}
