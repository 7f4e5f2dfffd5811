//! The random numbers of the changes.

use mdp2048_model::SplitMix64;

/// A random or an extreme number.
pub(crate) fn number(random: &mut SplitMix64) -> f64 {
    const EXTREMES: [f64; 10] =
        [0.0, -0.0, 1e-300, 1e-9, 1e-3, 0.05, 0.5, 1.0, 1e300, f64::INFINITY];
    match random.below(4) {
        0 => f64::from_bits(random.next_word()),
        1 => random.next_word() as f64 / u64::MAX as f64,
        _ => EXTREMES[random.below(EXTREMES.len())],
    }
}
