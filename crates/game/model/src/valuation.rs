//! What an expected return is.

use crate::objective::Objective;

/// What the expected return of a state is: the sum of [`Rewards`](crate::Rewards) that the solver
/// maximises. [`Value`](crate::Value) converts it to the unit of the objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Valuation {
    /// The probability of winning.
    Probability,
    /// Minus the probability of losing, for a game that is nearly certain to be won.
    ///
    /// It has the same optimal policies as the probability of winning. But a win probability near 1
    /// does not have the digits of the probability of losing: two actions may have equal win
    /// probabilities to rounding though one loses a thousand times as often as the other.
    Losing,
    /// The probability of winning, where a win after n moves counts discount^n.
    Discounted,
    /// The expected sum of the points or moves of an objective; minus the number of moves where
    /// few are wanted.
    Expected(Objective),
}
