//! What was found for the last afterstates, for callers that meet the same ones again.

/// What was found for the last afterstates: one for each of the 2^BITS hashes (a direct-mapped
/// cache). It takes no memory before the first one, and a clone is empty.
///
/// The key is that of the afterstate ([`Board::key`](crate::Board::key)). If what is found depends on
/// more, such as a depth, the key is xor that, and `T` has it, so that the caller can compare it.
#[derive(Debug, Default)]
pub struct AfterstateCache<T, const BITS: u32> {
    /// By hash: the key, and what was found for it; 0 and the default where there is nothing.
    entries: Vec<(u64, T)>,
}

impl<T, const BITS: u32> Clone for AfterstateCache<T, BITS> {
    fn clone(&self) -> Self {
        Self { entries: Vec::new() }
    }
}

impl<T: Copy + Default, const BITS: u32> AfterstateCache<T, BITS> {
    /// What was found for a key, if it is still there.
    #[inline]
    pub fn get(&self, key: u64) -> Option<T> {
        let &(other, found) = self.entries.get(Self::hash(key))?;
        (other == key).then_some(found)
    }

    /// Remembers what was found for a key, in the place of another one with the same hash.
    #[inline]
    pub fn insert(&mut self, key: u64, found: T) {
        if self.entries.is_empty() {
            self.entries = vec![(0, T::default()); 1 << BITS];
        }
        self.entries[Self::hash(key)] = (key, found);
    }

    /// The top bits of a product with a large odd number (multiplicative hashing: D. Knuth, "The Art
    /// of Computer Programming", volume 3, section 6.4).
    #[inline]
    const fn hash(key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_each_hash_is_found() {
        let mut cache = AfterstateCache::<u64, 4>::default();
        assert_eq!(cache.get(7), None);
        for key in 1..1_000 {
            cache.insert(key, 3 * key);
            assert_eq!(cache.get(key), Some(3 * key));
        }
        let found: Vec<u64> = (1..1_000).filter(|&key| cache.get(key) == Some(3 * key)).collect();
        assert_eq!(found.len(), 16);
        assert_eq!(cache.clone().get(found[0]), None);
    }
}
