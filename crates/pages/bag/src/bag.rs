//! Bags of tiles.

use std::fmt;

use mdp2048_rules::Exponent;
use serde::{Deserialize, Serialize};

/// The number of bits that count the tiles of one size.
const BITS: u32 = 5;

/// The most tiles of one size.
const MOST_EQUAL: u32 = (1 << BITS) - 1;

/// The number of sizes: the tiles 2 to 2^25.
const SIZES: u32 = 25;

/// The lowest bit of every count.
const LOWEST: u128 = {
    let (mut mask, mut size) = (0, 0);
    while size < SIZES {
        mask |= 1 << (BITS * size);
        size += 1;
    }
    mask
};

/// All bits of every count but the highest.
const HALVES: u128 = LOWEST * (MOST_EQUAL as u128 >> 1);

/// A bag: a multiset of tiles, at most 31 of each size.
///
/// Bags are ordered by their largest tile first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Bag {
    // The number of tiles 2^k is in the five bits from bit 5 (k - 1).
    counts: u128,
}

impl Bag {
    /// The bag of a 2.
    pub(crate) const TWO: Self = Self::one(1);
    /// The bag of a 4.
    pub(crate) const FOUR: Self = Self::one(2);

    /// The bag of some tiles, where empty cells of a board do not count; `None` if more than 31 of
    /// them are equal.
    pub fn from_tiles(tiles: impl IntoIterator<Item = Exponent>) -> Option<Self> {
        let sizes = tiles.into_iter().map(|tile| u32::from(tile.get()));
        let mut bag = Self::default();
        for k in sizes.filter(|&k| k != 0) {
            if bag.count(k) == MOST_EQUAL {
                return None;
            }
            bag = bag.with(Self::one(k));
        }
        Some(bag)
    }

    /// The faces of the tiles in ascending order.
    pub fn tiles(self) -> impl Iterator<Item = u32> {
        (1..=SIZES).flat_map(move |k| (0..self.count(k)).map(move |_| 1 << k))
    }

    /// The sum of the faces.
    pub fn tile_sum(self) -> u32 {
        (1..=SIZES).map(|k| self.count(k) << k).sum()
    }

    /// The number of tiles.
    pub fn len(self) -> u32 {
        (1..=SIZES).map(|k| self.count(k)).sum()
    }

    /// Whether there are no tiles.
    pub fn is_empty(self) -> bool {
        self.counts == 0
    }

    /// The number of tiles 2^k.
    fn count(self, k: u32) -> u32 {
        (self.counts >> (BITS * (k - 1))) as u32 & MOST_EQUAL
    }

    /// The bag of one tile 2^k.
    pub(crate) const fn one(k: u32) -> Self {
        Self { counts: 1 << (BITS * (k - 1)) }
    }

    /// The bag after every pair of equal tiles has merged once. No size has more than 16 tiles.
    ///
    /// The bag holds no tile 2^25.
    pub(crate) fn merged(self) -> Self {
        // An odd tile of each size is left, and each pair is a tile of the next size.
        let odd = self.counts & LOWEST;
        let pairs = (self.counts >> 1) & HALVES;
        Self { counts: odd + (pairs << BITS) }
    }

    /// The tiles of both bags, at most 31 of each size.
    pub(crate) const fn with(self, other: Self) -> Self {
        Self { counts: self.counts + other.counts }
    }
}

impl fmt::Display for Bag {
    /// Writes the tiles in ascending order: `{2, 2, 8}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles: Vec<String> = self.tiles().map(|tile| tile.to_string()).collect();
        write!(f, "{{{}}}", tiles.join(", "))
    }
}

impl fmt::Debug for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bag(faces: &[u32]) -> Bag {
        Bag::from_tiles(faces.iter().map(|&face| Exponent::from_face(face).unwrap())).unwrap()
    }

    #[test]
    fn every_pair_merges_once() {
        let check = |before: &[u32], after: &[u32]| assert_eq!(bag(before).merged(), bag(after));
        check(&[2, 4], &[2, 4]);
        check(&[2, 2], &[4]);
        check(&[2, 2, 4], &[4, 4]);
        check(&[4, 4, 4], &[4, 8]);
        check(&[2; 9], &[2, 4, 4, 4, 4]);
        check(&[2; 31], &[&[2][..], &[4; 15]].concat());
        check(&[2, 2, 4, 4, 8, 1024, 1024], &[4, 8, 8, 2048]);
    }

    #[test]
    fn bags_have_tiles_in_order_and_a_sum() {
        let bag = bag(&[8, 2, 0, 2, 32768]);
        assert_eq!(bag.to_string(), "{2, 2, 8, 32768}");
        assert_eq!((bag.tile_sum(), bag.len(), bag.is_empty()), (32780, 4, false));
        assert!(Bag::one(15) < bag && bag < Bag::one(16) && Bag::default().is_empty());
    }

    #[test]
    fn a_bag_holds_every_size_and_at_most_31_equal_tiles() {
        let large = Bag::one(SIZES).with(Bag::TWO);
        assert_eq!(large.tiles().collect::<Vec<_>>(), [2, 1 << SIZES]);
        assert_eq!(Bag::from_tiles([Exponent::TWO; 32]), None);
    }
}
