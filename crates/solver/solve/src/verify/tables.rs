//! Hash tables by canonical board: the values of a layer's states, and the expected values of their
//! afterstates.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

/// The slot, of this many, where the search for a key begins. Mixes the bits of the key by two
/// multiplications, with constants of SplitMix64.
fn first_slot(key: u64, slots: usize) -> usize {
    let mixed = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((u128::from(mixed) * slots as u128) >> 64) as usize
}

/// The states of a layer, each with its value and whether a game reaches it.
#[derive(Debug, Default)]
pub(super) struct StateTable {
    // Key and value. Key 0, the empty board, is not a state and denotes a free slot. At least half
    // of the slots are free, so that most searches end at the first one.
    slots: Vec<(u64, f64)>,
    // A bit for each slot.
    visited: Vec<AtomicU64>,
    len: usize,
}

/// The slot of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct StateSlot {
    slot: usize,
    pub(super) value: f64,
}

impl StateTable {
    /// An empty table for up to `states` states.
    pub(super) fn new(states: usize) -> Self {
        let slots = 2 * states + 1;
        let visited = (0..slots.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Self { slots: vec![(0, 0.0); slots], visited, len: 0 }
    }

    /// Adds a state that the table does not have.
    pub(super) fn insert(&mut self, key: u64, value: f64) {
        let mut slot = first_slot(key, self.slots.len());
        while self.slots[slot].0 != 0 {
            slot = (slot + 1) % self.slots.len();
        }
        self.slots[slot] = (key, value);
        self.len += 1;
    }

    /// The number of states.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// The slot of a state; `None` if the table does not have it.
    pub(super) fn find(&self, key: u64) -> Option<StateSlot> {
        if self.len == 0 {
            return None;
        }
        let mut slot = first_slot(key, self.slots.len());
        loop {
            match self.slots[slot] {
                (found, value) if found == key => return Some(StateSlot { slot, value }),
                (0, _) => return None,
                _ => slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 },
            }
        }
    }

    /// Reads the slots where the searches for some keys begin.
    ///
    /// The processor overlaps these reads, and has the slots in its cache when the keys are
    /// searched for with other work between.
    pub(super) fn read_ahead(&self, keys: impl Iterator<Item = u64>) {
        if self.len > 0 {
            black_box(
                keys.fold(0, |bits, key| bits ^ self.slots[first_slot(key, self.slots.len())].0),
            );
        }
    }

    /// Records that a game reaches a state.
    pub(super) fn visit(&self, state: StateSlot) {
        let word = &self.visited[state.slot / 64];
        let bit = 1 << (state.slot % 64);
        // The bits are read only after all threads are joined, so no order is needed.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// The slots in parts of this size, for [`StateTable::states`].
    pub(super) fn parts(&self, slots: usize) -> Vec<&[(u64, f64)]> {
        self.slots.chunks(slots).collect()
    }

    /// The keys and values of the states in some slots.
    pub(super) fn states(slots: &[(u64, f64)]) -> impl Iterator<Item = (u64, f64)> {
        slots.iter().copied().filter(|&(key, _)| key != 0)
    }

    /// The keys of the states that no game reaches.
    pub(super) fn unvisited(&self) -> impl Iterator<Item = u64> {
        let is_visited =
            |slot: usize| self.visited[slot / 64].load(Ordering::Relaxed) >> (slot % 64) & 1 == 1;
        let states = self.slots.iter().enumerate().filter(|(_, (key, _))| *key != 0);
        states.filter(move |&(slot, _)| !is_visited(slot)).map(|(_, &(key, _))| key)
    }
}

/// A cache of the expected values of afterstates, shared by all threads.
///
/// Each slot holds a key and the bits of its value. A slot gets its key once and never changes it,
/// so a value always belongs to its key. An afterstate that finds no free slot within [`PROBES`] is
/// not cached.
#[derive(Debug)]
pub(super) struct MeanTable(Vec<(AtomicU64, AtomicU64)>);

/// The number of slots that a search for a key examines.
const PROBES: usize = 16;

/// The bits of a slot that has a key and no value yet. They are those of a NaN, which no expected
/// value has.
const PENDING: u64 = u64::MAX;

impl MeanTable {
    pub(super) fn new(slots: usize) -> Self {
        Self((0..slots.max(PROBES)).map(|_| (0.into(), PENDING.into())).collect())
    }

    /// Reads the slots where the searches for some keys begin, as [`StateTable::read_ahead`] does.
    pub(super) fn read_ahead(&self, keys: impl Iterator<Item = u64>) {
        let slot = |key| self.0[first_slot(key, self.0.len())].0.load(Ordering::Relaxed);
        black_box(keys.fold(0, |bits, key| bits ^ slot(key)));
    }

    /// The expected value of an afterstate, computed unless it is cached.
    pub(super) fn get_or(&self, key: u64, compute: impl FnOnce() -> f64) -> f64 {
        let first = first_slot(key, self.0.len());
        for probe in 0..PROBES {
            let (slot_key, bits) = &self.0[(first + probe) % self.0.len()];
            let mut found = slot_key.load(Ordering::Relaxed);
            if found == 0 {
                let claim = slot_key.compare_exchange(0, key, Ordering::Relaxed, Ordering::Relaxed);
                let Err(other) = claim else {
                    let mean = compute();
                    bits.store(mean.to_bits(), Ordering::Relaxed);
                    return mean;
                };
                found = other;
            }
            if found == key {
                // Key and value need no order between them: the value is one word, which is either
                // complete or pending, and all threads compute the same value.
                return match bits.load(Ordering::Relaxed) {
                    PENDING => compute(),
                    bits => f64::from_bits(bits),
                };
            }
        }
        compute()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_found_and_visited() {
        let mut table = StateTable::new(100);
        assert!(StateTable::default().find(1).is_none());
        for key in 1..=100 {
            table.insert(key << 20, key as f64);
        }
        assert_eq!(table.len(), 100);
        for key in 1..=99 {
            let found = table.find(key << 20).unwrap();
            assert_eq!(found.value, key as f64);
            table.visit(found);
        }
        assert!(table.find(5).is_none());
        assert_eq!(table.unvisited().collect::<Vec<_>>(), [100 << 20]);
        let states = table.parts(7).into_iter().flat_map(StateTable::states);
        assert_eq!(states.count(), 100);
    }

    #[test]
    fn means_are_computed_once_while_slots_are_free() {
        let table = MeanTable::new(PROBES);
        for key in 1..=2 * PROBES as u64 {
            assert_eq!(table.get_or(key, || key as f64), key as f64);
        }
        for key in 1..=2 * PROBES as u64 {
            let mean = table.get_or(key, || -(key as f64));
            assert_eq!(mean, if key <= PROBES as u64 { key as f64 } else { -(key as f64) });
        }
    }
}
