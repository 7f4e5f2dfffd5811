//! Boards packed into a u64.

use std::fmt;

use crate::{Exponent, Shape, TileSum};

/// A cell by its row-major number: 0 is the top left one, the last is `shape.cells() - 1`.
pub type Cell = usize;

/// Tiles on the cells of a shape.
///
/// The order of boards of one shape is the order of [`Board::key`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    shape: Shape,
    // Read row-major as a base-16 number, the top left cell most significant; below 16^cells.
    key: u64,
}

/// The lowest bit of every nibble.
const ONES: u64 = 0x1111_1111_1111_1111;

/// Empty cells, each told by the lowest bit of its nibble.
struct EmptyCells {
    ones: u64,
    last: Cell,
}

impl Iterator for EmptyCells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        // The first cell is the highest nibble.
        let highest = self.ones.checked_ilog2()?;
        self.ones ^= 1 << highest;
        Some(self.last - highest as usize / 4)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let cells = self.ones.count_ones() as usize;
        (cells, Some(cells))
    }

    #[inline]
    fn count(self) -> usize {
        self.ones.count_ones() as usize
    }
}

impl ExactSizeIterator for EmptyCells {}

impl Board {
    /// A board without tiles.
    pub const fn empty(shape: Shape) -> Self {
        Self { shape, key: 0 }
    }

    /// The board with this key (see [`Board::key`]), or `None` if the key has a digit too many.
    pub const fn from_key(shape: Shape, key: u64) -> Option<Self> {
        let bits = 4 * shape.cells() as u32;
        if bits < 64 && key >> bits != 0 { None } else { Some(Self { shape, key }) }
    }

    /// As [`Board::from_key`], for keys made from a board of this shape.
    pub(crate) const fn from_key_unchecked(shape: Shape, key: u64) -> Self {
        Self { shape, key }
    }

    /// The board with these exponents in row-major order, or `None` if there are not
    /// `shape.cells()` of them.
    pub fn from_exponents(shape: Shape, exponents: &[Exponent]) -> Option<Self> {
        (exponents.len() == shape.cells()).then(|| Self {
            shape,
            key: exponents.iter().fold(0, |key, tile| key << 4 | u64::from(tile.get())),
        })
    }

    /// Rows and columns.
    pub const fn shape(self) -> Shape {
        self.shape
    }

    /// The exponents read row-major as a base-16 number, the top left cell most significant.
    pub const fn key(self) -> u64 {
        self.key
    }

    /// The tile on a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[inline]
    pub const fn tile(self, cell: Cell) -> Exponent {
        Exponent::from_nibble(self.key >> self.shift(cell))
    }

    /// The board with the tile on a cell replaced.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub const fn with(self, cell: Cell, tile: Exponent) -> Self {
        let shift = self.shift(cell);
        let key = self.key & !(15 << shift) | (tile.get() as u64) << shift;
        Self { key, ..self }
    }

    const fn shift(self, cell: Cell) -> u32 {
        assert!(cell < self.shape.cells(), "the cell is on the board");
        4 * (self.shape.cells() - 1 - cell) as u32
    }

    /// The tiles in row-major order, empty cells included.
    pub fn tiles(self) -> impl ExactSizeIterator<Item = Exponent> {
        (0..self.shape.cells()).map(move |cell| self.tile(cell))
    }

    /// The empty cells in row-major order.
    #[inline]
    pub fn empty_cells(self) -> impl ExactSizeIterator<Item = Cell> {
        // The lowest bit of each nibble that has a bit.
        let pairs = self.key | self.key >> 1;
        let tiles = (pairs | pairs >> 2) & ONES;
        let cells = self.shape.cells();
        EmptyCells { ones: !tiles & ONES >> (64 - 4 * cells), last: cells - 1 }
    }

    /// The sum of the faces.
    pub fn tile_sum(self) -> TileSum {
        TileSum::new(self.tiles().map(Exponent::face).sum())
    }

    /// The largest tile; [`Exponent::EMPTY`] on an empty board.
    pub fn largest(self) -> Exponent {
        self.tiles().max().unwrap_or_default()
    }
}

impl fmt::Debug for Board {
    /// Writes the notation in quotes, as in an assertion message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}
