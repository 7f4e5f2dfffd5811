//! Tiles as exponents, and the tile sum.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A tile as the exponent of its face: the face is `2^exponent`, and 0 is an empty cell.
///
/// The exponent is in 0..=15, because a packed board has four bits a cell. The largest face is
/// 32768.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Exponent(u8);

/// The number is not the face of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} is not a tile: tiles are 2, 4, 8 ... 32768, and 0 is an empty cell")]
pub struct TileError(pub u32);

impl Exponent {
    /// An empty cell.
    pub const EMPTY: Self = Self(0);
    /// The tile 2, the more frequent random tile.
    pub const TWO: Self = Self(1);
    /// The tile 4, the less frequent random tile.
    pub const FOUR: Self = Self(2);
    /// The largest tile that a packed board can hold, 32768. It never merges.
    pub const MAX: Self = Self(15);
    /// The tile of a locked cell, which never merges. On a board with locked cells, no other tile
    /// has this exponent.
    pub const LOCKED: Self = Self::MAX;

    /// The exponent with this value, or `None` if it is above 15.
    pub const fn new(exponent: u8) -> Option<Self> {
        if exponent <= 15 { Some(Self(exponent)) } else { None }
    }

    /// The lowest four bits of `bits` as an exponent.
    pub(crate) const fn from_nibble(bits: u64) -> Self {
        Self((bits & 15) as u8)
    }

    /// The exponent of a face, which is 0 for an empty cell or a power of two from 2 to 32768.
    ///
    /// # Errors
    /// [`TileError`] for any other number.
    ///
    /// ```
    /// use mdp2048::Exponent;
    ///
    /// assert_eq!(Exponent::from_face(64).map(Exponent::get), Ok(6));
    /// assert!(Exponent::from_face(65).is_err());
    /// ```
    pub const fn from_face(face: u32) -> Result<Self, TileError> {
        match face {
            0 => Ok(Self::EMPTY),
            2..=32768 if face.is_power_of_two() => Ok(Self(face.trailing_zeros() as u8)),
            _ => Err(TileError(face)),
        }
    }

    /// The exponent as a number, 0..=15.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The face of the tile: 0 for an empty cell, else 2 to 32768.
    pub const fn face(self) -> u32 {
        if self.0 == 0 { 0 } else { 1 << self.0 }
    }

    /// Whether this is an empty cell.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Exponent {
    /// Writes the face.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.face().fmt(f)
    }
}

/// The sum of the faces on a board. The states with one tile sum are a layer.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct TileSum(u32);

impl TileSum {
    /// The tile sum with this value.
    pub const fn new(sum: u32) -> Self {
        Self(sum)
    }

    /// The tile sum as a number.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The tile sum after placing a tile.
    #[must_use]
    pub const fn plus(self, tile: Exponent) -> Self {
        Self(self.0 + tile.face())
    }
}

impl fmt::Display for TileSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_face_is_the_inverse_of_face() {
        for exponent in 0..=15 {
            let tile = Exponent::new(exponent).unwrap();
            assert_eq!(Exponent::from_face(tile.face()), Ok(tile));
        }
        assert_eq!(Exponent::new(16), None);
        for face in [1, 3, 6, 65536, u32::MAX] {
            assert_eq!(Exponent::from_face(face), Err(TileError(face)));
        }
    }
}
