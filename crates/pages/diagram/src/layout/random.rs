//! Random numbers and orders of the layout, the same on every platform.

use mdp2048_model::SplitMix64;

/// One unit of the mean that [`exponential`] receives is 1/256.
pub(crate) const MEAN_ONE: u64 = 256;

/// ln 2, in units of 1/256.
const LN_2: u64 = 177;

/// Returns an exponentially distributed number whose mean is about `mean` / 256.
///
/// The logarithm of a random word is computed from its leading zeros and the 8 bits after its
/// highest set bit. It uses integers only, because `ln` may differ between platforms.
pub(crate) const fn exponential(random: &mut SplitMix64, mean: u64) -> i64 {
    let word = random.next_word() | 1;
    let zeros = word.leading_zeros();
    // The 8 bits after the highest set bit, which is shifted out.
    let mantissa = (word << zeros) << 1 >> 56;
    // -log2(word / 2^64), in units of 1/256 and with linear interpolation between powers of 2.
    let log2 = zeros as u64 * 256 + (255 - mantissa);
    // The three factors have units of 1/256 each, so the product has units of 2^-24.
    ((log2 * LN_2 * mean) >> 24) as i64
}

/// Puts the values in a random order.
pub(crate) fn shuffle<T>(random: &mut SplitMix64, values: &mut [T]) {
    for at in (1..values.len()).rev() {
        values.swap(at, random.below(at + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponential_numbers_have_the_requested_mean() {
        let mut random = SplitMix64::new(7);
        let total: i64 = (0..20_000).map(|_| exponential(&mut random, 10 * MEAN_ONE)).sum();
        let mean = total as f64 / 20_000.0;
        assert!((8.5..10.5).contains(&mean), "{mean}");
        assert_eq!(exponential(&mut random, 0), 0);
    }
}
