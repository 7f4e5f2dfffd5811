//! A transposition table: the values of afterstates that were searched before.

/// The number of entries, of 16 bytes each.
const ENTRIES: usize = 1 << 16;

/// The value of an afterstate at a number of plies.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    after: u64,
    /// 0 in an empty entry.
    plies: u32,
    value: f32,
}

/// The last value of each hash. Values depend on nothing but the afterstate and the plies, so
/// entries stay valid for all games of one network.
#[derive(Debug)]
pub(super) struct Table {
    /// Empty until the first value is kept.
    entries: Vec<Entry>,
}

impl Table {
    /// A table without values. Takes no memory yet.
    pub(super) const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// The value of an afterstate, if the table has it.
    #[inline]
    pub(super) fn get(&self, after: u64, plies: u32) -> Option<f32> {
        let entry = self.entries.get(place(after, plies))?;
        (entry.after == after && entry.plies == plies).then_some(entry.value)
    }

    /// Keeps a value instead of the last one of the same hash.
    #[inline]
    pub(super) fn insert(&mut self, after: u64, plies: u32, value: f32) {
        if self.entries.is_empty() {
            self.entries = vec![Entry::default(); ENTRIES];
        }
        self.entries[place(after, plies)] = Entry { after, plies, value };
    }
}

/// The place of an entry: the top bits of a product with a large odd number (multiplicative
/// hashing: D. Knuth, "The Art of Computer Programming", volume 3, section 6.4).
#[inline]
const fn place(after: u64, plies: u32) -> usize {
    let number = (after ^ plies as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number >> (64 - ENTRIES.ilog2())) as usize
}
