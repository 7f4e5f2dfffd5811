//! Probabilities as a type.

/// A probability, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Probability(f64);

impl Probability {
    /// The probability that a random tile is a 4 in the published game.
    pub const SPAWN_FOUR: Self = Self(0.1);

    /// The probability with this value, or `None` outside 0..=1.
    pub fn new(probability: f64) -> Option<Self> {
        // Adding 0 makes 0 of -0.
        (0.0..=1.0).contains(&probability).then_some(Self(probability + 0.0))
    }

    /// The least probability of a random tile that ever appears.
    ///
    /// Probabilities of games are products with one factor for each random tile, so with a much
    /// smaller one they are soon too small for a number. It is also the step of the probabilities
    /// in proofs.
    pub const LEAST_SPAWN: f64 = 1e-6;

    /// The probability with this value as that of a random 4: 0, 1, or such that a 2 and a 4 have
    /// at least the probability [`Probability::LEAST_SPAWN`]. `None` for other values.
    pub fn of_spawn(probability: f64) -> Option<Self> {
        let both = Self::LEAST_SPAWN..=1.0 - Self::LEAST_SPAWN;
        let is_allowed = |&Self(it): &Self| it == 0.0 || it == 1.0 || both.contains(&it);
        Self::new(probability).filter(is_allowed)
    }

    /// A computed probability as a number within 0..=1, which rounding errors may exceed by less
    /// than 1e-9; a number further away is returned as it is.
    pub fn clamp_unit(computed: f64) -> f64 {
        const ROUNDING: f64 = 1e-9;
        if (-ROUNDING..=1.0 + ROUNDING).contains(&computed) {
            // Adding 0 makes 0 of -0.
            computed.clamp(0.0, 1.0) + 0.0
        } else {
            computed
        }
    }

    /// The value, from 0 to 1.
    #[inline]
    pub const fn get(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_from_zero_to_one() {
        let zero = Probability::new(-0.0).unwrap();
        assert_eq!(zero.get().to_bits(), 0f64.to_bits());
        for number in [-1e-300, 1.0 + 1e-15, f64::NAN, f64::INFINITY] {
            assert_eq!(Probability::new(number), None);
        }
    }

    #[test]
    fn random_tiles_are_not_too_rare() {
        for allowed in [0.0, 1e-6, 0.1, 0.999999, 1.0] {
            assert_eq!(Probability::of_spawn(allowed), Some(Probability(allowed)));
        }
        for refused in [5e-324, 1e-300, 9.99e-7, 0.9999991, 1.0f64.next_down(), -0.1, 1.5] {
            assert_eq!(Probability::of_spawn(refused), None, "{refused}");
        }
    }

    #[test]
    fn rounding_errors_beyond_certainty_are_dropped() {
        let rounded = [1.0000000000000002, 1.0, 0.3, -0.0, -1e-17].map(Probability::clamp_unit);
        assert_eq!(rounded.map(f64::to_bits), [1.0, 1.0, 0.3, 0.0, 0.0].map(f64::to_bits));
        assert_eq!([1.5, -1.0].map(Probability::clamp_unit), [1.5, -1.0]);
    }
}
