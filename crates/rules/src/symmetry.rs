//! The symmetries of a board and how they move tiles and actions.

use crate::{Action, Board, Cell, Exponent, Shape};

/// A symmetry of a board: a number of quarter turns, then perhaps a left-right reflection.
///
/// It moves the tile on cell `p` to cell `symmetry.cell(shape, p)`. One quarter turn is a
/// left-right reflection followed by a transpose, so it takes (row, column) to
/// (columns - 1 - column, row).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    // In 0..4; odd only on a square board.
    turns: u8,
    reflected: bool,
}

impl Symmetry {
    /// The symmetry that moves nothing.
    pub const IDENTITY: Self = Self { turns: 0, reflected: false };

    /// The eight symmetries of a square: identity, r90, r180, r270, then each of these reflected.
    const SQUARE: [Self; 8] = {
        let mut all = [Self::IDENTITY; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Self { turns: i as u8 % 4, reflected: i >= 4 };
            i += 1;
        }
        all
    };

    /// The four symmetries of a rectangle, in the order of the square's.
    const RECTANGLE: [Self; 4] =
        [Self::SQUARE[0], Self::SQUARE[2], Self::SQUARE[4], Self::SQUARE[6]];

    /// The symmetries of a shape, in the order that decides between equal images.
    pub const fn of(shape: Shape) -> &'static [Self] {
        if shape.is_square() { &Self::SQUARE } else { &Self::RECTANGLE }
    }

    /// Where the tile on a cell goes.
    pub const fn cell(self, shape: Shape, cell: Cell) -> Cell {
        self.cell_of(shape.rows(), shape.cols(), cell)
    }

    const fn cell_of(self, rows: usize, cols: usize, cell: Cell) -> Cell {
        let (r, c) = (cell / cols, cell % cols);
        let (r, c) = match self.turns {
            0 => (r, c),
            1 => (cols - 1 - c, r),
            2 => (rows - 1 - r, cols - 1 - c),
            _ => (c, rows - 1 - r),
        };
        r * cols + if self.reflected { cols - 1 - c } else { c }
    }

    /// The board with every tile moved.
    pub fn board(self, board: Board) -> Board {
        let shape = board.shape();
        let key = (0..shape.cells()).fold(0, |key, cell| {
            let to = shape.cells() - 1 - self.cell(shape, cell);
            key | u64::from(board.tile(cell).get()) << (4 * to)
        });
        Board::from_key_unchecked(shape, key)
    }

    /// The action that does on the moved board what `action` does on the board.
    pub fn action(self, action: Action) -> Action {
        let (mut r, mut c) = action.direction();
        for _ in 0..self.turns {
            (r, c) = (-c, r);
        }
        Action::from_direction(if self.reflected { (r, -c) } else { (r, c) })
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // A turned reflection is its own inverse.
        let turns = if self.reflected { self.turns } else { (4 - self.turns) % 4 };
        Self { turns, ..self }
    }
}

/// The images of a board under the symmetries of its shape, in the order of [`Symmetry::of`].
///
/// Canonical forms are most of the work wherever many boards are looked at, so all images are
/// made together, from reflections and a transpose that move many tiles at once.
#[derive(Clone, Copy, Debug)]
pub struct Images {
    shape: Shape,
    // The first eight for a square, four for a rectangle; the others repeat the last of these.
    keys: [u64; 8],
}

impl Images {
    /// The images.
    pub fn boards(&self) -> impl ExactSizeIterator<Item = Board> {
        let shape = self.shape;
        let keys = self.keys.into_iter().take(Symmetry::of(shape).len());
        keys.map(move |key| Board::from_key_unchecked(shape, key))
    }

    /// The keys of the images (see [`Board::key`]); those of a rectangle are followed by the last
    /// of them again.
    pub const fn keys(&self) -> &[u64; 8] {
        &self.keys
    }

    /// The images of the board with a tile placed on an empty cell of it.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[inline]
    #[must_use]
    pub fn with(&self, cell: Cell, tile: Exponent) -> Self {
        let shifts = &Moves::of(self.shape).cells[cell];
        let tile = u64::from(tile.get());
        let mut keys = self.keys;
        for (key, shift) in keys.iter_mut().zip(shifts) {
            *key |= tile << shift;
        }
        Self { keys, ..*self }
    }

    /// The least of the images.
    #[inline]
    pub(crate) fn least(&self) -> Board {
        let [a, b, c, d, e, f, g, h] = self.keys;
        let least = (a.min(b)).min(c.min(d)).min((e.min(f)).min(g.min(h)));
        Board::from_key_unchecked(self.shape, least)
    }
}

impl Board {
    /// All images of the board.
    #[inline]
    pub fn images(self) -> Images {
        let shape = self.shape();
        let moves = Moves::of(shape);
        let key = self.key();
        let [across, along] = [moves.mirror(key), moves.flip(key)];
        let both = moves.mirror(along);
        let keys = if shape.is_square() {
            let transposed = moves.transpose(key);
            let [across_t, along_t] = [moves.mirror(transposed), moves.flip(transposed)];
            [key, along_t, both, across_t, across, moves.mirror(along_t), along, transposed]
        } else {
            [key, both, across, along, along, along, along, along]
        };
        Images { shape, keys }
    }

