//! Board shapes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The number of rows and of columns of a board: 2 to 4 each, and not necessarily equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    // Both are in 2..=4, so a board has at most 16 cells and fits in a `u64` with four bits a cell.
    rows: u8,
    cols: u8,
}

/// The text or the pair of numbers is not a board shape.
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
    ///
    /// ```
    /// use mdp2048::Shape;
    ///
    /// assert_eq!(Shape::new(3, 4)?.cells(), 12);
    /// let error = Shape::new(5, 5).unwrap_err().to_string();
    /// assert!(error.contains("2 to 4 of each"), "{error}");
    /// # Ok::<(), mdp2048::ShapeError>(())
    /// ```
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

    /// The number of rows, 2..=4.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns, 2..=4.
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// The number of cells, 4..=16.
    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// The shape with rows and columns exchanged.
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self { rows: self.cols, cols: self.rows }
    }

    /// Whether the numbers of rows and columns are equal. A square has eight symmetries, any other
    /// shape four.
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
    fn shapes_parse_from_their_display() {
        assert_eq!(Shape::all().count(), 9);
        for shape in Shape::all() {
            assert_eq!(shape.to_string().parse(), Ok(shape));
        }
        for bad in ["", "3", "3x", "x3", "1x3", "5x5", "3x3x3", "-3x3", "300x3", "three"] {
            assert_eq!(bad.parse::<Shape>(), Err(ShapeError(bad.to_owned())));
        }
    }
}
