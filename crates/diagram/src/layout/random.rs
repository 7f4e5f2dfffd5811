//! A small generator for the layout: the same numbers on every platform, and no more than that.

/// Sixty-four bits of state, stepped by SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, which is at least 1 and below 2^32.
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        (((self.next() >> 32) * bound as u64) >> 32) as usize
    }

    /// How much worse a step may be at a temperature: exponentially distributed, of mean about
    /// `temperature / 256`.
    ///
    /// The logarithm is taken from the leading zeros of a random word and the bits after them, so
    /// that no platform's `ln` decides anything.
    pub(crate) const fn tolerance(&mut self, temperature: u64) -> i64 {
        let word = self.next() | 1;
        let zeros = word.leading_zeros();
        // 1.0 just below a power of two, 0.0 at it, in steps of 1/256.
        let rest = (word << zeros) << 1 >> 56;
        let log2 = zeros as u64 * 256 + (255 - rest);
        // ln 2 = 177 / 256.
        ((log2 * 177 * temperature) >> 24) as i64
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_promised() {
        let mut random = Random::new(1);
        assert_eq!(random.next(), 0x910a_2dec_8902_5cc1);
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        random.shuffle(&mut items);
        items.sort_unstable();
        assert_eq!(items, [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn tolerances_have_the_temperature_for_mean() {
        let mut random = Random::new(7);
        let total: i64 = (0..20_000).map(|_| random.tolerance(10 * 256)).sum();
        let mean = total as f64 / 20_000.0;
        assert!((8.5..10.5).contains(&mean), "{mean}");
        assert_eq!(random.tolerance(0), 0);
    }
}
