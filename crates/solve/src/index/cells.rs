//! The three groups of cells of a board, and the tile sums of their patterns.
//!
//! A *pattern* of some cells is the exponents on them. The *number* of a pattern has these
//! exponents as its digits in base K, that of the first cell most significant. K is the radix of
//! the game: one more than the largest exponent of a state. All faces are even, so a sum of faces
//! is held as its half, the *half sum*.

use mdp2048_rules::Shape;

/// The cells of a board in three groups. The cells of each group are in row-major order.
pub(crate) struct CellGroups {
    /// The four corner cells.
    pub(crate) corners: Vec<usize>,
    /// The first half of the inner cells, which are all cells but the corners. Each half has a
    /// lookup table of its own; a table of all inner cells would be too large on boards of 4x4.
    pub(crate) high: Vec<usize>,
    /// The second half of the inner cells.
    pub(crate) low: Vec<usize>,
}

/// A board as the patterns of its three groups of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BoardParts {
    /// The ordinal of the corner pattern among the canonical ones, see
    /// [`CornerPatterns`](crate::index::corners::CornerPatterns).
    pub(crate) corner: u16,
    /// The pattern number of the high half of the inner cells.
    pub(crate) high: u16,
    /// The pattern number of the low half of the inner cells.
    pub(crate) low: u16,
}

impl CellGroups {
    /// Returns the groups of the cells of a board shape.
    pub(crate) fn of(shape: Shape) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let (corners, inner): (Vec<usize>, Vec<usize>) = (0..shape.cells()).partition(|cell| {
            let (r, c) = (cell / cols, cell % cols);
            (r == 0 || r == rows - 1) && (c == 0 || c == cols - 1)
        });
        let (high, low) = inner.split_at(inner.len() / 2);
        Self { corners, high: high.to_vec(), low: low.to_vec() }
    }
}

/// Returns half the face of an exponent; 0 for an empty cell.
pub(crate) const fn half_face(exponent: u64) -> usize {
    if exponent == 0 { 0 } else { 1 << (exponent - 1) }
}

/// Returns the half sums of all patterns of `cells` cells, indexed by pattern number.
pub(crate) fn pattern_half_sums(radix: u64, cells: usize) -> Vec<usize> {
    let mut sums = vec![0];
    for _ in 0..cells {
        let faces = (0..radix).map(half_face);
        sums = sums.iter().flat_map(|sum| faces.clone().map(move |face| sum + face)).collect();
    }
    sums
}

/// Returns how many bits are needed for the numbers below `count`, which is not 0.
pub(crate) const fn bits_for(count: u64) -> u32 {
    u64::BITS - (count - 1).leading_zeros()
}
