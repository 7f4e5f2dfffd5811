//! Boards as numbers that symmetries move linearly.
//!
//! The exponents are digits in base K, K one more than the
//! largest exponent on a state. The four corner cells make one
//! number and the other cells make another, the *rest*, in two halves; a board's *code* is the
//! corners' number above those of the halves. Symmetries take corners to corners, so the code of each symmetric image is a
//! sum of one constant for each cell times its exponent: all images of a board come from a few
//! vector additions, and the least of them is the solver's own canonical code.

use mdp2048_model::Game;
use mdp2048_rules::{Board, Shape, Symmetry};

use crate::index::inner::{AnyPlaces, Places, Rests, bits_for, bytes_of};
use crate::index::table::Table;
use crate::kernel::tables::Parts;
use crate::lanes::{Lanes, add, least};

/// The numbers of corner patterns and rests, and what the index of a layer needs of them.
#[derive(Clone, Debug)]
pub(crate) struct Patterns<P = AnyPlaces> {
    shape: Shape,
    base: u32,
    // The low bits of a code that hold the rest.
    rest_bits: u32,
    code_bits: u32,
    /// What an exponent of one on each cell adds to the codes of the images.
    pub(crate) weights: Vec<Lanes<u64>>,
    /// The corner patterns that are least among their images, ascending.
    pub(crate) corners: Vec<Corner>,
    // By corner number: which of `corners` it is, if any.
    ordinal: Table<u16>,
    /// The rests in order.
    pub(crate) rests: Rests<P>,
}

/// A corner pattern.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    pub(crate) number: u32,
    /// Half the sum of its faces.
    pub(crate) half_sum: usize,
}

/// The cells of a board by their part in a code, each part in row-major order.
pub(crate) struct Cells {
    pub(crate) corners: Vec<usize>,
    /// The rest is split in halves, so that two small tables decode it.
    pub(crate) high: Vec<usize>,
    pub(crate) low: Vec<usize>,
}

impl Cells {
    pub(crate) fn of(shape: Shape) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let (corners, rest): (Vec<usize>, Vec<usize>) = (0..shape.cells()).partition(|cell| {
            let (r, c) = (cell / cols, cell % cols);
            (r == 0 || r == rows - 1) && (c == 0 || c == cols - 1)
        });
        let (high, low) = rest.split_at(rest.len() / 2);
        Self { corners, high: high.to_vec(), low: low.to_vec() }
    }
}

/// Whether a board has four rows or columns.
const fn has_four_lines(shape: Shape) -> bool {
    shape.rows() > 3 || shape.cols() > 3
}

/// Half the face of an exponent: 0 for an empty cell.
const fn half_face(exponent: u64) -> usize {
    if exponent == 0 { 0 } else { 1 << (exponent - 1) }
}

/// The half sums of all patterns of some cells, by number.
fn half_sums(base: u64, cells: usize) -> Vec<usize> {
    let mut sums = vec![0];
    for _ in 0..cells {
        let faces = (0..base).map(half_face);
        sums = sums.iter().flat_map(|sum| faces.clone().map(move |face| sum + face)).collect();
    }
    sums
}

/// How many patterns the rest of a board of this game has; `None` if they are more than can be
/// numbered.
pub(crate) fn rest_patterns(game: &Game) -> Option<u64> {
    let cells = game.shape().cells() as u32 - 4;
    let patterns = u64::from(game.radix()).checked_pow(cells)?;
    (patterns <= 1 << 32).then_some(patterns)
}

/// About how many bytes the tables of a game take, whatever the number of its states; `None` if there
/// are more patterns than can be numbered.
pub(crate) fn table_bytes(game: &Game) -> Option<u64> {
    let cells = Cells::of(game.shape());
    rest_patterns(game)?;
    let base = u64::from(game.radix());
    let largest = half_face(base - 1) as u64;
    let half = |cells: &[usize]| (base.pow(cells.len() as u32), largest * cells.len() as u64);
    Some(bytes_of(half(&cells.high), half(&cells.low), has_four_lines(game.shape())))
}

