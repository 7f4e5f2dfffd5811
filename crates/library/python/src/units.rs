//! Values in the units in which people read them.

use mdp2048::ValuedGame;

/// Which of the two numbers of a value is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    /// The value in the unit of the objective.
    Value,
    /// The probability of losing.
    Loss,
}

impl Number {
    /// The number of a value that the solver computes: a probability of winning, points or moves,
    /// which are infinite where the objective has no value for a policy that may lose; or a
    /// probability of losing, NaN for games without one. NaN stays NaN.
    pub(crate) fn of(self, game: &ValuedGame, value: f64) -> f64 {
        match self {
            _ if value.is_nan() => value,
            Self::Value => game.value(value).get(),
            Self::Loss => game.value(value).loss().unwrap_or(f64::NAN),
        }
    }

    /// The probability of losing if `loss` is set, else the value.
    pub(crate) const fn asked(loss: bool) -> Self {
        if loss { Self::Loss } else { Self::Value }
    }
}
