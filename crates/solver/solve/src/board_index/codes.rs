//! Board codes: integers that are linear in the exponents on the cells.
//!
//! A code consists of three pattern numbers (see [`cells`](super::cells)) in separate bits. From
//! the most significant bits to the least, they are the numbers of the corner pattern, of the high
//! half of the inner cells and of the low half.
//!
//! Each digit of these numbers is the exponent on one cell. So a code is a sum over the cells: the
//! exponent on the cell times a constant of the cell, its *weight*. A symmetry moves the tiles, so
//! the code of a symmetry image is the same sum with other weights. A vector with one lane for each
//! symmetry holds the codes of all images of a board, and is computed with a few vector additions.
//!
//! The *representative code* of a board is the least code of its symmetry images. The
//! canonical form of `mdp2048-rules` can be another image, because it is the least in another
//! order.

use mdp2048_model::Game;
use mdp2048_rules::{Board, Shape, Symmetry};

use crate::allocate::{self, AllocationError};
use crate::simd::{Lanes, add, least};

use super::cells::{
    BoardPatterns, CellGroups, bits_for, half_face, has_four_lines, pattern_half_sums,
};
use super::corners::CornerPatterns;
use super::inner::{AnyInnerRanks, InnerPatterns, InnerRanks, table_bytes_by_half};

/// The codes of the boards of a game.
#[derive(Clone, Debug)]
pub(crate) struct BoardCodes {
    /// The board shape.
    pub(crate) shape: Shape,
    /// One more than the largest exponent of a state.
    pub(crate) radix: u32,
    /// The number of low bits of a code that hold the inner cells.
    pub(crate) inner_bits: u32,
    /// The number of bits in which every code fits.
    pub(crate) code_bits: u32,
    /// Indexed by cell, then by symmetry: the weight of the cell in the code of the symmetry image.
    /// Locked cells have the weight 0.
    pub(crate) weights: Vec<Lanes<u64>>,
    /// The corner patterns.
    pub(crate) corners: CornerPatterns,
    /// The patterns of the inner cells.
    pub(crate) inner: InnerPatterns,
}

/// The numbering of the boards of a game, borrowed: the codes, and the rank tables of the inner
/// cells. `R` is the type of the rank tables.
#[derive(Debug)]
pub(crate) struct Numbering<'a, R> {
    pub(crate) codes: &'a BoardCodes,
    pub(crate) ranks: &'a R,
}

// `Clone` and `Copy` are not derived, because the derived ones would require `R: Copy`.
impl<R> Clone for Numbering<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Numbering<'_, R> {}

/// The largest number of patterns of inner cells that can be ranked: ranks have at most 32 bits.
const MOST_INNER_PATTERNS: u64 = 1 << 32;

/// Returns the number of patterns of the inner cells in a game; `None` if there are too many to
/// rank.
fn inner_pattern_count(game: &Game) -> Option<u64> {
    let radix = u64::from(game.radix());
    let CellGroups { high, low, .. } = CellGroups::of(game.shape(), radix);
    let patterns = radix.checked_pow((high.len() + low.len()) as u32)?;
    (patterns <= MOST_INNER_PATTERNS).then_some(patterns)
}

/// Estimates the size in bytes of the rank tables of a game before they are made; `None` if there
/// are too many patterns of inner cells to rank.
pub(crate) fn rank_table_bytes(game: &Game) -> Option<u64> {
    let patterns = inner_pattern_count(game)?;
    if !has_four_lines(game.shape()) {
        // `RanksByPattern` has 4 bytes in `order` and 2 bytes in `ranks` for each pattern.
        return Some(6 * patterns);
    }
    let radix = u64::from(game.radix());
    let cells = CellGroups::of(game.shape(), radix);
    let largest = half_face(radix - 1) as u64;
    let high = radix.pow(cells.high.len() as u32);
    Some(table_bytes_by_half(high, largest * (cells.high.len() + cells.low.len()) as u64))
}

/// Returns a bound of the size in bytes of the lookup tables with an entry for each pattern of a
/// group of cells, while they are made.
fn lookup_table_bytes(radix: u64, cells: &CellGroups) -> u64 {
    // The largest are `BoardTables`: for each pattern eight codes, the empty cells and the line
    // patterns, and the codes once more before they are narrowed.
    const EACH_PATTERN: u64 = 256;
    let groups = [&cells.corners, &cells.high, &cells.low];
    groups.map(|cells| EACH_PATTERN * radix.pow(cells.len() as u32)).iter().sum()
}

