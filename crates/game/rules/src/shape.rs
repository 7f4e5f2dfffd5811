//! Board shapes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::symmetry::Symmetry;
use crate::tile::Exponent;

/// The row-major index of a cell: 0 is the top left cell, `shape.cells() - 1` the bottom right one.
pub type Cell = usize;

/// The rows and the columns of a board, 2 to 4 of each and not necessarily equally many, and its
/// locked cells.
///
/// A *locked* cell holds a tile that merges with no other and must stay on its cell: an action is
/// allowed only if it leaves every locked tile where it is. The other cells are *free*.
///
/// ```
/// use mdp2048::Shape;
///
/// let shape: Shape = "..../..../.xxx/.xxx".parse()?;
/// assert_eq!((shape.cells(), shape.free_cells()), (16, 10));
/// assert_eq!(Shape::new(4, 4)?.with_locked([9, 10, 11, 13, 14, 15])?, shape);
/// # Ok::<(), mdp2048::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    // Both are in 2..=4, so a board has at most 16 cells and fits in a `u64` with four bits a cell.
    rows: u8,
    cols: u8,
    // A bit for each locked cell: that of the last cell is the lowest, as in `Board::key`.
    locked: u16,
    // A bit for each symmetry that maps locked cells to locked cells, see `Symmetry::bit`.
    symmetries: u8,
}

/// The text or the numbers are not a board shape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// The numbers of rows and columns are not 2 to 4, or the text is not a shape.
    #[error(
        "'{0}' is not a board shape: write rows x columns, 2 to 4 of each, for example 3x3, or a \
         character for each cell, x if it is locked: ..../..../.xxx/.xxx"
    )]
    Size(String),
    /// Too many cells are locked.
    #[error("{free} free cells are too few for a game: lock fewer cells and leave 3 or more free")]
    FreeCells {
        /// The number of cells that are not locked.
        free: usize,
    },
}

/// The least number of free cells: two for the first two tiles, and one that is empty.
const LEAST_FREE_CELLS: usize = 3;

impl Shape {
    /// The 2x2 board.
    pub const TWO_BY_TWO: Self = Self::of_size(2, 2);
    /// The 3x3 board.
    pub const THREE_BY_THREE: Self = Self::of_size(3, 3);
    /// The 4x4 board.
    pub const FOUR_BY_FOUR: Self = Self::of_size(4, 4);

    /// The shape without locked cells that has these rows and columns, which are in 2..=4.
    pub(crate) const fn of_size(rows: u8, cols: u8) -> Self {
        let symmetries =
            if rows == cols { Symmetry::ALL_OF_SQUARE } else { Symmetry::ALL_OF_RECTANGLE };
        Self { rows, cols, locked: 0, symmetries }
    }

    /// The shape with these rows and columns, without locked cells.
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
            Ok(Self::of_size(rows, cols))
        } else {
            Err(ShapeError::Size(format!("{rows}x{cols}")))
        }
    }

    /// The shape with the same rows and columns, of whose cells these are locked.
    ///
    /// # Errors
    /// [`ShapeError`] if fewer than three cells are free.
    ///
    /// # Panics
    /// If a cell is not on the board.
    pub fn with_locked(self, cells: impl IntoIterator<Item = Cell>) -> Result<Self, ShapeError> {
        let mut shape = self.unlocked();
        for cell in cells {
            shape.locked |= shape.bit(cell);
        }
        if shape.free_cells() < LEAST_FREE_CELLS {
            return Err(ShapeError::FreeCells { free: shape.free_cells() });
        }
        let keeps_locked = |symmetry: &Symmetry| {
            (0..shape.cells())
                .all(|cell| shape.is_locked(cell) == shape.is_locked(symmetry.cell(shape, cell)))
        };
        let kept = Symmetry::of(self.unlocked()).iter().filter(|symmetry| keeps_locked(symmetry));
        shape.symmetries = kept.fold(0, |set, symmetry| set | symmetry.bit());
        Ok(shape)
    }

    /// The shape with the same rows and columns, without locked cells.
    #[must_use]
    pub const fn unlocked(self) -> Self {
        Self::of_size(self.rows, self.cols)
    }

    /// Every shape without locked cells, from 2x2 to 4x4.
    pub fn all() -> impl Iterator<Item = Self> {
        (2..=4).flat_map(|rows| (2..=4).map(move |cols| Self::of_size(rows, cols)))
    }

    /// The number of rows, 2..=4.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns, 2..=4.
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// The number of cells, 4..=16, locked ones included.
    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// The number of cells that are not locked, 3..=16.
    pub const fn free_cells(self) -> usize {
        self.cells() - self.locked.count_ones() as usize
    }

    /// Whether any cell is locked.
    pub const fn has_locked(self) -> bool {
        self.locked != 0
    }

    /// Whether a cell is locked.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub const fn is_locked(self, cell: Cell) -> bool {
        self.locked & self.bit(cell) != 0
    }

    /// The bit of a cell in `locked`.
    const fn bit(self, cell: Cell) -> u16 {
        assert!(cell < self.cells(), "the cell is on the board");
        1 << (self.cells() - 1 - cell)
    }

    /// The key of a board with [`Exponent::LOCKED`] on each locked cell and no other tile.
    #[inline]
    pub(crate) const fn locked_key(self) -> u64 {
        // Moves each bit to the lowest bit of its nibble.
        let mut bits = self.locked as u64;
        bits = (bits | bits << 24) & 0x0000_00ff_0000_00ff;
        bits = (bits | bits << 12) & 0x000f_000f_000f_000f;
        bits = (bits | bits << 6) & 0x0303_0303_0303_0303;
        bits = (bits | bits << 3) & 0x1111_1111_1111_1111;
        bits * Exponent::LOCKED.get() as u64
    }

    /// Whether a symmetry maps locked cells to locked cells.
    #[inline]
    pub(crate) const fn has_symmetry(self, symmetry: Symmetry) -> bool {
        self.symmetries & symmetry.bit() != 0
    }

    /// The shape with rows and columns exchanged, without locked cells.
    pub(crate) const fn transposed(self) -> Self {
        Self::of_size(self.cols, self.rows)
    }

    /// Whether the numbers of rows and columns are equal. A square without locked cells has eight
    /// symmetries, any other shape without locked cells four.
    pub const fn is_square(self) -> bool {
        self.rows == self.cols
    }
}

