//! The symmetry images of a board, one by one and all at once.
//!
//! Programs that canonicalise many boards spend most of their time on symmetry images, so this
//! module computes them with masks and rotations that move many tiles at once.

use crate::board::Board;
use crate::shape::{Cell, Shape};
use crate::symmetry::Symmetry;
use crate::tile::Exponent;

/// The images of a board under the symmetries of its rows and columns, in the order of
/// [`Symmetry::of`] for the shape without locked cells.
#[derive(Clone, Copy, Debug)]
pub struct Images {
    shape: Shape,
    // The keys of the images. A rectangle has four images; the other entries repeat the last one.
    keys: [u64; 8],
}

impl Images {
    /// The images that have the same locked cells, in the order of [`Symmetry::of`].
    pub fn boards(&self) -> impl Iterator<Item = Board> {
        let shape = self.shape;
        let keys = Symmetry::of(shape.unlocked()).iter().zip(self.keys);
        let kept = keys.filter(move |(symmetry, _)| shape.has_symmetry(**symmetry));
        kept.map(move |(_, key)| Board::from_key_unchecked(shape, key))
    }

    /// The keys of the images (see [`Board::key`]), also of those with other locked cells. The keys
    /// of the four images of a rectangle are followed by four repetitions of the last one.
    pub const fn keys(&self) -> &[u64; 8] {
        &self.keys
    }

    /// The images of the board after a tile is placed on an empty cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[inline]
    #[must_use]
    pub fn with(&self, cell: Cell, tile: Exponent) -> Self {
        let shifts = &ShapePermutations::of(self.shape).image_shifts[cell];
        let tile = u64::from(tile.get());
        let mut keys = self.keys;
        for (key, shift) in keys.iter_mut().zip(shifts) {
            *key |= tile << shift;
        }
        Self { keys, ..*self }
    }

    /// The image with the least key of those that have the same locked cells.
    #[inline]
    pub(crate) fn least(&self) -> Board {
        let [a, b, c, d, e, f, g, h] = self.keys;
        if self.shape.has_locked() {
            // The identity is one of the symmetries, and often the only one.
            let images = || self.boards().map(Board::key).fold(a, u64::min);
            let least = if Symmetry::of(self.shape).len() == 1 { a } else { images() };
            return Board::from_key_unchecked(self.shape, least);
        }
        let least = (a.min(b)).min(c.min(d)).min((e.min(f)).min(g.min(h)));
        Board::from_key_unchecked(self.shape, least)
    }
}

impl Board {
    /// The symmetry images of the board.
    #[inline]
    pub fn images(self) -> Images {
        let shape = self.shape();
        let permutations = ShapePermutations::of(shape);
        let key = self.key();
        let [mirrored, flipped] = [permutations.mirror(key), permutations.flip(key)];
        let turned = permutations.mirror(flipped);
        let keys = if shape.is_square() {
            let transposed = permutations.transpose(key);
            let mirrored_t = permutations.mirror(transposed);
            let flipped_t = permutations.flip(transposed);
            let turned_t = permutations.mirror(flipped_t);
            [key, flipped_t, turned, mirrored_t, mirrored, turned_t, flipped, transposed]
        } else {
            [key, turned, mirrored, flipped, flipped, flipped, flipped, flipped]
        };
        Images { shape, keys }
    }

    /// The transposed board, of a shape without locked cells: the tile on (row, column) moves to
    /// (column, row).
    #[must_use]
    pub fn transposed(self) -> Self {
        let key = ShapePermutations::of(self.shape()).transpose(self.key());
        Self::from_key_unchecked(self.shape().transposed(), key)
    }
}

impl Symmetry {
    /// The image of a board.
    pub fn board(self, board: Board) -> Board {
        let shape = board.shape();
        let key = (0..shape.cells()).fold(0, |key, cell| {
            let to = shape.cells() - 1 - self.cell(shape, cell);
            key | u64::from(board.tile(cell).get()) << (4 * to)
        });
        Board::from_key_unchecked(shape, key)
    }
}

/// The permutations of the nibbles of a key from which the images of a shape are composed.
#[derive(Clone, Copy)]
struct ShapePermutations {
    /// The left-right reflection.
    mirror: NibblePermutation<4>,
    /// The top-bottom reflection.
    flip: NibblePermutation<4>,
    /// The transpose, which maps to a key of the transposed shape.
    transpose: NibblePermutation<12>,
    /// By cell: the position in bits of its tile in the key of each image.
    image_shifts: [[u8; 8]; 16],
}

/// A permutation of the nibbles of a key as at most `MOST` pairs of a mask and a rotation.
///
/// Each pair moves the nibbles under its mask by the same distance. A left rotation moves them in
/// either direction, because no nibble leaves the key, and it counts modulo 64.
#[derive(Clone, Copy)]
struct NibblePermutation<const MOST: usize> {
    // Unused masks are 0.
    masks: [u64; MOST],
    rotations: [u32; MOST],
    used: usize,
}

