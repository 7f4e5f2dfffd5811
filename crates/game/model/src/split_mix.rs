//! A small random generator, which returns the same numbers on every platform.

/// The generator SplitMix64 (Steele, Lea and Flood, 2014), with 64 bits of state.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next word. The constants are those of the published generator.
    pub const fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a number below `bound`, which is at least 1 and below 2^32.
    pub const fn below(&mut self, bound: usize) -> usize {
        (((self.next_word() >> 32) * bound as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_is_the_published_one() {
        assert_eq!(SplitMix64::new(1).next_word(), 0x910a_2dec_8902_5cc1);
        // Its upper half is 0.5665 of 2^32.
        let below = |bound| SplitMix64::new(1).below(bound);
        assert_eq!([1, 10, 10_000].map(below), [0, 5, 5665]);
    }
}
