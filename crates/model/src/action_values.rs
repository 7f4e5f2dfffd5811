//! The values of a state's actions, and which of them is best.

use mdp2048_rules::{Action, Symmetry};

/// Actions are equally good when their values differ by no more than this part of the best one:
/// rounding noise, nothing more, so that a policy stays provably optimal.
pub const TIE_TOLERANCE: f64 = 1e-12;

/// The least value that ties with the best one.
fn tie_bound(best: f64) -> f64 {
    // Values of the fewest-moves objective are negative.
    best * if best < 0.0 { 1.0 + TIE_TOLERANCE } else { 1.0 - TIE_TOLERANCE }
}

/// The value Q(s, a) of each allowed action of a state.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ActionValues([Option<f64>; 4]);

impl ActionValues {
    /// Values by [`Action::index`]; `None` where the action is not allowed.
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

    /// V(s) - Q(s, a): what the action costs; `None` if it is not allowed.
    pub fn regret(&self, action: Action) -> Option<f64> {
        Some(self.value()? - self.get(action)?)
    }

    /// The actions that are best up to rounding noise, in the order that breaks ties.
    pub fn best(&self) -> impl Iterator<Item = Action> {
        self.near_best(tie_bound)
    }

    /// The first of the best actions in the frame in which the values stand, which must be the
    /// canonical one for the choice to be the game's; `None` if no action is allowed.
    pub fn choice(&self) -> Option<Action> {
        self.best().next()
    }

    /// The actions whose values are at least the best one less `tolerance`, and those that are
    /// best up to rounding noise.
    pub fn within(&self, tolerance: f64) -> impl Iterator<Item = Action> {
        self.near_best(move |value| (value - tolerance).min(tie_bound(value)))
    }

    fn near_best(&self, bound: impl FnOnce(f64) -> f64) -> impl Iterator<Item = Action> {
        let bound = self.value().map(bound);
        let values = self.0;
        Action::ALL.into_iter().filter(move |action| {
            values[action.index()].zip(bound).is_some_and(|(value, bound)| value >= bound)
        })
    }

    /// The same values seen from the board that `symmetry` moves to this one.
    #[must_use]
    pub fn before(&self, symmetry: Symmetry) -> Self {
        Self(Action::ALL.map(|action| self.get(symmetry.action(action))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_broken_in_order_and_only_within_rounding() {
        let values = ActionValues::new([None, Some(0.5 - 1e-9), Some(0.5 - 1e-14), Some(0.5)]);
        assert_eq!(values.choice(), Some(Action::Up));
        assert_eq!(values.value(), Some(0.5));
        assert_eq!(values.best().collect::<Vec<_>>(), [Action::Up, Action::Down]);
        assert_eq!(values.within(1e-6).count(), 3);
        assert_eq!(values.within(0.0).count(), 2);
        assert_eq!(ActionValues::default().choice(), None);
    }

    #[test]
    fn negative_values_tie_too() {
        let none = Some(f64::NEG_INFINITY);
        let values = ActionValues::new([none, Some(-5.0 - 1e-9), Some(-5.0 - 1e-14), Some(-5.0)]);
        assert_eq!(values.best().collect::<Vec<_>>(), [Action::Up, Action::Down]);
        assert_eq!(values.regret(Action::Left), Some(f64::INFINITY));
        assert_eq!(ActionValues::new([none; 4]).choice(), Some(Action::Left));
    }

    #[test]
    fn zero_values_tie() {
        let values = ActionValues::new([None, Some(0.0), None, Some(0.0)]);
        assert_eq!(values.choice(), Some(Action::Right));
    }
}