impl BoardCodes {
    /// Returns the codes of a game and the rank tables of its inner cells.
    ///
    /// The caller ensures that [`rank_table_bytes`] returns a size for the game.
    ///
    /// # Errors
    /// [`AllocationError`] if there is too little memory for these tables and the lookup tables.
    pub(crate) fn new(game: &Game) -> Result<(Self, AnyInnerRanks), AllocationError> {
        let shape = game.shape();
        let radix = u64::from(game.radix());
        let cells = CellGroups::of(shape, radix);
        allocate::check(lookup_table_bytes(radix, &cells))?;
        let low_bits = bits_for(radix.pow(cells.low.len() as u32));
        let inner_bits = bits_for(radix.pow(cells.high.len() as u32)) + low_bits;
        let weights = weights(shape, radix, &cells, low_bits, inner_bits);
        let corners = CornerPatterns::new(radix, cells.corners.len(), |number| {
            let mut images = Lanes::default();
            for (i, &cell) in cells.corners.iter().rev().enumerate() {
                let digit = number / radix.pow(i as u32) % radix;
                images = add(&images, &weights[cell].map(|weight| weight * digit));
            }
            least(&images) >> inner_bits == number
        });
        let high = pattern_half_sums(radix, cells.high.len());
        let low = pattern_half_sums(radix, cells.low.len());
        let inner = InnerPatterns::new(&high, &low);
        let ranks = AnyInnerRanks::new(&inner, &high, &low, has_four_lines(shape))?;
        let code_bits = inner_bits + bits_for(radix.pow(cells.corners.len() as u32));
        let radix = radix as u32;
        Ok((Self { shape, radix, inner_bits, code_bits, weights, corners, inner }, ranks))
    }

    /// Returns the patterns of the board with a representative code.
    #[inline(always)]
    pub(crate) fn parts(&self, code: u64) -> BoardPatterns {
        let (corner, inner) = self.split(code);
        let (high, low) = self.inner.halves_of(inner);
        BoardPatterns { corner, high, low }
    }

    /// Returns the ordinal of the corner pattern and the code of the inner cells of a
    /// representative code.
    #[inline(always)]
    pub(crate) fn split(&self, code: u64) -> (u16, u64) {
        let corner = self.corners.ordinal((code >> self.inner_bits) as u16);
        (corner, code & ((1 << self.inner_bits) - 1))
    }

    /// Returns the representative code of a board; `None` if it has a tile that no state has.
    pub(crate) fn code(&self, board: Board) -> Option<u64> {
        self.images(board).map(|images| least(&images))
    }

    /// Returns the codes of the images of a board, in the order of [`Symmetry::of`], of which a
    /// rectangle has each twice; `None` if the board has a tile that no state has.
    pub(crate) fn images(&self, board: Board) -> Option<Lanes<u64>> {
        let mut images = Lanes::default();
        let cells = (0..self.shape.cells()).filter(|&cell| !self.shape.is_locked(cell));
        for (tile, weights) in cells.map(|cell| (board.tile(cell), &self.weights[cell])) {
            let exponent = u64::from(tile.get());
            if exponent >= u64::from(self.radix) {
                return None;
            }
            images = add(&images, &weights.map(|weight| weight * exponent));
        }
        Some(images)
    }
}

impl<R: InnerRanks> Numbering<'_, R> {
    /// The size in bytes of the rank tables.
    pub(crate) fn bytes(&self) -> u64 {
        self.codes.inner.bytes() + self.ranks.bytes()
    }
}

/// Returns the weights, indexed by cell, with a lane for each symmetry. Where there are fewer than
/// eight symmetries, each of them has as many lanes.
fn weights(
    shape: Shape,
    radix: u64,
    cells: &CellGroups,
    low_bits: u32,
    inner_bits: u32,
) -> Vec<Lanes<u64>> {
    // Indexed by cell: the weight of the cell in the code of the board itself. The first cell of a
    // group is the most significant one.
    let mut digit_values = vec![0; shape.cells()];
    for (i, &cell) in cells.corners.iter().rev().enumerate() {
        digit_values[cell] = radix.pow(i as u32) << inner_bits;
    }
    for (i, &cell) in cells.high.iter().rev().enumerate() {
        digit_values[cell] = radix.pow(i as u32) << low_bits;
    }
    for (i, &cell) in cells.low.iter().rev().enumerate() {
        digit_values[cell] = radix.pow(i as u32);
    }
    let symmetries = Symmetry::of(shape);
    (0..shape.cells())
        .map(|cell| {
            Lanes(std::array::from_fn(|lane| {
                digit_values[symmetries[lane % symmetries.len()].cell(shape, cell)]
            }))
        })
        .collect()
}
