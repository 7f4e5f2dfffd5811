//! The board that each bit of a solution file represents, computed from FORMAT.md and not from the
//! solver's index.

use std::collections::BTreeSet;

use mdp2048_model::Game;
use mdp2048_rules::{Board, Cell, Exponent, Shape, Symmetry};

use super::tasks;
use crate::FileError;
use crate::solution::file::read::Raw;

/// The number of bitmap words that one task decodes.
const WORDS_PER_TASK: usize = 256;

/// The positions of all boards of a game in the bitmaps of its layers.
#[derive(Debug)]
pub(super) struct BoardPositions {
    shape: Shape,
    // Ascending by key.
    corners: Vec<LeastCorner>,
    // Keys of the boards whose corner cells are empty: by half sum, then ascending.
    inner: Vec<u64>,
    // By half sum: the index in `inner` of its first key. One more entry is the end.
    inner_starts: Vec<usize>,
    // The bits of a board's key that hold the inner cells and the locked ones.
    inner_mask: u64,
}

/// A pattern of tiles on the corner cells that is the least of its symmetry images.
#[derive(Debug)]
struct LeastCorner {
    /// The key of the board with these corner cells and empty inner cells.
    key: u64,
    half_sum: usize,
    /// The symmetries other than the identity that keep the corner cells as they are.
    stabilizer: Vec<Symmetry>,
}

/// The boards of a layer that share a corner pattern. Their bits are adjacent.
struct CornerBlock<'a> {
    first_bit: u64,
    corner: &'a LeastCorner,
    inner: &'a [u64],
}

/// A board whose bit is set, and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredBoard {
    pub(super) board: Board,
    pub(super) value: f64,
    /// Whether queries for the board's state read this bit.
    pub(super) is_queried: bool,
}

impl BoardPositions {
    pub(super) fn new(game: &Game) -> Self {
        let shape = game.shape();
        let corner_cells = corner_cells(shape);
        let is_inner = |cell: &Cell| !shape.is_locked(*cell) && !corner_cells.contains(cell);
        let inner_cells: Vec<Cell> = (0..shape.cells()).filter(is_inner).collect();
        let corners = patterns(game, &corner_cells).into_iter().filter_map(|(key, half_sum)| {
            let board = board(shape, key);
            let images = Symmetry::of(shape).iter().map(|symmetry| symmetry.board(board).key());
            images.min().is_some_and(|least| least == key).then(|| {
                let others = Symmetry::of(shape)[1..].iter().copied();
                let stabilizer = others.filter(|symmetry| symmetry.board(board) == board);
                LeastCorner { key, half_sum, stabilizer: stabilizer.collect() }
            })
        });
        let corners = corners.collect();
        let mut inner = patterns(game, &inner_cells);
        // The sort is stable, so the keys of a half sum ascend.
        inner.sort_by_key(|&(_, half_sum)| half_sum);
        let most = inner.last().map_or(0, |&(_, half_sum)| half_sum);
        let inner_starts = (0..=most + 1)
            .map(|sum| inner.partition_point(|&(_, half_sum)| half_sum < sum))
            .collect();
        let inner = inner.into_iter().map(|(key, _)| key).collect();
        let mask = |cell: Cell| 15_u64 << (4 * (shape.cells() - 1 - cell));
        let locked = Board::empty(shape).key();
        let inner_mask = inner_cells.into_iter().fold(locked, |inner, cell| inner | mask(cell));
        Self { shape, corners, inner, inner_starts, inner_mask }
    }

    /// Half the largest tile sum of a board.
    pub(super) fn largest_half_sum(&self) -> usize {
        let of_corners = self.corners.iter().map(|corner| corner.half_sum).max().unwrap_or(0);
        of_corners + self.inner_starts.len().saturating_sub(2)
    }

