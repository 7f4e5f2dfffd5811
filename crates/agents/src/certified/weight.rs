//! Probabilities as whole numbers, which are only ever rounded down.

use mdp2048_model::Probability;

/// A probability in units of 2^-63.
///
/// Sums of weights are exact. A product or a quotient is rounded down to a whole number of units,
/// so a sum of weights is never above the probability that it bounds, and it does not depend on
/// the order of its terms.
pub(super) type BoardWeight = u64;

/// The probability 1.
pub(super) const ONE: BoardWeight = 1 << 63;

/// The unit of the probability of a random 4.
const PARTS: u64 = 1_000_000_000;

/// The least weight of at least a probability, which is in [0, 1]; at least one unit.
pub(super) fn at_least(probability: f64) -> BoardWeight {
    // The product is exact, as a power of two is.
    (probability * ONE as f64).ceil().clamp(1.0, ONE as f64) as BoardWeight
}

/// The largest number that is not above a weight.
pub(super) fn lower_bound(weight: BoardWeight) -> f64 {
    let nearest = weight as f64;
    let below = if nearest as u128 > u128::from(weight) { nearest.next_down() } else { nearest };
    below / ONE as f64
}

/// The number nearest to a weight.
pub(super) fn nearest(weight: BoardWeight) -> f64 {
    weight as f64 / ONE as f64
}

/// A weight times a probability in [0, 1].
pub(super) fn times(weight: BoardWeight, probability: f64) -> BoardWeight {
    if probability >= 1.0 {
        return weight;
    }
    // Both factors are whole numbers: the probability in units of 2^-63, rounded down.
    let factor = (probability * ONE as f64) as u64;
    ((u128::from(weight) * u128::from(factor)) >> 63) as BoardWeight
}

/// The weights of the random tiles on one empty cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileParts {
    /// The probability of a 4 in billionths.
    four: u64,
}

impl TileParts {
    /// For a probability of a 4, which is rounded to whole billionths. So a tenth is exactly that,
    /// and not the floating-point number; the bounds are those of the game with the rounded
    /// probability.
    pub(super) fn new(four: Probability) -> Self {
        Self { four: (four.get() * PARTS as f64).round() as u64 }
    }

    /// The weights of a 2 and of a 4 on each of some empty cells of an afterstate of a weight.
    pub(super) fn on_cell(self, weight: BoardWeight, cells: u64) -> [BoardWeight; 2] {
        let share = |parts: u64| {
            (u128::from(weight) * u128::from(parts) / u128::from(PARTS * cells)) as BoardWeight
        };
        [share(PARTS - self.four), share(self.four)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_rounded_down() {
        assert_eq!(at_least(0.0), 1);
        assert_eq!((at_least(0.25), at_least(1.0)), (ONE / 4, ONE));
        assert_eq!((lower_bound(ONE), lower_bound(ONE / 2)), (1.0, 0.5));
        // The nearest number to the greatest weight below 1 is 1.
        assert_eq!((nearest(ONE - 1), lower_bound(ONE - 1)), (1.0, 1.0_f64.next_down()));
        assert_eq!((times(ONE, 1.0), times(3, 0.5), times(3, 1.0)), (ONE, 1, 3));
        for weight in [1, 1_000, ONE / 3, ONE] {
            let thirds = times(weight, 1.0 / 3.0);
            assert!(3 * thirds <= weight && weight - 3 * thirds < 1_000, "{weight}: {thirds}");
            for cells in 1..16 {
                let [two, four] = TileParts::new(Probability::SPAWN_FOUR).on_cell(weight, cells);
                assert_eq!(
                    [two, four],
                    [weight - weight.div_ceil(10), weight / 10].map(|part| {
                        // Dividing twice rounds down as dividing once does.
                        part / cells
                    })
                );
            }
        }
    }
}
