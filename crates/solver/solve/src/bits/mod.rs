//! Bitmaps: sets of boards of one layer, by bit index.
//!
//! A set is first filled by several threads ([`shared`]), then read with the ranks of its members
//! ([`ranked`]). The *rank* of a member is the number of set bits below its bit. Arrays with an
//! entry for each member, such as the values of a layer, are in the order of ranks.

pub(crate) mod ranked;
pub(crate) mod shared;

/// Whether these words are a bitmap of so many boards: as long, with no bit beyond the last one.
pub(crate) fn is_bitmap(words: &[u64], boards: u64) -> bool {
    let used_bits = boards % 64;
    let last = words.last().copied().unwrap_or(0);
    words.len() as u64 == boards.div_ceil(64) && (used_bits == 0 || last >> used_bits == 0)
}
