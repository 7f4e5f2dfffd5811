//! n-tuple patterns: small sets of cells. The tiles that a board has on the cells form a number,
//! which selects a weight.
//!
//! A pattern is applied to the images of a board, so that all images of a board select the same
//! weights, in different orders.

use mdp2048_rules::{Images, Shape};

/// The table of one pattern has at most 2 to this power of weights.
const MAX_BITS: u32 = 18;

/// The patterns of a shape. One table holds the weights of all patterns, one pattern after the
/// other.
#[derive(Clone, Debug)]
pub(crate) struct TuplePatterns {
    patterns: Vec<TuplePattern>,
    /// The number of weights of all patterns.
    weights: usize,
}

/// A set of cells in the top left corner of an image.
#[derive(Clone, Debug)]
struct TuplePattern {
    /// The cells, as runs of adjacent nibbles of a key.
    runs: [NibbleRun; 4],
    /// The number of runs in use.
    used: usize,
    /// The images that the pattern is applied to.
    images: PatternImages,
    /// Whether numbers are hashed, because they have more than [`MAX_BITS`] bits.
    hashed: bool,
    /// The logarithm to the base 2 of the number of the pattern's weights.
    bits: u32,
    /// The index of the pattern's first weight.
    offset: u32,
}

/// Adjacent nibbles of a key, and where they are copied to in the number of a pattern.
#[derive(Clone, Copy, Debug, Default)]
struct NibbleRun {
    /// The position of the lowest nibble in the key, in bits.
    from: u8,
    /// The position of the lowest nibble in the number, in bits.
    to: u8,
    /// A mask with a set bit for each bit of the run.
    mask: u64,
}

/// The images that a pattern is applied to.
///
/// If a reflection maps the pattern's cells to themselves, two images that differ by this
/// reflection count once: the lesser of their two numbers is used.
#[derive(Clone, Copy, Debug)]
enum PatternImages {
    /// Each of the eight images.
    Square,
    /// Pairs of images that are mirror images of each other.
    SquareMirrored,
    /// Pairs of images that are transposes of each other.
    SquareTransposed,
    /// Each of the four images.
    Rectangle,
    /// Pairs of images that are mirror images of each other.
    RectangleMirrored,
}

impl TuplePatterns {
    /// The patterns of a shape, as FORMAT.md lists them: an outer line of each length, and larger
    /// sets of cells in a corner.
    pub(crate) fn new(shape: Shape) -> Self {
        let mut cells = rectangles(shape);
        if shape.rows() >= 3 && shape.cols() >= 3 {
            cells.push(vec![(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]);
            cells.push(rectangle(3, 3).into_iter().filter(|&cell| cell != (2, 2)).collect());
        }
        Self::of_cells(shape, cells)
    }

    /// Those patterns of a shape that predict actions beside the features of choices: rectangles,
    /// of at most four cells unless the board has more than nine.
    pub(crate) fn rectangles(shape: Shape) -> Self {
        let mut cells = rectangles(shape);
        if shape.cells() <= 9 {
            cells.retain(|cells| cells.len() <= 4);
        }
        Self::of_cells(shape, cells)
    }

    /// The patterns with these cells.
    fn of_cells(shape: Shape, cells: Vec<Vec<(usize, usize)>>) -> Self {
        let mut weights = 0;
        let mut patterns = Vec::new();
        for cells in cells {
            let pattern = TuplePattern::new(shape, &cells, weights as u32);
            weights += 1 << pattern.bits;
            patterns.push(pattern);
        }
        Self { patterns, weights }
    }

    /// The number of weights.
    pub(crate) const fn weights(&self) -> usize {
        self.weights
    }

    /// Appends the indices of the weights of a board, given its images.
    pub(crate) fn add_indices(&self, images: &Images, indices: &mut Vec<u32>) {
        let images = images.keys();
        for pattern in &self.patterns {
            match pattern.used {
                1 => pattern.add_indices::<1>(images, indices),
                2 => pattern.add_indices::<2>(images, indices),
                3 => pattern.add_indices::<3>(images, indices),
                _ => pattern.add_indices::<4>(images, indices),
            }
        }
    }
}

/// The cells of a rectangle in the top left corner.
fn rectangle(height: usize, width: usize) -> Vec<(usize, usize)> {
    (0..height).flat_map(|r| (0..width).map(move |c| (r, c))).collect()
}

/// The cells of each pattern that is a rectangle.
fn rectangles(shape: Shape) -> Vec<Vec<(usize, usize)>> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let mut cells = vec![rectangle(1, cols), rectangle(2, 2)];
    if !shape.is_square() {
        cells.push(rectangle(rows, 1));
    }
    if cols >= 3 {
        cells.push(rectangle(2, 3));
    }
    if rows >= 3 && !shape.is_square() {
        cells.push(rectangle(3, 2));
    }
    cells
}

