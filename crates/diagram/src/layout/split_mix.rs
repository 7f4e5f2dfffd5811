//! The random number generator of the layout; it returns the same numbers on every platform.

/// The SplitMix64 generator (Steele, Lea and Flood, 2014), with 64 bits of state.
#[derive(Clone, Debug)]
pub(crate) struct SplitMix64(u64);

/// One unit of the mean that [`SplitMix64::exponential`] receives is 1/256.
pub(crate) const MEAN_ONE: u64 = 256;

/// ln 2, in units of 1/256.
const LN_2: u64 = 177;

impl SplitMix64 {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next word. The constants are those of the published generator.
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a number below `bound`, which is at least 1 and below 2^32.
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        (((self.next() >> 32) * bound as u64) >> 32) as usize
    }

    /// Returns an exponentially distributed number whose mean is about `mean` / 256.
    ///
    /// The logarithm of a random word is computed from its leading zeros and the 8 bits after its
    /// highest set bit. It uses integers only, because `ln` may differ between platforms.
    pub(crate) const fn exponential(&mut self, mean: u64) -> i64 {
        let word = self.next() | 1;
        let zeros = word.leading_zeros();
        // The 8 bits after the highest set bit, which is shifted out.
        let mantissa = (word << zeros) << 1 >> 56;
        // -log2(word / 2^64), in units of 1/256 and with linear interpolation between powers of 2.
        let log2 = zeros as u64 * 256 + (255 - mantissa);
        // The three factors have units of 1/256 each, so the product has units of 2^-24.
        ((log2 * LN_2 * mean) >> 24) as i64
    }

    pub(crate) fn shuffle<T>(&mut self, values: &mut [T]) {
        for at in (1..values.len()).rev() {
            values.swap(at, self.below(at + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_is_the_published_one_and_a_shuffle_keeps_all_values() {
        let mut random = SplitMix64::new(1);
        assert_eq!(random.next(), 0x910a_2dec_8902_5cc1);
        let mut values = [0, 1, 2, 3, 4, 5, 6, 7];
        random.shuffle(&mut values);
        values.sort_unstable();
        assert_eq!(values, [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn exponential_numbers_have_the_requested_mean() {
        let mut random = SplitMix64::new(7);
        let total: i64 = (0..20_000).map(|_| random.exponential(10 * MEAN_ONE)).sum();
        let mean = total as f64 / 20_000.0;
        assert!((8.5..10.5).contains(&mean), "{mean}");
        assert_eq!(random.exponential(0), 0);
    }
}
