//! What was found for the last afterstates.

use mdp2048_rules::Board;

/// The number of afterstates, as a power of two.
const BITS: u32 = 15;

/// The last afterstates that were asked for, each with what was found. Boards that follow each
/// other have many afterstates in common.
pub(crate) struct AfterCache<T> {
    /// By a hash of the key of the afterstate, with the key; 0 where there is none.
    slots: Vec<(u64, T)>,
}

impl<T: Copy + Default> AfterCache<T> {
    pub(crate) fn new() -> Self {
        Self { slots: vec![(0, T::default()); 1 << BITS] }
    }

    /// What was found for an afterstate, if it is known still.
    #[inline]
    pub(crate) fn get(&self, after: Board) -> Option<T> {
        let (key, found) = self.slots[Self::slot(after.key())];
        (key == after.key()).then_some(found)
    }

    /// Remembers what was found, in the place of another afterstate with the same hash.
    #[inline]
    pub(crate) fn insert(&mut self, after: Board, found: T) {
        self.slots[Self::slot(after.key())] = (after.key(), found);
    }

    #[inline]
    const fn slot(key: u64) -> usize {
        // The golden ratio times 2^64.
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
    }
}