impl TuplePattern {
    /// The pattern with these cells, as (row, column), whose first weight has the index `offset`.
    fn new(shape: Shape, cells: &[(usize, usize)], offset: u32) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let has = |cell: (usize, usize)| cells.contains(&cell);
        let mirrored = cells.iter().all(|&(r, c)| has((r, cols - 1 - c)));
        let transposed = shape.is_square() && cells.iter().all(|&(r, c)| has((c, r)));
        let pattern_images = match (shape.is_square(), mirrored, transposed) {
            (true, true, _) => PatternImages::SquareMirrored,
            (true, _, true) => PatternImages::SquareTransposed,
            (true, ..) => PatternImages::Square,
            (false, true, _) => PatternImages::RectangleMirrored,
            (false, ..) => PatternImages::Rectangle,
        };
        // From the last cell to the first, which is the order of the nibbles of a key.
        let mut runs = [NibbleRun::default(); 4];
        let (mut at, mut to, mut last) = (0, 0, None);
        for cell in (0..rows * cols).rev().filter(|cell| has((cell / cols, cell % cols))) {
            if last == Some(cell + 1) {
                runs[at].mask = runs[at].mask << 4 | 15;
            } else {
                at += usize::from(last.is_some());
                let from = 4 * (rows * cols - 1 - cell) as u8;
                runs[at] = NibbleRun { from, to: to as u8, mask: 15 };
            }
            last = Some(cell);
            to += 4;
        }
        let bits = to.min(MAX_BITS);
        Self { runs, used: at + 1, images: pattern_images, hashed: to > MAX_BITS, bits, offset }
    }

    /// Appends the indices of the weights that this pattern, which has `RUNS` runs, selects on the
    /// images with these keys.
    #[inline]
    fn add_indices<const RUNS: usize>(&self, images: &[u64; 8], indices: &mut Vec<u32>) {
        let mut runs = [NibbleRun::default(); RUNS];
        runs.copy_from_slice(&self.runs[..RUNS]);
        let numbers = images.map(|key| {
            let parts = runs.iter().map(|run| ((key >> run.from) & run.mask) << run.to);
            parts.fold(0, |number, part| number | part)
        });
        let [a, b, c, d, e, f, g, h] = numbers;
        let append = |numbers: &[u64], indices: &mut Vec<u32>| {
            indices.extend(numbers.iter().map(|&number| self.index(number)));
        };
        match self.images {
            PatternImages::Square => append(&numbers, indices),
            PatternImages::SquareMirrored => {
                append(&[a.min(e), b.min(f), c.min(g), d.min(h)], indices);
            }
            PatternImages::SquareTransposed => {
                append(&[a.min(h), b.min(e), c.min(f), d.min(g)], indices);
            }
            PatternImages::Rectangle => append(&[a, b, c, d], indices),
            PatternImages::RectangleMirrored => append(&[a.min(c), b.min(d)], indices),
        }
    }

    /// The index of the weight that a number selects.
    fn index(&self, number: u64) -> u32 {
        // Multiplicative hashing: the high bits of the product (Knuth, volume 3, section 6.4).
        let index = if self.hashed {
            number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.bits)
        } else {
            number
        };
        self.offset + index as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mdp2048_rules::{Board, Symmetry};

    #[test]
    fn images_have_the_same_indices() {
        for shape in Shape::all() {
            let patterns = TuplePatterns::new(shape);
            let key = 0x1023_4501_2340_1234 >> (64 - 4 * shape.cells());
            let board = Board::from_key(shape, key).unwrap();
            let sorted = |board: Board| {
                let mut indices = Vec::new();
                patterns.add_indices(&board.images(), &mut indices);
                indices.sort_unstable();
                indices
            };
            let indices = sorted(board);
            assert!(indices.iter().all(|&index| (index as usize) < patterns.weights()));
            assert!(indices.len() >= 4, "{shape}");
            for symmetry in Symmetry::of(shape) {
                assert_eq!(sorted(symmetry.board(board)), indices, "{shape}");
            }
        }
    }
}