    /// The boards of a layer, in groups whose order has no meaning.
    ///
    /// # Errors
    /// [`FileError::Frame`] if the bitmap does not fit the layer's tile sum.
    pub(super) fn boards(&self, layer: &Raw) -> Result<Vec<Vec<StoredBoard>>, FileError> {
        let (blocks, bits) = self.blocks(layer.half_sum.get());
        layer.check_bits(bits)?;
        let mut tasks = Vec::new();
        let mut values = &layer.values[..];
        for (at, words) in layer.words.chunks(WORDS_PER_TASK).enumerate() {
            let boards: u32 = words.iter().map(|word| word.count_ones()).sum();
            let (of_words, later) = values.split_at(boards as usize);
            values = later;
            tasks.push(((at * WORDS_PER_TASK * 64) as u64, words, of_words));
        }
        Ok(tasks::map(&tasks, |&(first, words, values)| {
            let bits = words.iter().enumerate().flat_map(|(at, &word)| {
                let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
                bits.map(move |bit| first + 64 * at as u64 + bit)
            });
            bits.zip(values).map(|(bit, &value)| self.stored(&blocks, bit, value)).collect()
        }))
    }

    /// The blocks of a layer, and the number of its bits.
    fn blocks(&self, half_sum: usize) -> (Vec<CornerBlock<'_>>, u64) {
        let mut blocks = Vec::new();
        let mut first_bit = 0;
        for corner in &self.corners {
            let inner_sum = half_sum.checked_sub(corner.half_sum);
            let ends = inner_sum.and_then(|sum| self.inner_starts.get(sum..sum + 2));
            let inner = ends.map_or(&[][..], |ends| &self.inner[ends[0]..ends[1]]);
            if !inner.is_empty() {
                blocks.push(CornerBlock { first_bit, corner, inner });
                first_bit += inner.len() as u64;
            }
        }
        (blocks, first_bit)
    }

    fn stored(&self, blocks: &[CornerBlock<'_>], bit: u64, value: f64) -> StoredBoard {
        let block = &blocks[blocks.partition_point(|block| block.first_bit <= bit) - 1];
        let inner = block.inner[(bit - block.first_bit) as usize];
        let board = board(self.shape, block.corner.key | inner);
        // Among the images with the same corner cells, queries read the one with the least inner
        // cells.
        let is_least = |symmetry: &Symmetry| symmetry.board(board).key() & self.inner_mask >= inner;
        let is_queried = block.corner.stabilizer.iter().all(is_least);
        StoredBoard { board, value, is_queried }
    }
}

/// The cells that corner patterns are on, as FORMAT.md defines them: orbits of free cells under the
/// symmetries, those of corners first, as long as there are at most four cells.
fn corner_cells(shape: Shape) -> Vec<Cell> {
    let is_end = |at: usize, length: usize| at == 0 || at == length - 1;
    let is_corner = |cell: Cell| {
        is_end(cell / shape.cols(), shape.rows()) && is_end(cell % shape.cols(), shape.cols())
    };
    let mut cells: Vec<Cell> = (0..shape.cells()).filter(|&cell| !shape.is_locked(cell)).collect();
    // The sort is stable, so each of the two kinds ascends.
    cells.sort_by_key(|&cell| !is_corner(cell));
    let mut taken = BTreeSet::new();
    for cell in cells {
        let orbit = Symmetry::of(shape).iter().map(|symmetry| symmetry.cell(shape, cell));
        let with_orbit: BTreeSet<Cell> = taken.iter().copied().chain(orbit).collect();
        if with_orbit.len() <= 4 {
            taken = with_orbit;
        }
    }
    taken.into_iter().collect()
}

/// All patterns of exponents on some cells, ascending: the key of the board whose other cells are
/// empty, and half its tile sum.
fn patterns(game: &Game, cells: &[Cell]) -> Vec<(u64, usize)> {
    let mut patterns = vec![(Board::empty(game.shape()).key(), 0)];
    let exponents = || (0..game.radix()).filter_map(Exponent::new);
    for &cell in cells {
        let shift = 4 * (game.shape().cells() - 1 - cell);
        let with = |&(key, half_sum): &(u64, usize)| {
            exponents().map(move |tile| {
                (key | u64::from(tile.get()) << shift, half_sum + tile.face() as usize / 2)
            })
        };
        patterns = patterns.iter().flat_map(with).collect();
    }
    patterns
}

/// The board of a key that is made of exponents of the shape's cells, and so valid.
fn board(shape: Shape, key: u64) -> Board {
    Board::from_key(shape, key).unwrap_or(Board::empty(shape))
}
