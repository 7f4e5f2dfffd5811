//! Values in the units in which people read them.

use mdp2048::ValuedGame;

/// A value in the unit of the objective: a probability of winning, points or moves. It is infinite
/// where the objective has no value for a policy that may lose; NaN stays NaN.
pub(crate) fn measured(game: &ValuedGame, value: f64) -> f64 {
    if value.is_nan() { value } else { game.value(value).get() }
}