impl Symmetry {
    /// The symmetries of a shape, which map locked cells to locked cells. If several map a board to
    /// its canonical form, the first in this order counts.
    pub const fn of(shape: Shape) -> &'static [Self] {
        Self::group(shape.symmetries)
    }

    /// The cell to which the symmetry moves the tile of a cell.
    pub const fn cell(self, shape: Shape, cell: Cell) -> Cell {
        self.cell_of(shape.rows(), shape.cols(), cell)
    }
}

impl fmt::Display for Shape {
    /// Writes `3x3`, or with locked cells a character for each cell: `..../..../.xxx/.xxx`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.has_locked() {
            return write!(f, "{}x{}", self.rows, self.cols);
        }
        for cell in 0..self.cells() {
            if cell > 0 && cell % self.cols() == 0 {
                f.write_str("/")?;
            }
            f.write_str(if self.is_locked(cell) { "x" } else { "." })?;
        }
        Ok(())
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    /// Reads `3x3`, or a character for each cell, `x` if it is locked and `.` if it is free.
    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let error = || ShapeError::Size(text.to_owned());
        if text.contains('/') {
            let rows: Vec<&str> = text.trim().split('/').collect();
            let cells = rows.concat();
            let side = |length: usize| u8::try_from(length).map_err(|_| error());
            let shape = Self::new(side(rows.len())?, side(rows[0].len())?).map_err(|_| error())?;
            let is_cell = |cell: char| matches!(cell, '.' | 'x' | 'X');
            if rows.iter().any(|row| row.len() != shape.cols()) || !cells.chars().all(is_cell) {
                return Err(error());
            }
            return shape.with_locked(cells.match_indices(['x', 'X']).map(|(cell, _)| cell));
        }
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
            assert_eq!(bad.parse::<Shape>(), Err(ShapeError::Size(bad.to_owned())));
        }
    }

    #[test]
    fn locked_cells_parse_from_their_display() {
        let symmetries = [
            ("...x/....", 1),
            ("x../.../...", 2),
            (".x./.../...", 2),
            ("x../..x", 2),
            ("x../.../..x", 4),
            (".x../...x/x.../..x.", 4),
            ("x.x/.../x.x", 8),
        ];
        for (text, count) in symmetries {
            let shape: Shape = text.parse().unwrap();
            assert_eq!(shape.to_string(), text);
            assert_eq!(Symmetry::of(shape).len(), count, "{text}");
            assert_eq!(shape.free_cells(), text.matches('.').count());
        }
        assert_eq!("../..".parse(), Ok(Shape::TWO_BY_TWO));
        for bad in ["./.", "..../...", "..y/...", "...../.....", "/", "é/.."] {
            assert_eq!(bad.parse::<Shape>(), Err(ShapeError::Size(bad.to_owned())));
        }
        assert!("x./..".parse::<Shape>().is_ok());
        assert_eq!("xx/..".parse::<Shape>(), Err(ShapeError::FreeCells { free: 2 }));
        assert_eq!("xx/xx".parse::<Shape>(), Err(ShapeError::FreeCells { free: 0 }));
    }
}
