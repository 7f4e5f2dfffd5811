//! Which values are possible, and how far a stored value is from what its successors imply.

use mdp2048_model::{Game, Rewards};

use crate::options::Precision;

/// The difference between a stored value and the expected one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Residual {
    pub(crate) absolute: f64,
    pub(crate) relative: f64,
}

/// The largest relative residual that rounding explains.
///
/// The solver and the verification add up an action value in different orders. Each rounds at most
/// 2 (cells - 1) products, their sum, and a few more operations, each by at most half of
/// [`f64::EPSILON`]. All terms have one sign, so nothing cancels. A value in single precision was
/// rounded once more.
pub(crate) fn tolerance(game: &Game, precision: Precision) -> f64 {
    (2 * game.shape().cells() + 4) as f64 * f64::EPSILON + precision.rounding()
}

impl Residual {
    pub(crate) fn between(found: f64, expected: f64, precision: Precision) -> Self {
        // Covers equal infinities, whose difference is NaN.
        if found == expected {
            return Self::default();
        }
        let difference = (found - expected).abs();
        if difference.is_nan() {
            return Self { absolute: f64::INFINITY, relative: f64::INFINITY };
        }
        // Subnormal numbers have no relative precision, so the smallest normal number bounds the
        // divisor.
        let normal = match precision {
            Precision::Double => f64::MIN_POSITIVE / f64::EPSILON,
            Precision::Single => f32::MIN_POSITIVE.into(),
        };
        let relative = difference / expected.abs().max(normal);
        let relative = if relative.is_nan() { f64::INFINITY } else { relative };
        Self { absolute: difference, relative }
    }

    #[must_use]
    pub(crate) fn max(self, other: Self) -> Self {
        Self {
            absolute: self.absolute.max(other.absolute),
            relative: self.relative.max(other.relative),
        }
    }
}

/// Whether a value can be an expected sum of these rewards.
pub(crate) fn is_possible(rewards: &Rewards, precision: Precision, value: f64) -> bool {
    // Bounds of the moves and of the points of a game on any board.
    const MOST_MOVES: f64 = 1e6;
    const MOST_POINTS: f64 = 1e8;
    let rounding = 1e-9 + 2.0 * precision.rounding();
    let Rewards { each_move, each_point, win, lost, .. } = *rewards;
    let sums = [MOST_MOVES * each_move, MOST_POINTS * each_point, win, lost];
    let least = sums.into_iter().fold(0.0, f64::min);
    let most = sums.into_iter().fold(0.0, f64::max);
    // No rounding changes the sign of a sum of terms of one sign.
    let least = if least < 0.0 { least - rounding } else { least };
    let most = if most > 0.0 { most + rounding } else { most };
    (least..=most).contains(&value)
}