impl<const MOST: usize> NibblePermutation<MOST> {
    const EMPTY: Self = Self { masks: [0; MOST], rotations: [0; MOST], used: 0 };

    /// Adds the move of a tile between two cells of a board with a number of cells.
    const fn add(&mut self, cells: usize, from: usize, to: usize) {
        let rotation = 64 + 4 * from as u32 - 4 * to as u32;
        let mut pair = 0;
        while pair < self.used && self.rotations[pair] != rotation {
            pair += 1;
        }
        if pair == self.used {
            self.used += 1;
        }
        self.masks[pair] |= 15 << (4 * (cells - 1 - from));
        self.rotations[pair] = rotation;
    }

    /// The nibbles that one pair moves, at their new positions.
    #[inline(always)]
    fn moved(&self, key: u64, pair: usize) -> u64 {
        (key & self.masks[pair]).rotate_left(self.rotations[pair])
    }
}

impl NibblePermutation<4> {
    /// Applies the permutation. All four pairs are applied without a branch: unused masks are 0.
    #[inline(always)]
    fn apply(&self, key: u64) -> u64 {
        self.moved(key, 0) | self.moved(key, 1) | self.moved(key, 2) | self.moved(key, 3)
    }
}

impl ShapePermutations {
    /// The permutations of a shape.
    const fn of(shape: Shape) -> &'static Self {
        &PERMUTATIONS[shape.rows() - 2][shape.cols() - 2]
    }

    #[inline(always)]
    fn mirror(&self, key: u64) -> u64 {
        self.mirror.apply(key)
    }

    #[inline(always)]
    fn flip(&self, key: u64) -> u64 {
        self.flip.apply(key)
    }

    #[inline]
    fn transpose(&self, key: u64) -> u64 {
        let transpose = &self.transpose;
        // Shapes of up to three rows and columns use at most five pairs.
        let first = transpose.moved(key, 0) | transpose.moved(key, 1) | transpose.moved(key, 2);
        let five = first | transpose.moved(key, 3) | transpose.moved(key, 4);
        (5..transpose.used).fold(five, |moved, pair| moved | transpose.moved(key, pair))
    }

    /// Computes the permutations of a shape, at compile time.
    const fn new(rows: usize, cols: usize) -> Self {
        let mut permutations = Self {
            mirror: NibblePermutation::EMPTY,
            flip: NibblePermutation::EMPTY,
            transpose: NibblePermutation::EMPTY,
            image_shifts: [[0; 8]; 16],
        };
        let cells = rows * cols;
        let mut cell = 0;
        while cell < cells {
            let (r, c) = (cell / cols, cell % cols);
            let mut image = 0;
            while image < 8 {
                // The last of the four images of a rectangle is repeated.
                let symmetry = match (rows == cols, image) {
                    (true, _) => Symmetry::SQUARE[image],
                    (false, 0..4) => Symmetry::RECTANGLE[image],
                    (false, _) => Symmetry::RECTANGLE[3],
                };
                let to = symmetry.cell_of(rows, cols, cell);
                permutations.image_shifts[cell][image] = 4 * (cells - 1 - to) as u8;
                image += 1;
            }
            permutations.mirror.add(cells, cell, r * cols + cols - 1 - c);
            permutations.flip.add(cells, cell, (rows - 1 - r) * cols + c);
            permutations.transpose.add(cells, cell, c * rows + r);
            cell += 1;
        }
        permutations
    }
}

/// The permutations by the number of rows less 2 and the number of columns less 2.
static PERMUTATIONS: [[ShapePermutations; 3]; 3] = {
    let mut all = [[ShapePermutations::new(2, 2); 3]; 3];
    let mut at = 0;
    while at < 9 {
        all[at / 3][at % 3] = ShapePermutations::new(at / 3 + 2, at % 3 + 2);
        at += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_equal_the_boards_of_each_symmetry() {
        for shape in Shape::all() {
            // Up to 13 cells differ pairwise, so that a wrong permutation shows.
            let key =
                (0..shape.cells() as u64).fold(0, |key, cell| (key << 4) | (cell * 7 % 16 % 13));
            let board = Board::from_key(shape, key).unwrap();
            let images = Symmetry::of(shape).iter().map(|symmetry| symmetry.board(board));
            assert!(board.images().boards().eq(images), "{shape}");
            let transposed = board.transposed();
            assert_eq!(transposed.shape().rows(), shape.cols());
            assert_eq!(transposed.transposed(), board);
            assert_eq!(transposed.tile(1), board.tile(shape.cols()));
            let least = board.images().boards().min();
            assert_eq!(Some(board.images().least()), least, "{shape}");
            for cell in board.empty_cells() {
                let with = board.with(cell, Exponent::FOUR).images();
                assert_eq!(board.images().with(cell, Exponent::FOUR).keys(), with.keys());
            }
        }
    }
}
