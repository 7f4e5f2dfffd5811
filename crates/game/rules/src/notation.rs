//! Boards as text: as faces such as `0 2 0/0 64 4/0 8 8`, or as hexadecimal digits.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Board, Exponent, Shape, ShapeError};

/// The text is not a position. Rows and cells are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationError {
    /// A cell is not 0 or a power of two.
    #[error(
        "row {row}, cell {cell}: '{text}' is not a tile; \
         write 0 for an empty cell, x for a locked one, else 2, 4, 8 ... 32768"
    )]
    Cell {
        /// Row, from 1.
        row: usize,
        /// Cell in the row, from 1.
        cell: usize,
        /// The text of the cell.
        text: String,
    },
    /// The rows differ in length.
    #[error(
        "row {row} is {found} long, but row 1 is {expected}; \
         separate cells by spaces and rows by /"
    )]
    Ragged {
        /// Row, from 1.
        row: usize,
        /// The number of cells in this row.
        found: usize,
        /// The number of cells in the first row.
        expected: usize,
    },
    /// The number of rows or columns is not between 2 and 4.
    #[error(
        "the position is {rows}x{cols}, but boards have 2 to 4 rows and columns; \
         write it like 0 2 0/0 64 4/0 8 8"
    )]
    Size {
        /// The number of rows.
        rows: usize,
        /// The number of cells in the first row.
        cols: usize,
    },
    /// Too many cells are locked.
    #[error(transparent)]
    Locked(ShapeError),
    /// A board with locked cells has a tile that is too large.
    #[error("beside locked cells, tiles are at most 16384: write x for a tile that must not move")]
    LargeTile,
}

/// The text is not a board in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{text}' is not a {shape} board: write {} hexadecimal digits, the exponents row by row",
    shape.cells()
)]
pub struct HexError {
    /// The text.
    pub text: String,
    /// The shape of the expected board.
    pub shape: Shape,
}

impl FromStr for Board {
    type Err = NotationError;

    /// Reads faces and `x` for locked cells, with white space between cells and `/` between rows.
    /// The number of rows and of cells in a row and the locked cells determine the shape.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let rows: Vec<Vec<&str>> =
            text.split('/').map(|row| row.split_whitespace().collect()).collect();
        let cols = rows[0].len();
        let mut exponents = Vec::with_capacity(16);
        let mut locked = 0;
        for (r, row) in rows.iter().enumerate() {
            for (c, &cell) in row.iter().enumerate() {
                let is_locked = cell.eq_ignore_ascii_case("x");
                locked += usize::from(is_locked);
                let face = cell.parse().ok().and_then(|face| Exponent::from_face(face).ok());
                let tile = if is_locked { Some(Exponent::LOCKED) } else { face };
                exponents.push(tile.ok_or_else(|| NotationError::Cell {
                    row: r + 1,
                    cell: c + 1,
                    text: cell.to_owned(),
                })?);
            }
            if row.len() != cols {
                return Err(NotationError::Ragged { row: r + 1, found: row.len(), expected: cols });
            }
        }
        let size = || NotationError::Size { rows: rows.len(), cols };
        let side = |n: usize| u8::try_from(n).map_err(|_| size());
        let shape = Shape::new(side(rows.len())?, side(cols)?).map_err(|_| size())?;
        let is_largest = |tile: &&Exponent| **tile == Exponent::LOCKED;
        if locked > 0 && exponents.iter().filter(is_largest).count() > locked {
            return Err(NotationError::LargeTile);
        }
        let board = Board::from_exponents(shape, &exponents).ok_or_else(size)?;
        match locked {
            0 => Ok(board),
            _ => board.with_largest_locked().map_err(NotationError::Locked),
        }
    }
}

