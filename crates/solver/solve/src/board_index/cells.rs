//! The three groups of cells of a board, and the tile sums of their patterns.
//!
//! A *pattern* of some cells is the exponents on them. The *number* of a pattern has these
//! exponents as its digits in base K, that of the first cell most significant. K is the radix of
//! the game: one more than the largest exponent of a state. All faces are even, so a sum of faces
//! is held as its half, the *half sum*.

use mdp2048_rules::{Shape, Symmetry};

/// The free cells of a board in three groups. The cells of each group are in row-major order.
pub(crate) struct CellGroups {
    /// The four corner cells; with locked cells, at most four cells, see [`corner_cells`].
    pub(crate) corners: Vec<usize>,
    /// The first inner cells, which are all free cells but the corners. Each of the two parts of
    /// the inner cells has a lookup table of its own; a table of all inner cells would be too large
    /// on boards of 4x4. The parts are called halves, though they may have different sizes.
    pub(crate) high: Vec<usize>,
    /// The other inner cells.
    pub(crate) low: Vec<usize>,
}

/// A board as the patterns of its three groups of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BoardPatterns {
    /// The ordinal of the corner pattern among the representative ones, see
    /// [`CornerPatterns`](crate::board_index::corners::CornerPatterns).
    pub(crate) corner: u16,
    /// The pattern number of the high half of the inner cells.
    pub(crate) high: u16,
    /// The pattern number of the low half of the inner cells.
    pub(crate) low: u16,
}

impl CellGroups {
    /// Returns the groups of the cells of a board shape, for boards with a radix.
    pub(crate) fn of(shape: Shape, radix: u64) -> Self {
        let corners = corner_cells(shape);
        let is_inner = |cell: &usize| !shape.is_locked(*cell) && !corners.contains(cell);
        let inner: Vec<usize> = (0..shape.cells()).filter(is_inner).collect();
        let (high, low) = inner.split_at(high_cells(shape, radix, inner.len()));
        Self { corners, high: high.to_vec(), low: low.to_vec() }
    }
}

/// Returns the cells that take the place of the corners: the corners that are free, then other free
/// cells in row-major order. A cell is taken together with its images under the symmetries of the
/// shape, and only if at most four cells are taken in all. So symmetries map the group to itself.
fn corner_cells(shape: Shape) -> Vec<usize> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let (outer, others): (Vec<usize>, Vec<usize>) = (0..shape.cells()).partition(|cell| {
        let (r, c) = (cell / cols, cell % cols);
        (r == 0 || r == rows - 1) && (c == 0 || c == cols - 1)
    });
    let mut corners = Vec::new();
    for cell in outer.into_iter().chain(others).filter(|&cell| !shape.is_locked(cell)) {
        let symmetries = Symmetry::of(shape).iter();
        let mut images: Vec<usize> = symmetries.map(|image| image.cell(shape, cell)).collect();
        images.sort_unstable();
        images.dedup();
        if !corners.contains(&cell) && corners.len() + images.len() <= 4 {
            corners.extend(images);
        }
    }
    corners.sort_unstable();
    corners
}

/// Whether a board shape has four rows or columns.
pub(crate) const fn has_four_lines(shape: Shape) -> bool {
    shape.rows() > 3 || shape.cols() > 3
}

/// The most patterns of a half: pattern numbers have 16 bits.
const MOST_HALF_PATTERNS: u64 = 1 << 16;

/// Returns how many inner cells are in the high half.
///
/// The order of the codes is the same for each choice. On boards with four rows or columns, it is
/// the one with the narrowest integers for codes, and among those the one with the smallest tables.
fn high_cells(shape: Shape, radix: u64, inner: usize) -> usize {
    let half = inner / 2;
    let patterns = |cells: usize| radix.saturating_pow(cells as u32);
    if !has_four_lines(shape) || patterns(inner - half) > MOST_HALF_PATTERNS {
        return half;
    }
    // Bytes of the tables for a pattern of the low half, about.
    const EACH_LOW: u64 = 64;
    let sums = (half_face(radix - 1) * inner) as u64 + 1;
    let cost = |high: usize| {
        let low = inner - high;
        let bits = bits_for(patterns(4)) + bits_for(patterns(high)) + bits_for(patterns(low));
        (bits > u32::BITS, 4 * sums * patterns(high) + EACH_LOW * patterns(low))
    };
    let fits = |&high: &usize| patterns(inner - high) <= MOST_HALF_PATTERNS;
    (1..=half).filter(fits).min_by_key(|&high| cost(high)).unwrap_or(half)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_32_bits_are_preferred() {
        let shape = |rows, cols| Shape::new(rows, cols).expect("a shape");
        let halves = |shape, radix| {
            let cells = CellGroups::of(shape, radix);
            (cells.high.len(), cells.low.len())
        };
        // 3x4 to 64: 11 bits for the corners, 8 and 13 for the halves.
        assert_eq!(halves(shape(3, 4), 6), (3, 5));
        // Boards of at most three rows and columns have one table for all inner cells.
        assert_eq!(halves(shape(3, 3), 9), (2, 3));
        // The low half must have at most 2^16 patterns.
        assert_eq!(halves(shape(4, 4), 6), (6, 6));
        for (rows, cols) in [(2, 4), (3, 4), (4, 3), (4, 4)] {
            for radix in 2..=6 {
                let (high, low) = halves(shape(rows, cols), radix);
                assert_eq!(high + low + 4, usize::from(rows * cols));
                assert!(radix.pow(low as u32) <= MOST_HALF_PATTERNS);
            }
        }
    }
}
