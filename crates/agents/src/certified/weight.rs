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

/// The decimals of the probability of a random 4 that count.
const DECIMALS: usize = 19;

/// The parts in which that probability is a whole number: 10^19.
const ALL: u64 = 10_u64.pow(DECIMALS as u32);

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TileParts {
    /// The probability of a 2 and that of a 4, in parts of `all`.
    two: u64,
    four: u64,
    all: u64,
}

impl TileParts {
    /// For a probability of a 4, which is the shortest decimal fraction of the floating-point
    /// number, as it is written and printed: a tenth is exactly 1/10.
    ///
    /// What is beyond 19 decimals is rounded down, for a 2 and for a 4.
    pub(super) fn new(four: Probability) -> Self {
        // The text has no exponent.
        let text = four.get().to_string();
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
        let digit = |at: usize| decimals.as_bytes().get(at).map_or(0, |digit| digit - b'0');
        let begin = whole.parse().unwrap_or(0);
        let four = (0..DECIMALS).fold(begin, |four, at| 10 * four + u64::from(digit(at)));
        let is_rounded = (DECIMALS..decimals.len()).any(|at| digit(at) > 0);
        let two = ALL - four - u64::from(is_rounded);
        let divisor = greatest_common_divisor(greatest_common_divisor(ALL, four), two);
        Self { two: two / divisor, four: four / divisor, all: ALL / divisor }
    }

    /// The weights of a 2 and of a 4 on each of some empty cells of an afterstate of a weight.
    pub(super) fn on_cell(self, weight: BoardWeight, cells: u64) -> [BoardWeight; 2] {
        let share = |parts: u64| {
            let all = u128::from(self.all) * u128::from(cells);
            (u128::from(weight) * u128::from(parts) / all) as BoardWeight
        };
        [share(self.two), share(self.four)]
    }
}

fn greatest_common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
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

    #[test]
    fn the_probability_of_a_four_is_its_decimal_fraction() {
        let parts = |four: f64| TileParts::new(Probability::new(four).unwrap());
        assert_eq!(parts(0.1), TileParts { two: 9, four: 1, all: 10 });
        assert_eq!(parts(0.25), TileParts { two: 3, four: 1, all: 4 });
        assert_eq!(parts(0.0), TileParts { two: 1, four: 0, all: 1 });
        assert_eq!(parts(1.0), TileParts { two: 0, four: 1, all: 1 });
        let (four, all) = (1_234_567_890_123, 10_u64.pow(13));
        assert_eq!(parts(0.123_456_789_012_3), TileParts { two: all - four, four, all });
        let all = 10_u64.pow(15);
        assert_eq!(parts(1e-15), TileParts { two: all - 1, four: 1, all });
        // Both are rounded down beyond 19 decimals.
        assert_eq!(parts(1e-20), TileParts { two: ALL - 1, four: 0, all: ALL });
        assert_eq!(parts(1.5e-19), TileParts { two: ALL - 2, four: 1, all: ALL });
        for four in [0.1, 1.0 / 3.0, 1e-9, 3e-10, 1e-20, 1.0 - 1e-16, 5e-324] {
            for cells in 1..16 {
                let [two, four] = parts(four).on_cell(ONE, cells);
                assert!(u128::from(two + four) * u128::from(cells) <= u128::from(ONE));
                assert!(ONE - (two + four) * cells <= 4 * cells, "{cells}: {two}, {four}");
            }
        }
    }
}
