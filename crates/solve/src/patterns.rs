//! Boards as numbers that symmetries move linearly.
//!
//! The exponents are digits in base K, K the target's exponent. The four corner cells make one
//! number and the other cells make another, the *rest*; a board's *code* is the corners' number
//! above the rest's. Symmetries take corners to corners, so the code of each symmetric image is a
//! sum of one constant for each cell times its exponent: all images of a board come from a few
//! vector additions, and the least of them is the solver's own canonical code.

use mdp2048_model::Game;
use mdp2048_rules::{Board, Shape, Symmetry};

/// As many as a square has symmetries; a rectangle's four are repeated.
pub(crate) const LANES: usize = 8;

/// The codes of a board's symmetric images.
pub(crate) type Images = [u64; LANES];

/// The patterns of the lines of a board: its rows from the top, then its columns from the left,
/// each as a number in base K, the first cell least significant.
pub(crate) type Lines = [u16; LANES];

/// The sum of two vectors, lane by lane.
pub(crate) fn add<T: Copy + std::ops::Add<Output = T>>(a: [T; LANES], b: [T; LANES]) -> [T; LANES] {
    std::array::from_fn(|lane| a[lane] + b[lane])
}

/// The canonical code: the least of the images.
pub(crate) fn least(images: &Images) -> u64 {
    let half: [u64; 4] = std::array::from_fn(|i| images[i].min(images[i + 4]));
    half[0].min(half[2]).min(half[1].min(half[3]))
}

/// What the tiles on some of the cells add to a board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Part {
    pub(crate) images: Images,
    pub(crate) lines: Lines,
    /// A bit for each of these cells that is empty.
    pub(crate) empty: u16,
    /// Half the sum of the faces.
    pub(crate) half_sum: u32,
}

/// Half the face of an exponent: 0 for an empty cell.
pub(crate) const fn half_face(exponent: u32) -> u32 {
    if exponent == 0 { 0 } else { 1 << (exponent - 1) }
}

/// How many bits hold the numbers below `count`.
const fn bits_for(count: u64) -> u32 {
    u64::BITS - (count - 1).leading_zeros()
}

/// The patterns of corners and rest, numbered for the index.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    shape: Shape,
    base: u32,
    // The low bits of a code that hold the rest.
    rest_bits: u32,
    /// What an exponent of one on each cell adds to the images.
    pub(crate) weights: Vec<Images>,
    /// The corner patterns that are least among their images, ascending.
    pub(crate) corners: Vec<Part>,
    // By corner number: which of `corners` it is, if any.
    ordinal: Vec<u32>,
    // A rest is a high and a low half, so that two small tables decode it.
    high: Vec<Part>,
    low: Vec<Part>,
    // All rests by half sum, then by number: the high half above 16 bits of the low half.
    order: Vec<u32>,
    // By half sum: where its rests begin in `order`; one more at the end.
    starts: Vec<usize>,
    // By rest number: its place among the rests of its half sum.
    rank: Vec<u32>,
}

/// The cells in the corners, then the others, each in row-major order.
fn corners_first(shape: Shape) -> (Vec<usize>, Vec<usize>) {
    let (rows, cols) = (shape.rows(), shape.cols());
    (0..shape.cells()).partition(|cell| {
        let (r, c) = (cell / cols, cell % cols);
        (r == 0 || r == rows - 1) && (c == 0 || c == cols - 1)
    })
}

/// How many patterns the rest of a board of this game has, without making them.
pub(crate) fn rest_patterns(game: &Game) -> u64 {
    u64::from(game.target().get()).saturating_pow(game.shape().cells() as u32 - 4)
}

