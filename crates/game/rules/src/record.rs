//! The serialised forms of boards and tiles. Reading checks them.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Board, Exponent, Shape};

/// The rows, the columns and the key of a board. If [`HAS_LOCKED`] is added to the rows, the cells
/// with [`Exponent::LOCKED`] are the locked ones.
type BoardRecord = (u8, u8, u64);

/// Added to the rows of a board with locked cells.
const HAS_LOCKED: u8 = 1 << 7;

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (rows, cols) = (self.shape().rows() as u8, self.shape().cols() as u8);
        let has_locked = if self.shape().has_locked() { HAS_LOCKED } else { 0 };
        (rows | has_locked, cols, self.key()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (rows, cols, key) = BoardRecord::deserialize(deserializer)?;
        let shape = Shape::new(rows & !HAS_LOCKED, cols).map_err(D::Error::custom)?;
        let board = Self::from_key(shape, key);
        let board = board.ok_or_else(|| D::Error::custom("a key beyond its shape"))?;
        match rows & HAS_LOCKED {
            0 => Ok(board),
            _ => board.with_largest_locked().map_err(D::Error::custom),
        }
    }
}

impl Serialize for Exponent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Exponent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let exponent = u8::deserialize(deserializer)?;
        Self::new(exponent).ok_or_else(|| D::Error::custom("an exponent above 15"))
    }
}
