//! Boards packed into a `u64`.

use std::fmt;

use crate::{Cell, Exponent, Shape, ShapeError, TileSum};

/// The tiles on the cells of a shape. A locked cell holds [`Exponent::LOCKED`].
///
/// Boards of one shape are ordered by [`Board::key`].
///
/// ```
/// use mdp2048::{Board, Exponent};
///
/// let board: Board = "0 2/8 4".parse()?;
/// assert_eq!(board.tile_sum().get(), 14);
/// assert_eq!(board.largest().face(), 8);
/// assert_eq!(board.with(0, Exponent::FOUR).to_string(), "4 2/8 4");
/// # Ok::<(), mdp2048::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    shape: Shape,
    // The exponents as the base-16 digits of a number below 16^cells, in row-major order with the
    // top left cell as the most significant digit.
    key: u64,
}

/// A mask of the lowest bit of every nibble.
const LOWEST_BITS: u64 = 0x1111_1111_1111_1111;

/// The iterator over the empty cells of a board.
struct EmptyCells {
    // The lowest bit of the nibble of every empty cell that is still to come.
    bits: u64,
    // The last cell of the board.
    last: Cell,
}

impl Iterator for EmptyCells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        // The first cell is the highest nibble.
        let highest = self.bits.checked_ilog2()?;
        self.bits ^= 1 << highest;
        Some(self.last - highest as usize / 4)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let cells = self.bits.count_ones() as usize;
        (cells, Some(cells))
    }

    #[inline]
    fn count(self) -> usize {
        self.bits.count_ones() as usize
    }
}

impl ExactSizeIterator for EmptyCells {}

impl Board {
    /// A board without tiles on its free cells.
    pub const fn empty(shape: Shape) -> Self {
        Self { shape, key: shape.locked_key() }
    }

    /// The board with this key (see [`Board::key`]), or `None` if the key has more digits than the
    /// shape has cells, or if the cells with [`Exponent::LOCKED`] are not the locked ones.
    pub const fn from_key(shape: Shape, key: u64) -> Option<Self> {
        let bits = 4 * shape.cells() as u32;
        let board = Self { shape, key };
        let is_of_shape = bits == 64 || key >> bits == 0;
        let has_locked = !shape.has_locked() || board.largest_tiles() * 15 == shape.locked_key();
        if is_of_shape && has_locked { Some(board) } else { None }
    }

    /// The lowest bit of the nibble of every cell with [`Exponent::MAX`].
    const fn largest_tiles(self) -> u64 {
        let pairs = self.key & self.key >> 1;
        pairs & pairs >> 2 & LOWEST_BITS
    }

    /// The board with this key, which the caller knows to be the key of a board of this shape.
    pub(crate) const fn from_key_unchecked(shape: Shape, key: u64) -> Self {
        Self { shape, key }
    }

    /// The board with these exponents in row-major order, or `None` if there are not
    /// `shape.cells()` of them, or if those of locked cells are not [`Exponent::LOCKED`].
    ///
    /// ```
    /// use mdp2048::{Board, Exponent, Shape};
    ///
    /// let tiles = [Exponent::EMPTY, Exponent::TWO, Exponent::TWO, Exponent::FOUR];
    /// let board = Board::from_exponents(Shape::TWO_BY_TWO, &tiles);
    /// assert_eq!(board.map(|board| board.to_string()).as_deref(), Some("0 2/2 4"));
    /// ```
    pub fn from_exponents(shape: Shape, exponents: &[Exponent]) -> Option<Self> {
        let key = exponents.iter().fold(0, |key, tile| key << 4 | u64::from(tile.get()));
        Self::from_key(shape, key).filter(|_| exponents.len() == shape.cells())
    }

    /// The board with the same tiles on which each cell with [`Exponent::LOCKED`] is locked.
    ///
    /// # Errors
    /// [`ShapeError`] if fewer than three cells are free.
    pub fn with_largest_locked(self) -> Result<Self, ShapeError> {
        let is_largest = |&cell: &Cell| self.tile(cell) == Exponent::LOCKED;
        let shape = self.shape.with_locked((0..self.shape.cells()).filter(is_largest))?;
        Ok(Self { shape, ..self })
    }

    /// Rows and columns.
    pub const fn shape(self) -> Shape {
        self.shape
    }

    /// The exponents as the base-16 digits of a number, in row-major order with the top left cell
    /// as the most significant digit.
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

    /// The position of a cell's nibble in the key, in bits.
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
        // The lowest bit of each nibble that is not 0.
        let pairs = self.key | self.key >> 1;
        let tiles = (pairs | pairs >> 2) & LOWEST_BITS;
        let cells = self.shape.cells();
        EmptyCells { bits: !tiles & LOWEST_BITS >> (64 - 4 * cells), last: cells - 1 }
    }

    /// The tiles of the free cells in row-major order, empty cells included.
    pub fn free_tiles(self) -> impl Iterator<Item = Exponent> {
        let cells = (0..self.shape.cells()).filter(move |&cell| !self.shape.is_locked(cell));
        cells.map(move |cell| self.tile(cell))
    }

    /// The sum of the faces on the free cells.
    pub fn tile_sum(self) -> TileSum {
        TileSum::new(self.without_locked().tiles().map(Exponent::face).sum())
    }

    /// The largest tile on the free cells; [`Exponent::EMPTY`] if they are empty.
    pub fn largest(self) -> Exponent {
        self.without_locked().tiles().max().unwrap_or_default()
    }

    /// The key (see [`Board::key`]) with 0 for locked cells.
    #[inline]
    pub const fn free_key(self) -> u64 {
        self.key & !self.shape.locked_key()
    }

    /// The tiles of the free cells, with the locked cells empty.
    const fn without_locked(self) -> Self {
        Self { key: self.free_key(), ..self }
    }
}

impl fmt::Debug for Board {
    /// Writes the notation in quotes, which is readable in assertion messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}
