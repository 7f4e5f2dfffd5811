//! Maps from board keys, and pairs sorted by such keys.
//!
//! Both are a few hundred bytes of a page's program, where the hash maps and the sorts of the
//! standard library are several thousand.

/// A map from board keys ([`Board::key`](mdp2048_rules::Board::key)), from which nothing is
/// removed.
///
/// The entries lie one after another in the order of their insertion, and a table with linear
/// probing has their places. The hash is one multiplication, which suffices for keys that no
/// adversary chooses.
#[derive(Clone, Debug)]
pub struct KeyMap<V> {
    entries: Vec<(u64, V)>,
    /// 1 more than the place of an entry, or 0. The length is 0 or a power of two, and at least
    /// twice the number of entries.
    table: Vec<u32>,
}

/// 2^64 divided by the golden ratio, the usual factor of multiplicative hashing.
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// The least length of a table that is not empty.
const LEAST_LENGTH: usize = 16;

impl<V> Default for KeyMap<V> {
    fn default() -> Self {
        Self { entries: Vec::new(), table: Vec::new() }
    }
}

impl<V> KeyMap<V> {
    /// Returns an empty map that holds `keys` keys without growing.
    pub fn with_capacity(keys: usize) -> Self {
        let length = (2 * keys + 1).next_power_of_two().max(LEAST_LENGTH);
        Self { entries: Vec::with_capacity(keys), table: vec![0; length] }
    }

    /// The number of keys.
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no key.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<&V> {
        if self.table.is_empty() {
            return None;
        }
        let place = self.table[self.slot(key)].checked_sub(1)?;
        Some(&self.entries[place as usize].1)
    }

    /// The value of a key, which is `value` if the key is new.
    ///
    /// # Panics
    /// On the 2^32nd key.
    #[inline]
    pub fn get_or_insert(&mut self, key: u64, value: V) -> &mut V {
        if self.table.len() <= 2 * self.entries.len() {
            self.grow();
        }
        let slot = self.slot(key);
        let place = match self.table[slot].checked_sub(1) {
            Some(place) => place as usize,
            None => {
                self.entries.push((key, value));
                self.table[slot] =
                    u32::try_from(self.entries.len()).expect("there are fewer than 2^32 keys");
                self.entries.len() - 1
            }
        };
        &mut self.entries[place].1
    }

    /// The keys with their values, in the order of their insertion.
    pub fn into_entries(self) -> Vec<(u64, V)> {
        self.entries
    }

    /// The slot of a key in the table, which is not empty, or the slot where it belongs.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let bits = self.table.len().trailing_zeros();
        let mut slot = (key.wrapping_mul(GOLDEN_RATIO) >> (64 - bits)) as usize;
        loop {
            match self.table[slot].checked_sub(1) {
                Some(place) if self.entries[place as usize].0 != key => {
                    slot = (slot + 1) & (self.table.len() - 1);
                }
                _ => return slot,
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.table = vec![0; (2 * self.table.len()).max(LEAST_LENGTH)];
        for place in 0..self.entries.len() {
            let slot = self.slot(self.entries[place].0);
            // `get_or_insert` has checked the number.
            self.table[slot] = place as u32 + 1;
        }
    }
}

/// Sorts pairs by their first numbers, without changing the order of pairs whose first numbers are
/// equal: a radix sort.
pub fn sort_by_key(pairs: &mut Vec<(u64, u64)>) {
    let (any, all) = pairs.iter().fold((0, !0), |(any, all), &(key, _)| (any | key, all & key));
    let mut other = pairs.clone();
    // Most keys have equal digits at most places.
    for place in (0..64).step_by(8).filter(|place| (any ^ all) >> place & 255 != 0) {
        let digit = |key: u64| (key >> place & 255) as usize;
        let mut next = [0usize; 256];
        for &(key, _) in pairs.iter() {
            next[digit(key)] += 1;
        }
        let mut sum = 0;
        for next in &mut next {
            sum += std::mem::replace(next, sum);
        }
        for &pair in pairs.iter() {
            let next = &mut next[digit(pair.0)];
            other[*next] = pair;
            *next += 1;
        }
        std::mem::swap(pairs, &mut other);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_map_holds_what_a_hash_map_holds(
            // Few keys and keys that differ in their highest bits only.
            keys in vec(prop_oneof![0..40u64, any::<u64>(), (0..99u64).prop_map(|it| it << 57)],
                0..300),
        ) {
            let (mut map, mut expected) = (KeyMap::default(), HashMap::new());
            for (number, &key) in keys.iter().enumerate() {
                prop_assert_eq!(map.get(key), expected.get(&key));
                *map.get_or_insert(key, 0) += number;
                *expected.entry(key).or_insert(0) += number;
            }
            prop_assert_eq!(map.len(), expected.len());
            for (key, value) in map.into_entries() {
                prop_assert_eq!(expected.remove(&key), Some(value));
            }
            prop_assert!(expected.is_empty());
        }

        #[test]
        fn pairs_are_sorted_stably(
            keys in vec(prop_oneof![0..9u64, any::<u64>(), (0..9u64).prop_map(|it| it << 40)],
                0..300),
        ) {
            let mut pairs: Vec<(u64, u64)> = keys.into_iter().zip((0..).map(|it| it ^ 5)).collect();
            let mut expected = pairs.clone();
            expected.sort_by_key(|&(key, _)| key);
            sort_by_key(&mut pairs);
            prop_assert_eq!(pairs, expected);
        }
    }
}
