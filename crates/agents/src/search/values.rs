//! The values of afterstates that were searched before.

use crate::agent::Position;

/// The number of entries, of 32 bytes each.
const ENTRIES: usize = 1 << 17;

/// The value of an afterstate with a number of moves left, the one that led to it included.
#[derive(Clone, Copy, Debug, Default)]
struct SearchedValue {
    board: u64,
    /// The points so far, if the value depends on them.
    points: u64,
    /// 0 in an empty entry.
    depth: u32,
    value: f64,
}

/// The last value of each hash. They depend on nothing but the afterstate, the points and the
/// depth, so they stay valid for all games of one search.
#[derive(Debug, Default)]
pub(super) struct SearchedValues {
    /// Empty until the first value is kept.
    entries: Vec<SearchedValue>,
}

impl Clone for SearchedValues {
    /// A table without values, which takes no memory yet.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl SearchedValues {
    /// The value of an afterstate, if the table has it.
    #[inline]
    pub(super) fn get(&self, after: Position, depth: u32) -> Option<f64> {
        let (board, points) = (after.board.key(), after.points);
        let entry = self.entries.get(place(board, points, depth))?;
        let is_same = entry.board == board && entry.points == points && entry.depth == depth;
        is_same.then_some(entry.value)
    }

    /// Keeps a value instead of the last one of the same hash.
    #[inline]
    pub(super) fn insert(&mut self, after: Position, depth: u32, value: f64) {
        if self.entries.is_empty() {
            self.entries = vec![SearchedValue::default(); ENTRIES];
        }
        let (board, points) = (after.board.key(), after.points);
        self.entries[place(board, points, depth)] = SearchedValue { board, points, depth, value };
    }
}

/// The place of an entry: the top bits of a product with a large odd number (multiplicative
/// hashing: D. Knuth, "The Art of Computer Programming", volume 3, section 6.4).
#[inline]
const fn place(board: u64, points: u64, depth: u32) -> usize {
    let number = board ^ points.rotate_left(32) ^ depth as u64;
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ENTRIES.ilog2())) as usize
}
