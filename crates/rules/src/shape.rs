//! The rows and columns of a board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How many rows and columns a board has: 2 to 4 of each, not necessarily equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    // Both in 2..=4, so that a board fits 16 cells of four bits.
    rows: u8,
    cols: u8,
}

/// Why something is not a board shape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a board shape: write rows x columns, 2 to 4 of each, for example 3x3")]
pub struct ShapeError(pub String);

impl Shape {
    /// The 2x2 board.
    pub const TWO_BY_TWO: Self = Self { rows: 2, cols: 2 };
    /// The board of two rows and three columns.
    pub(crate) const TWO_BY_THREE: Self = Self { rows: 2, cols: 3 };
    /// The board of two rows and four columns.
    pub(crate) const TWO_BY_FOUR: Self = Self { rows: 2, cols: 4 };
    /// The 3x3 board.
    pub const THREE_BY_THREE: Self = Self { rows: 3, cols: 3 };
    /// The 4x4 board.
    pub const FOUR_BY_FOUR: Self = Self { rows: 4, cols: 4 };

    /// The shape with these rows and columns.
    ///
    /// # Errors
    /// [`ShapeError`] unless both are 2, 3 or 4.
    pub fn new(rows: u8, cols: u8) -> Result<Self, ShapeError> {
        if (2..=4).contains(&rows) && (2..=4).contains(&cols) {
            Ok(Self { rows, cols })
        } else {
            Err(ShapeError(format!("{rows}x{cols}")))
        }
    }

    /// Every shape, from 2x2 to 4x4.
    pub fn all() -> impl Iterator<Item = Self> {
        (2..=4).flat_map(|rows| (2..=4).map(move |cols| Self { rows, cols }))
    }

    /// Rows, 2..=4.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Columns, 2..=4.
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Cells, 4..=16.
    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// The shape with rows and columns exchanged.
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self { rows: self.cols, cols: self.rows }
    }

    /// Whether there are as many rows as columns, and so eight symmetries instead of four.
    pub const fn is_square(self) -> bool {
        self.rows == self.cols
    }
}

impl fmt::Display for Shape {
    /// Writes `3x3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    /// Reads `3x3`.
    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let error = || ShapeError(text.to_owned());
        let (rows, cols) = text.trim().split_once(['x', 'X']).ok_or_else(error)?;
        let side = |part: &str| part.parse().map_err(|_| error());
        Self::new(side(rows)?, side(cols)?).map_err(|_| error())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_read_back_what_they_write() {
        assert_eq!(Shape::all().count(), 9);
        for shape in Shape::all() {
            assert_eq!(shape.to_string().parse(), Ok(shape));
        }
        for bad in ["", "3", "3x", "x3", "1x3", "5x5", "3x3x3", "-3x3", "300x3", "three"] {
            assert_eq!(bad.parse::<Shape>(), Err(ShapeError(bad.to_owned())));
        }
    }
}
