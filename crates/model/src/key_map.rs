//! Hash maps from board keys.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A hash map from board keys ([`Board::key`](mdp2048_rules::Board::key)).
///
/// The hash is one multiplication, which suffices for keys that no adversary chooses.
pub type KeyMap<T> = HashMap<u64, T, BuildHasherDefault<KeyHasher>>;

/// The hasher of [`KeyMap`].
#[derive(Default)]
pub struct KeyHasher(u64);

/// 2^64 divided by the golden ratio, the usual factor of multiplicative hashing.
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for KeyHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u64(&mut self, key: u64) {
        let product = (self.0 ^ key).wrapping_mul(GOLDEN_RATIO);
        self.0 = product ^ product >> 32;
    }
}