impl Patterns {
    /// Numbers the patterns of a game, which [`table_bytes`] must know.
    pub(crate) fn new(game: &Game) -> Self {
        let shape = game.shape();
        let base = u64::from(game.radix());
        let cells = Cells::of(shape);
        let low_bits = bits_for(base.pow(cells.low.len() as u32));
        let rest_bits = bits_for(base.pow(cells.high.len() as u32)) + low_bits;
        let weights = weights(shape, base, &cells, low_bits, rest_bits);

        let mut ordinal = vec![u16::MAX; base.pow(4) as usize];
        let mut corners = Vec::new();
        for (number, half_sum) in half_sums(base, 4).into_iter().enumerate() {
            let mut images = Lanes::default();
            for (i, &cell) in cells.corners.iter().rev().enumerate() {
                let digit = number as u64 / base.pow(i as u32) % base;
                images = add(&images, &weights[cell].map(|weight| weight * digit));
            }
            if least(&images) >> rest_bits == number as u64 {
                ordinal[number] = corners.len() as u16;
                corners.push(Corner { number: number as u32, half_sum });
            }
        }

        let high = half_sums(base, cells.high.len());
        let low = half_sums(base, cells.low.len());
        let rests = Rests::new(&high, &low, has_four_lines(shape));
        let code_bits = rest_bits + bits_for(base.pow(4));
        let ordinal = Table::new(ordinal);
        let base = base as u32;
        Self { shape, base, rest_bits, code_bits, weights, corners, ordinal, rests }
    }
}

impl<P> Patterns<P> {
    /// The patterns without the way that places of rests are found, and that way.
    pub(crate) fn apart(self) -> (Patterns<()>, P) {
        let Self { shape, base, rest_bits, code_bits, weights, corners, ordinal, rests } = self;
        let (rests, places) = rests.apart();
        (Patterns { shape, base, rest_bits, code_bits, weights, corners, ordinal, rests }, places)
    }
}

impl Patterns<()> {
    /// The patterns with a way to find places of rests.
    pub(crate) fn with<P>(self, places: P) -> Patterns<P> {
        let Self { shape, base, rest_bits, code_bits, weights, corners, ordinal, rests } = self;
        let rests = rests.with(places);
        Patterns { shape, base, rest_bits, code_bits, weights, corners, ordinal, rests }
    }
}

impl<P: Places> Patterns<P> {
    /// The board of a canonical code.
    #[inline(always)]
    pub(crate) fn parts(&self, code: u64) -> Parts {
        let (corner, rest) = self.split(code);
        let (high, low) = self.rests.halves_of(rest);
        Parts { corner, high, low }
    }

    /// The corner pattern's ordinal and the rest's code of a canonical code.
    #[inline(always)]
    pub(crate) fn split(&self, code: u64) -> (u16, u64) {
        let corner = self.ordinal[(code >> self.rest_bits) as u16];
        (corner, code & ((1 << self.rest_bits) - 1))
    }

    /// The canonical code of a board, or `None` if it holds a tile that no state has.
    pub(crate) fn code(&self, board: Board) -> Option<u64> {
        let mut images = Lanes::default();
        for (tile, weights) in board.tiles().zip(&self.weights) {
            let exponent = u64::from(tile.get());
            if exponent >= u64::from(self.base) {
                return None;
            }
            images = add(&images, &weights.map(|weight| weight * exponent));
        }
        Some(least(&images))
    }

    pub(crate) const fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) const fn base(&self) -> u32 {
        self.base
    }

    /// How many corner patterns there are, least among their images or not.
    pub(crate) const fn corner_numbers(&self) -> usize {
        (self.base as usize).pow(4)
    }

    /// How many low bits of a code hold the rest.
    #[inline(always)]
    pub(crate) const fn rest_bits(&self) -> u32 {
        self.rest_bits
    }

    /// How many bits hold every code.
    pub(crate) const fn code_bits(&self) -> u32 {
        self.code_bits
    }

    /// The largest half sum that a board of these patterns has.
    pub(crate) fn largest_half_sum(&self) -> usize {
        let corners = self.corners.iter().map(|corner| corner.half_sum).max().unwrap_or(0);
        corners + self.rests.largest_half_sum()
    }

    /// Bytes that the tables take.
    pub(crate) fn bytes(&self) -> u64 {
        self.rests.bytes()
    }
}

/// What an exponent of one on each cell adds to the codes of the images.
fn weights(
    shape: Shape,
    base: u64,
    cells: &Cells,
    low_bits: u32,
    rest_bits: u32,
) -> Vec<Lanes<u64>> {
    // The place value of each cell; the first cell of a part is the most significant.
    let mut place = vec![0; shape.cells()];
    for (i, &cell) in cells.corners.iter().rev().enumerate() {
        place[cell] = base.pow(i as u32) << rest_bits;
    }
    for (i, &cell) in cells.high.iter().rev().enumerate() {
        place[cell] = base.pow(i as u32) << low_bits;
    }
    for (i, &cell) in cells.low.iter().rev().enumerate() {
        place[cell] = base.pow(i as u32);
    }
    let symmetries = Symmetry::of(shape);
    (0..shape.cells())
        .map(|cell| {
            Lanes(std::array::from_fn(|lane| {
                place[symmetries[lane % symmetries.len()].cell(shape, cell)]
            }))
        })
        .collect()
}