    /// The board with rows as columns: the tile on (row, column) goes to (column, row).
    #[must_use]
    pub fn transposed(self) -> Self {
        let key = Moves::of(self.shape()).transpose(self.key());
        Self::from_key_unchecked(self.shape().transposed(), key)
    }
}

/// How the nibbles of a key move.
#[derive(Clone, Copy)]
struct Moves {
    /// Left and right change places.
    mirror: Turns<4>,
    /// Top and bottom change places.
    flip: Turns<4>,
    /// Rows become columns.
    transpose: Turns<12>,
    /// By cell: where the bits of its tile begin in each of the images.
    cells: [[u8; 8]; 16],
}

/// The nibbles under each mask are turned to the left by a number of bits, 0 to 63: no tile leaves
/// the key, so that moves them either way.
#[derive(Clone, Copy)]
struct Turns<const MOST: usize> {
    masks: [u64; MOST],
    bits: [u32; MOST],
    used: usize,
}

impl<const MOST: usize> Turns<MOST> {
    const NONE: Self = Self { masks: [0; MOST], bits: [0; MOST], used: 0 };

    /// Adds the way of a tile on a board of so many cells.
    const fn add(&mut self, cells: usize, from: usize, to: usize) {
        let bits = (64 + 4 * from as u32 - 4 * to as u32) % 64;
        let mut at = 0;
        while at < self.used && self.bits[at] != bits {
            at += 1;
        }
        if at == self.used {
            self.used += 1;
        }
        self.masks[at] |= 15 << (4 * (cells - 1 - from));
        self.bits[at] = bits;
    }

    #[inline(always)]
    fn turn(&self, key: u64, at: usize) -> u64 {
        (key & self.masks[at]).rotate_left(self.bits[at])
    }
}

impl Moves {
    const fn of(shape: Shape) -> &'static Self {
        &MOVES[shape.rows() - 2][shape.cols() - 2]
    }

    #[inline(always)]
    fn mirror(&self, key: u64) -> u64 {
        reflected(&self.mirror, key)
    }

    #[inline(always)]
    fn flip(&self, key: u64) -> u64 {
        reflected(&self.flip, key)
    }

    #[inline]
    fn transpose(&self, key: u64) -> u64 {
        let turns = &self.transpose;
        // Five are enough for up to three rows and columns.
        let first = turns.turn(key, 0) | turns.turn(key, 1) | turns.turn(key, 2);
        let few = first | turns.turn(key, 3) | turns.turn(key, 4);
        (5..turns.used).fold(few, |moved, at| moved | turns.turn(key, at))
    }

    /// The moves of a shape, worked out when this room is compiled.
    const fn new(rows: usize, cols: usize) -> Self {
        let mut moves = Self {
            mirror: Turns::NONE,
            flip: Turns::NONE,
            transpose: Turns::NONE,
            cells: [[0; 8]; 16],
        };
        let mut cell = 0;
        while cell < rows * cols {
            let (r, c) = (cell / cols, cell % cols);
            let mut image = 0;
            while image < 8 {
                // Of a rectangle the last of four images is repeated.
                let symmetry = match (rows == cols, image) {
                    (true, _) => Symmetry::SQUARE[image],
                    (false, 0..4) => Symmetry::RECTANGLE[image],
                    (false, _) => Symmetry::RECTANGLE[3],
                };
                let to = symmetry.cell_of(rows, cols, cell);
                moves.cells[cell][image] = 4 * (rows * cols - 1 - to) as u8;
                image += 1;
            }
            moves.mirror.add(rows * cols, cell, r * cols + cols - 1 - c);
            moves.flip.add(rows * cols, cell, (rows - 1 - r) * cols + c);
            moves.transpose.add(rows * cols, cell, c * rows + r);
            cell += 1;
        }
        moves
    }
}

/// Masks that are not used are empty, so all are turned without asking.
#[inline(always)]
fn reflected(turns: &Turns<4>, key: u64) -> u64 {
    turns.turn(key, 0) | turns.turn(key, 1) | turns.turn(key, 2) | turns.turn(key, 3)
}

static MOVES: [[Moves; 3]; 3] = {
    let mut all = [[Moves::new(2, 2); 3]; 3];
    let mut at = 0;
    while at < 9 {
        all[at / 3][at % 3] = Moves::new(at / 3 + 2, at % 3 + 2);
        at += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_the_boards_that_the_symmetries_make() {
        for shape in Shape::all() {
            // Every cell another tile, and no tile of the least board unlike the others.
            let key =
                (0..shape.cells() as u64).fold(0, |key, cell| (key << 4) | (cell * 7 % 16 % 13));
            let board = Board::from_key(shape, key).unwrap();
            let images = Symmetry::of(shape).iter().map(|symmetry| symmetry.board(board));
            assert!(board.images().boards().eq(images), "{shape}");
            let least = board.images().boards().min();
            assert_eq!(Some(board.images().least()), least, "{shape}");
            for cell in board.empty_cells() {
                let with = board.with(cell, Exponent::FOUR).images();
                assert_eq!(board.images().with(cell, Exponent::FOUR).keys(), with.keys());
            }
            let transposed = board.transposed();
            assert_eq!(transposed.shape().rows(), shape.cols());
            assert_eq!(transposed.transposed(), board);
            assert_eq!(transposed.tile(1), board.tile(shape.cols()));
        }
    }
}
