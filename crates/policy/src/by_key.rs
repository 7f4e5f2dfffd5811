//! Maps from the keys of boards.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Boards are packed numbers, so one multiplication spreads them.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, key: u64) {
        let product = (self.0 ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }
}

/// A map from the keys of boards.
pub(crate) type ByKey<T> = HashMap<u64, T, BuildHasherDefault<KeyHasher>>;
