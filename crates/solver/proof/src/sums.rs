//! The values after random tiles, and how many boards are outside of a set.

use mdp2048_rules::{AfterstateCache, Board};

use crate::index::LayerIndex;
use crate::rules::Rules;

/// The boards that follow an afterstate.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Following {
    /// The sums of the values after a 2 and after a 4 over the empty cells.
    pub(crate) sums: [u64; 2],
    /// How many boards of each have the value 0 or are outside of the set.
    pub(crate) outside: [u8; 2],
}

/// The boards that follow the afterstates of one layer.
pub(crate) struct AfterSums<'a> {
    rules: &'a Rules,
    /// The layers after a random 2 and after a 4.
    next: &'a [LayerIndex; 2],
    cache: AfterstateCache<Following, 15>,
}

impl<'a> AfterSums<'a> {
    pub(crate) fn new(rules: &'a Rules, next: &'a [LayerIndex; 2]) -> Self {
        Self { rules, next, cache: AfterstateCache::default() }
    }

    /// The boards that follow an afterstate.
    pub(crate) fn following(&mut self, after: Board) -> Following {
        if let Some(found) = self.cache.get(after.key()) {
            return found;
        }
        let mut found = Following::default();
        for (at, keys) in self.rules.spawns(after).into_iter().enumerate() {
            for value in keys.map(|key| self.next[at].value(key)) {
                found.sums[at] += u64::from(value);
                found.outside[at] += u8::from(value == 0);
            }
        }
        self.cache.insert(after.key(), found);
        found
    }
}
