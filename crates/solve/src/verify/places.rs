//! Which board a bit of the file stands for: FORMAT.md in code, apart from the solver's own index.

use mdp2048_model::Game;
use mdp2048_rules::{Board, Cell, Exponent, Shape, Symmetry};

use super::work;
use crate::FileError;
use crate::solution::file::read::RawLayer;

/// How many words of a bitmap one task decodes.
const WORDS: usize = 256;

/// The places of all boards of a game, by layer.
#[derive(Debug)]
pub(super) struct Places {
    shape: Shape,
    // Those that are the least of their images, ascending.
    corners: Vec<Corner>,
    // The keys of boards with these rests and empty corners: by half sum, then ascending.
    rests: Vec<u64>,
    // By half sum: where its rests begin; one more at the end.
    starts: Vec<usize>,
    // The bits of a key that hold the rest.
    rest_mask: u64,
}

/// Tiles on the corners.
#[derive(Debug)]
struct Corner {
    /// The key of the board with these corners and nothing else.
    key: u64,
    half_sum: usize,
    /// The symmetries that move no tile of the corners, but for the identity.
    still: Vec<Symmetry>,
}

/// The places of the boards that share their corners, in one layer.
struct Block<'a> {
    first: u64,
    corner: &'a Corner,
    rests: &'a [u64],
}

/// A board that has a bit, and the value that stands for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) board: Board,
    pub(super) value: f64,
    /// Whether the bit is the one where a query looks for the board.
    pub(super) is_found: bool,
}

impl Places {
    pub(super) fn new(game: &Game) -> Self {
        let shape = game.shape();
        let (rows, cols) = (shape.rows(), shape.cols());
        let (corners, rest): (Vec<Cell>, Vec<Cell>) = (0..shape.cells()).partition(|cell| {
            let (row, col) = (cell / cols, cell % cols);
            (row == 0 || row == rows - 1) && (col == 0 || col == cols - 1)
        });
        let corners = patterns(game, &corners).into_iter().filter_map(|(key, half_sum)| {
            let board = board(shape, key);
            let images = Symmetry::of(shape).iter().map(|symmetry| symmetry.board(board).key());
            images.min().is_some_and(|least| least == key).then(|| {
                let others = Symmetry::of(shape)[1..].iter().copied();
                let still = others.filter(|symmetry| symmetry.board(board) == board).collect();
                Corner { key, half_sum, still }
            })
        });
        let corners = corners.collect();
        let mut rest_patterns = patterns(game, &rest);
        // Stable, so ascending within a half sum.
        rest_patterns.sort_by_key(|&(_, half_sum)| half_sum);
        let most = rest_patterns.last().map_or(0, |&(_, half_sum)| half_sum);
        let starts = (0..=most + 1)
            .map(|sum| rest_patterns.partition_point(|&(_, half_sum)| half_sum < sum))
            .collect();
        let rests = rest_patterns.into_iter().map(|(key, _)| key).collect();
        let full = Exponent::MAX;
        let empty = Board::empty(shape);
        let rest_mask = rest.into_iter().fold(empty, |board, cell| board.with(cell, full)).key();
        Self { shape, corners, rests, starts, rest_mask }
    }

    /// Half the tile sum of the fullest board.
    pub(super) fn highest(&self) -> usize {
        let of_corners = self.corners.iter().map(|corner| corner.half_sum).max().unwrap_or(0);
        of_corners + self.starts.len().saturating_sub(2)
    }

    /// The boards of a layer, in no particular order.
    pub(super) fn boards(&self, layer: &RawLayer) -> Result<Vec<Vec<Placed>>, FileError> {
        let (blocks, len) = self.blocks(layer.half_sum);
        layer.check_bits(len)?;
        let mut tasks = Vec::new();
        let mut values = &layer.values[..];
        for (at, words) in layer.words.chunks(WORDS).enumerate() {
            let bits: u32 = words.iter().map(|word| word.count_ones()).sum();
            let (of_words, rest) = values.split_at(bits as usize);
            values = rest;
            tasks.push(((at * WORDS * 64) as u64, words, of_words));
        }
        Ok(work::map(&tasks, |&(first, words, values)| {
            let bits = words.iter().enumerate().flat_map(|(at, &word)| {
                let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
                bits.map(move |bit| first + 64 * at as u64 + bit)
            });
            bits.zip(values).map(|(bit, &value)| self.placed(&blocks, bit, value)).collect()
        }))
    }

    /// The places of a layer by corners, and how many there are.
    fn blocks(&self, half_sum: usize) -> (Vec<Block<'_>>, u64) {
        let mut blocks = Vec::new();
        let mut first = 0;
        for corner in &self.corners {
            let of_rest = half_sum.checked_sub(corner.half_sum);
            let ends = of_rest.and_then(|sum| self.starts.get(sum..sum + 2));
            let rests = ends.map_or(&[][..], |ends| &self.rests[ends[0]..ends[1]]);
            if !rests.is_empty() {
                blocks.push(Block { first, corner, rests });
                first += rests.len() as u64;
            }
        }
        (blocks, first)
    }

    fn placed(&self, blocks: &[Block<'_>], bit: u64, value: f64) -> Placed {
        let block = &blocks[blocks.partition_point(|block| block.first <= bit) - 1];
        let rest = block.rests[(bit - block.first) as usize];
        let board = board(self.shape, block.corner.key | rest);
        let is_least = |symmetry: &Symmetry| symmetry.board(board).key() & self.rest_mask >= rest;
        Placed { board, value, is_found: block.corner.still.iter().all(is_least) }
    }
}

/// All patterns of exponents on some cells, ascending: the key of the board with nothing else on
/// it, and half the sum of its faces.
fn patterns(game: &Game, cells: &[Cell]) -> Vec<(u64, usize)> {
    let mut patterns = vec![(0, 0)];
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

fn board(shape: Shape, key: u64) -> Board {
    // Keys are made of the exponents of this shape's cells.
    Board::from_key(shape, key).unwrap_or(Board::empty(shape))
}
