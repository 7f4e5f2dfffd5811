//! Values and weights as whole numbers, which are only ever rounded down.

/// A lower bound of a probability of winning, in units of 1/(2^32 - 1).
pub(crate) type WinBound = u32;

/// The value of a game that is won.
pub(crate) const CERTAIN: WinBound = u32::MAX;

/// A probability that games visit a board, in units of 2^-63.
pub(crate) type Weight = u64;

/// The probability 1.
pub(crate) const ALL_GAMES: Weight = 1 << 63;

/// A floating-point number that is not above a quotient of at most 1, and falls short of it by less
/// than one part in 10^15.
pub(crate) fn lower_quotient(numerator: u64, denominator: u64) -> f64 {
    if numerator >= denominator {
        return 1.0;
    }
    // Three roundings, each by at most half of EPSILON, and the last one.
    numerator as f64 / denominator as f64 * (1.0 - 2.0 * f64::EPSILON)
}

/// The floating-point lower bound of a value.
pub(crate) fn bound_of(value: WinBound) -> f64 {
    lower_quotient(value.into(), CERTAIN.into())
}

/// The least weight of at least a probability in [0, 1]; at least one unit.
pub(crate) fn at_least(probability: f64) -> Weight {
    (probability * ALL_GAMES as f64).ceil().clamp(1.0, ALL_GAMES as f64) as Weight
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_rounded_down() {
        assert_eq!((bound_of(CERTAIN), bound_of(0)), (1.0, 0.0));
        for value in [1, 7, CERTAIN / 3, CERTAIN - 1] {
            // Both are exact in 128 bits: the number is a whole multiple of 2^-85.
            let units = (bound_of(value) * 2f64.powi(85)) as u128;
            assert!(units * u128::from(CERTAIN) <= u128::from(value) << 85, "{value}");
            assert!(bound_of(value) > 0.999_999_999 * f64::from(value) / f64::from(CERTAIN));
        }
        assert_eq!((at_least(0.0), at_least(0.5), at_least(1.0)), (1, 1 << 62, ALL_GAMES));
    }
}
