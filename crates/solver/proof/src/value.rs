//! Values and weights as whole numbers, which are only ever rounded down.

/// A lower bound of a probability of winning, in units of 1/(2^32 - 1).
pub(crate) type WinBound = u32;

/// The value of a game that is won.
pub(crate) const CERTAIN: WinBound = u32::MAX;

/// The upper half of a value, or 1 if that is 0 and the value is not. An expansion chooses actions
/// by it, but no bound is computed from it.
pub(crate) fn quantised(value: WinBound) -> u16 {
    ((value >> 16) as u16).max((value > 0).into())
}

/// A value with the same upper half: 0 for 0, and [`CERTAIN`] for the highest.
pub(crate) fn dequantised(half: u16) -> WinBound {
    WinBound::from(half) << 16 | WinBound::from(half)
}

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
    fn quotients_are_rounded_down_and_quantised_values_are_near() {
        assert_eq!((bound_of(CERTAIN), bound_of(0)), (1.0, 0.0));
        for value in [1, 7, CERTAIN / 3, CERTAIN - 1] {
            // Both are exact in 128 bits: the number is a whole multiple of 2^-85.
            let units = (bound_of(value) * 2f64.powi(85)) as u128;
            assert!(units * u128::from(CERTAIN) <= u128::from(value) << 85, "{value}");
            assert!(bound_of(value) > 0.999_999_999 * f64::from(value) / f64::from(CERTAIN));
        }
        for value in [0, 1, 1 << 16, CERTAIN / 3, CERTAIN] {
            let near = dequantised(quantised(value));
            assert!(near.abs_diff(value) <= 1 << 16 && (near > 0) == (value > 0), "{value}");
        }
        assert_eq!(dequantised(quantised(CERTAIN)), CERTAIN);
        assert_eq!((at_least(0.0), at_least(0.5), at_least(1.0)), (1, 1 << 62, ALL_GAMES));
    }
}
