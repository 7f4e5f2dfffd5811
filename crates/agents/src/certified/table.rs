//! The weights of boards, by their keys.

use super::parallel;
use super::weight::BoardWeight;

/// The number of shards, a power of two.
pub(super) const SHARDS: usize = 1 << SHARD_BITS;

/// The number of bits of a hash that are the number of its shard.
const SHARD_BITS: u32 = 8;

/// The least capacity of a table that is not empty.
const LEAST: usize = 16;

/// A board and its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WeightedBoard {
    pub(super) key: u64,
    /// 0 in an unused entry.
    pub(super) weight: BoardWeight,
}

/// The bytes of an entry.
pub(super) const ENTRY_BYTES: u64 = size_of::<WeightedBoard>() as u64;

/// The hash of a key (multiplicative hashing: D. Knuth, "The Art of Computer Programming",
/// volume 3, section 6.4).
#[inline]
const fn hash(key: u64) -> u64 {
    let product = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (product ^ product >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The shard of a key.
#[inline]
pub(super) const fn shard(key: u64) -> usize {
    (hash(key) >> (64 - SHARD_BITS)) as usize
}

/// The boards of one shard: a hash table with open addressing.
#[derive(Clone, Debug, Default)]
pub(super) struct WeightTable {
    /// A power of two of them, or none.
    entries: Vec<WeightedBoard>,
    /// The number of entries in use.
    used: usize,
}

impl WeightTable {
    /// An empty table with space for a number of boards.
    pub(super) fn with_capacity(boards: usize) -> Self {
        let capacity = if boards == 0 { 0 } else { (boards / 3 * 4 + 4).next_power_of_two() };
        Self { entries: vec![WeightedBoard::default(); capacity], used: 0 }
    }

    /// The number of boards.
    pub(super) const fn boards(&self) -> usize {
        self.used
    }

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.entries.capacity() as u64 * ENTRY_BYTES
    }

    /// Adds to the weight of a board. Adding 0 does nothing.
    #[inline]
    pub(super) fn add(&mut self, WeightedBoard { key, weight }: WeightedBoard) {
        if weight == 0 {
            return;
        }
        if self.used * 4 >= self.entries.len() * 3 {
            self.grow();
        }
        let mask = self.entries.len() - 1;
        // The top bits are the same in the whole shard.
        let mut place = (hash(key) >> 16) as usize & mask;
        loop {
            let entry = &mut self.entries[place];
            if entry.weight == 0 {
                *entry = WeightedBoard { key, weight };
                self.used += 1;
                return;
            }
            if entry.key == key {
                entry.weight += weight;
                return;
            }
            place = (place + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let capacity = (self.entries.len() * 2).max(LEAST);
        let larger = Self { entries: vec![WeightedBoard::default(); capacity], used: 0 };
        let smaller = std::mem::replace(self, larger);
        smaller.entries().for_each(|entry| self.add(entry));
    }

    /// The boards.
    pub(super) fn entries(&self) -> impl Iterator<Item = WeightedBoard> {
        self.entries.iter().copied().filter(|entry| entry.weight > 0)
    }
}

/// The boards of one tile sum.
#[derive(Clone, Debug)]
pub(super) struct LayerTable {
    shards: Vec<WeightTable>,
}

impl LayerTable {
    /// An empty layer, with space for as many boards as another one has.
    pub(super) fn like(other: &Self) -> Self {
        let shard = |shard: &WeightTable| WeightTable::with_capacity(shard.boards());
        Self { shards: other.shards.iter().map(shard).collect() }
    }

    /// An empty layer.
    pub(super) fn new() -> Self {
        Self { shards: vec![WeightTable::default(); SHARDS] }
    }

    /// Adds to the weight of a board.
    pub(super) fn add(&mut self, entry: WeightedBoard) {
        self.shards[shard(entry.key)].add(entry);
    }

    /// Adds what the outboxes hold, and empties them.
    pub(super) fn collect(&mut self, outboxes: &mut [&mut Outbox]) {
        let mut workers = vec![(); outboxes.len()];
        let mut taken: Vec<Vec<&mut Vec<WeightedBoard>>> =
            (0..SHARDS).map(|_| Vec::new()).collect();
        for outbox in outboxes.iter_mut() {
            for (part, taken) in outbox.parts.iter_mut().zip(&mut taken) {
                taken.push(part);
            }
        }
        let work =
            |(): &mut (), (table, parts): (&mut WeightTable, Vec<&mut Vec<WeightedBoard>>)| {
                for part in parts {
                    part.drain(..).for_each(|entry| table.add(entry));
                }
            };
        parallel::for_each(&mut workers, self.shards.iter_mut().zip(taken), work);
    }

    pub(super) fn shards(&self) -> &[WeightTable] {
        &self.shards
    }

    pub(super) fn into_shards(self) -> Vec<WeightTable> {
        self.shards
    }

    /// The number of boards.
    pub(super) fn boards(&self) -> u64 {
        self.shards.iter().map(|shard| shard.boards() as u64).sum()
    }

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.shards.iter().map(WeightTable::bytes).sum()
    }
}

/// Boards on their way into a layer.
#[derive(Debug)]
pub(super) struct Outbox {
    /// By shard.
    parts: Vec<Vec<WeightedBoard>>,
}

impl Outbox {
    /// Without boards.
    pub(super) fn new() -> Self {
        Self { parts: vec![Vec::new(); SHARDS] }
    }

    #[inline]
    pub(super) fn push(&mut self, entry: WeightedBoard) {
        self.parts[shard(entry.key)].push(entry);
    }

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.parts.iter().map(|part| part.capacity() as u64 * ENTRY_BYTES).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_a_board_add_up() {
        let (mut layer, mut outboxes) = (LayerTable::new(), [Outbox::new(), Outbox::new()]);
        for number in 0..30_000_u64 {
            let key = number % 10_000 * 0x1_0001;
            outboxes[number as usize % 2].push(WeightedBoard { key, weight: number % 3 });
        }
        let [first, second] = &mut outboxes;
        layer.collect(&mut [first, second]);
        layer.add(WeightedBoard { key: 0, weight: 5 });
        let weights = layer.shards().iter().flat_map(WeightTable::entries);
        assert_eq!(weights.map(|entry| entry.weight).sum::<u64>(), 30_000 + 5);
        // The board of 3 n has the weights 0, 1 and 2, in some order.
        assert_eq!(layer.boards(), 10_000);
        assert!(layer.bytes() >= 10_000 * ENTRY_BYTES);
        assert_eq!(LayerTable::like(&layer).boards(), 0);
    }
}
