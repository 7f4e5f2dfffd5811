//! Values by canonical board: of the states of a layer, and of the afterstates met on the way.

use std::sync::atomic::{AtomicU64, Ordering};

/// Where the search for a key begins among this many slots.
fn first_slot(key: u64, slots: usize) -> usize {
    let mixed = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((u128::from(mixed) * slots as u128) >> 64) as usize
}

/// The states of a layer, each with its value and whether a game comes to it.
#[derive(Debug, Default)]
pub(super) struct StateTable {
    // Key and value; key 0, the empty board, is no state and marks a free slot. At least a third
    // is free.
    slots: Vec<(u64, f64)>,
    // A bit for each slot.
    visited: Vec<AtomicU64>,
    len: usize,
}

/// A state found in its table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    slot: usize,
    pub(super) value: f64,
}

impl StateTable {
    /// An empty table for up to `states` states.
    pub(super) fn new(states: usize) -> Self {
        let slots = states + states / 2 + 1;
        let visited = (0..slots.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Self { slots: vec![(0, 0.0); slots], visited, len: 0 }
    }

    /// Adds a state that is not there.
    pub(super) fn insert(&mut self, key: u64, value: f64) {
        let mut slot = first_slot(key, self.slots.len());
        while self.slots[slot].0 != 0 {
            slot = (slot + 1) % self.slots.len();
        }
        self.slots[slot] = (key, value);
        self.len += 1;
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    pub(super) fn find(&self, key: u64) -> Option<Found> {
        if self.len == 0 {
            return None;
        }
        let mut slot = first_slot(key, self.slots.len());
        loop {
            match self.slots[slot] {
                (found, value) if found == key => return Some(Found { slot, value }),
                (0, _) => return None,
                _ => slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 },
            }
        }
    }

    /// Notes that a game comes to a state.
    pub(super) fn visit(&self, found: Found) {
        let word = &self.visited[found.slot / 64];
        let bit = 1 << (found.slot % 64);
        // Read only after all threads are joined, so the order does not matter.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// The slots in parts, for [`StateTable::states`].
    pub(super) fn parts(&self, slots: usize) -> Vec<&[(u64, f64)]> {
        self.slots.chunks(slots).collect()
    }

    /// The states of some slots, with their values.
    pub(super) fn states(slots: &[(u64, f64)]) -> impl Iterator<Item = (u64, f64)> {
        slots.iter().copied().filter(|&(key, _)| key != 0)
    }

    /// The states that no game came to.
    pub(super) fn unvisited(&self) -> impl Iterator<Item = u64> {
        let is_visited =
            |slot: usize| self.visited[slot / 64].load(Ordering::Relaxed) >> (slot % 64) & 1 == 1;
        let states = self.slots.iter().enumerate().filter(|(_, (key, _))| *key != 0);
        states.filter(move |&(slot, _)| !is_visited(slot)).map(|(_, &(key, _))| key)
    }
}

/// Expected values of afterstates that were worked out already, shared by all threads.
///
/// A slot is taken once and never changes its key, so a value always belongs to the key it stands
/// with. What finds no slot near its place is worked out anew each time.
#[derive(Debug)]
pub(super) struct MeanTable(Vec<(AtomicU64, AtomicU64)>);

/// How many slots are looked at.
const PROBES: usize = 16;

/// The bits of no mean: the slot is taken, but its value is still to come.
const PENDING: u64 = u64::MAX;

impl MeanTable {
    pub(super) fn new(slots: usize) -> Self {
        Self((0..slots.max(PROBES)).map(|_| (0.into(), PENDING.into())).collect())
    }

    /// The mean of an afterstate, worked out unless it is known.
    pub(super) fn get_or(&self, key: u64, work_out: impl FnOnce() -> f64) -> f64 {
        let first = first_slot(key, self.0.len());
        for probe in 0..PROBES {
            let (taken_by, bits) = &self.0[(first + probe) % self.0.len()];
            let mut found = taken_by.load(Ordering::Relaxed);
            if found == 0 {
                let taken = taken_by.compare_exchange(0, key, Ordering::Relaxed, Ordering::Relaxed);
                let Err(other) = taken else {
                    let mean = work_out();
                    bits.store(mean.to_bits(), Ordering::Relaxed);
                    return mean;
                };
                found = other;
            }
            if found == key {
                // Key and value need no order between them: the value is one word, whole or
                // pending, and all threads work out the same.
                return match bits.load(Ordering::Relaxed) {
                    PENDING => work_out(),
                    bits => f64::from_bits(bits),
                };
            }
        }
        work_out()
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
    fn means_are_worked_out_once_while_there_is_room() {
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
