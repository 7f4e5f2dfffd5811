//! Half sums, the numbers of layers.

use mdp2048_rules::{Board, TileSum};
use serde::{Deserialize, Serialize};

/// Half the tile sum of a layer. Every tile is even, so it is a whole number, and a random tile
/// adds 1 or 2 to it. In files it is the number alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct HalfSum(u32);

impl HalfSum {
    /// The half sum with this value.
    pub(crate) const fn new(half_sum: u32) -> Self {
        Self(half_sum)
    }

    /// The half sum of a board.
    pub(crate) fn of(board: Board) -> Self {
        Self(board.tile_sum().get() / 2)
    }

    /// The half sum as an index.
    pub(crate) const fn get(self) -> usize {
        self.0 as usize
    }

    /// The half sum that is greater by `more`.
    pub(crate) const fn plus(self, more: u32) -> Self {
        Self(self.0.saturating_add(more))
    }

    /// The next lower half sum; that of an empty board has none and is returned itself.
    pub(crate) const fn below(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// The tile sum.
    pub(crate) const fn tile_sum(self) -> TileSum {
        TileSum::new(self.0.saturating_mul(2))
    }
}
