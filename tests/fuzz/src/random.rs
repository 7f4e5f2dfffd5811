//! The random numbers of the changes; the same seed gives the same numbers.

/// The random generator SplitMix64 (Steele, Lea and Flood, 2014).
pub(crate) struct SplitMix(u64);

impl SplitMix {
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

    /// A number below `bound`, which is at least 1.
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A random or an extreme number.
    pub(crate) fn number(&mut self) -> f64 {
        const EXTREMES: [f64; 10] =
            [0.0, -0.0, 1e-300, 1e-9, 1e-3, 0.05, 0.5, 1.0, 1e300, f64::INFINITY];
        match self.below(4) {
            0 => f64::from_bits(self.next()),
            1 => self.next() as f64 / u64::MAX as f64,
            _ => EXTREMES[self.below(EXTREMES.len())],
        }
    }
}