impl Patterns {
    /// Numbers the patterns of a game; takes eight bytes for each of [`rest_patterns`].
    pub(crate) fn new(game: &Game) -> Self {
        let shape = game.shape();
        let base = u32::from(game.target().get());
        let (corner_cells, rest_cells) = corners_first(shape);
        let rest_count = rest_patterns(game);
        let rest_bits = if rest_count == 1 { 0 } else { bits_for(rest_count) };

        // The place value of each cell in a code; the first cell of a group is most significant.
        let mut place = vec![0u64; shape.cells()];
        for (i, &cell) in corner_cells.iter().rev().enumerate() {
            place[cell] = u64::from(base).pow(i as u32) << rest_bits;
        }
        for (i, &cell) in rest_cells.iter().rev().enumerate() {
            place[cell] = u64::from(base).pow(i as u32);
        }
        let symmetries = Symmetry::of(shape);
        let weights: Vec<Images> = (0..shape.cells())
            .map(|cell| {
                std::array::from_fn(|lane| {
                    place[symmetries[lane % symmetries.len()].cell(shape, cell)]
                })
            })
            .collect();

        let parts = |cells: &[usize]| parts(shape, base, &weights, cells);
        let all_corners = parts(&corner_cells);
        let mut ordinal = vec![u32::MAX; all_corners.len()];
        let mut corners = Vec::new();
        for (number, part) in all_corners.into_iter().enumerate() {
            if least(&part.images) >> rest_bits == number as u64 {
                ordinal[number] = corners.len() as u32;
                corners.push(part);
            }
        }
        let (high_cells, low_cells) = rest_cells.split_at(rest_cells.len() / 2);
        let (high, low) = (parts(high_cells), parts(low_cells));

        let top = |parts: &[Part]| parts.iter().map(|part| part.half_sum).max().unwrap_or(0);
        let mut starts = vec![0usize; (top(&high) + top(&low)) as usize + 2];
        let sums =
            || high.iter().flat_map(|h| low.iter().map(|l| (h.half_sum + l.half_sum) as usize));
        for sum in sums() {
            starts[sum + 1] += 1;
        }
        for sum in 1..starts.len() {
            starts[sum] += starts[sum - 1];
        }
        let mut filled = starts.clone();
        let (mut order, mut rank) = (vec![0; high.len() * low.len()], Vec::new());
        rank.reserve_exact(order.len());
        for (number, sum) in sums().enumerate() {
            let at = filled[sum];
            filled[sum] += 1;
            rank.push((at - starts[sum]) as u32);
            order[at] = (((number / low.len()) << 16) | (number % low.len())) as u32;
        }
        Self { shape, base, rest_bits, weights, corners, ordinal, high, low, order, starts, rank }
    }

    /// How many rests have this half sum.
    pub(crate) fn rests(&self, half_sum: usize) -> usize {
        match self.starts.get(half_sum..half_sum + 2) {
            Some(ends) => ends[1] - ends[0],
            None => 0,
        }
    }

    /// The parts of the rest with this place among the rests of a half sum.
    pub(crate) fn rest(&self, half_sum: usize, rank: usize) -> (&Part, &Part) {
        let packed = self.order[self.starts[half_sum] + rank];
        (&self.high[(packed >> 16) as usize], &self.low[(packed & 0xffff) as usize])
    }

    /// The corner pattern's ordinal and the rest's rank of a canonical code.
    pub(crate) fn locate(&self, code: u64) -> (usize, usize) {
        let corner = self.ordinal[(code >> self.rest_bits) as usize];
        let rest = code & ((1 << self.rest_bits) - 1);
        (corner as usize, self.rank[rest as usize] as usize)
    }

    /// The canonical code of a board, or `None` if it holds a tile that no state has.
    pub(crate) fn code(&self, board: Board) -> Option<u64> {
        let mut images = [0; LANES];
        for (tile, weights) in board.tiles().zip(&self.weights) {
            let exponent = u64::from(tile.get());
            if exponent >= u64::from(self.base) {
                return None;
            }
            images = add(images, weights.map(|weight| weight * exponent));
        }
        Some(least(&images))
    }

    /// The key of the board with these line patterns.
    pub(crate) fn key(&self, lines: &Lines) -> u64 {
        let mut key = 0;
        for &row in &lines[..self.shape.rows()] {
            let mut row = u64::from(row);
            for _ in 0..self.shape.cols() {
                key = (key << 4) | (row % u64::from(self.base));
                row /= u64::from(self.base);
            }
        }
        key
    }

    pub(crate) const fn shape(&self) -> Shape {
        self.shape
    }

    /// Bytes that the tables take.
    pub(crate) fn bytes(&self) -> u64 {
        8 * self.order.len() as u64
    }
}

/// What each pattern of tiles on some cells adds, by its number; the first cell most significant.
fn parts(shape: Shape, base: u32, weights: &[Images], cells: &[usize]) -> Vec<Part> {
    let mut parts = vec![Part::default()];
    for &cell in cells {
        let (r, c) = (cell / shape.cols(), cell % shape.cols());
        let mut line_weights = [0u16; LANES];
        line_weights[r] = (base as u16).pow(c as u32);
        line_weights[shape.rows() + c] = (base as u16).pow(r as u32);
        parts = parts
            .iter()
            .flat_map(|part| {
                (0..base).map(move |exponent| Part {
                    images: add(part.images, weights[cell].map(|w| w * u64::from(exponent))),
                    lines: add(part.lines, line_weights.map(|w| w * exponent as u16)),
                    empty: part.empty | u16::from(exponent == 0) << cell,
                    half_sum: part.half_sum + half_face(exponent),
                })
            })
            .collect();
    }
    parts
}