impl fmt::Display for Board {
    /// Writes faces and `x`, as [`Board::from_str`] reads them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.tiles().enumerate() {
            match cell {
                0 => {}
                _ if cell % self.shape().cols() == 0 => f.write_str("/")?,
                _ => f.write_str(" ")?,
            }
            match self.shape().is_locked(cell) {
                true => f.write_str("x")?,
                false => write!(f, "{tile}")?,
            }
        }
        Ok(())
    }
}

impl Board {
    /// The exponents row by row as hexadecimal digits, for example `0110`.
    pub fn hex(self) -> String {
        format!("{:0width$x}", self.key(), width = self.shape().cells())
    }

    /// Reads what [`Board::hex`] writes.
    ///
    /// # Errors
    /// [`HexError`] unless the text is exactly `shape.cells()` hexadecimal digits.
    pub fn from_hex(shape: Shape, text: &str) -> Result<Self, HexError> {
        let digits = text.bytes().all(|byte| byte.is_ascii_hexdigit());
        Some(text)
            .filter(|text| digits && text.len() == shape.cells())
            .and_then(|text| u64::from_str_radix(text, 16).ok())
            .and_then(|key| Board::from_key(shape, key))
            .ok_or_else(|| HexError { text: text.to_owned(), shape })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_row_and_cell() {
        let check = |text: &str, message: &str| {
            let error = text.parse::<Board>().unwrap_err();
            assert!(error.to_string().starts_with(message), "{text}: {error}");
        };
        check("0 2 0/0 65 4/0 8 8", "row 2, cell 2: '65' is not a tile");
        check("0 2 0/0 64 4/0 8 y", "row 3, cell 3: 'y' is not a tile");
        check("0 2/x x", "2 free cells are too few");
        check("0 2 32768/x 2 2", "beside locked cells, tiles are at most 16384");
        check("0 2/0 -4", "row 2, cell 2: '-4' is not a tile");
        check("0 2/0 65536", "row 2, cell 2: '65536' is not a tile");
        check("0 2/0 99999999999999999999", "row 2, cell 2: '99999999999999999999'");
        check("0 2 0/0 64/0 8 8", "row 2 is 2 long, but row 1 is 3");
        check("0 2 0/0 64 4/0 8 8/", "row 4 is 0 long, but row 1 is 3");
        check("", "the position is 1x0");
        check("2", "the position is 1x1");
        check("0 0 0 0 0/0 0 0 0 0", "the position is 2x5");
    }

    #[test]
    fn locked_cells_are_crosses() {
        let board: Board = "2 0 0 0/0 0 0 0/2 x X x/4 x x x".parse().unwrap();
        assert_eq!(board.shape().to_string(), "..../..../.xxx/.xxx");
        assert_eq!(board.to_string(), "2 0 0 0/0 0 0 0/2 x x x/4 x x x");
        assert_eq!(board.hex(), "100000001fff2fff");
        assert_eq!(Board::from_hex(board.shape(), &board.hex()), Ok(board));
        assert_eq!((board.tile_sum().get(), board.largest()), (8, Exponent::FOUR));
        assert_eq!(board.empty_cells().len(), 7);
        // The locked tiles are not where those of the shape are.
        assert!(Board::from_hex(board.shape(), "100000001fff2ff0").is_err());
        assert!(Board::from_hex(board.shape(), "f00000001fff2fff").is_err());
    }

    #[test]
    fn hexadecimal_digits_are_the_exponents() {
        let board: Board = "0 2 0/0 64 4/0 8 8".parse().unwrap();
        assert_eq!(board.hex(), "010062033");
        assert_eq!(Board::from_hex(Shape::THREE_BY_THREE, "010062033"), Ok(board));
        for bad in ["", "01006203", "0100620333", "01006203g", "+10062033"] {
            assert!(Board::from_hex(Shape::THREE_BY_THREE, bad).is_err(), "{bad}");
        }
        let full = Board::from_hex(Shape::FOUR_BY_FOUR, "ffffffffffffffff").unwrap();
        assert_eq!(full.key(), u64::MAX);
    }
}
