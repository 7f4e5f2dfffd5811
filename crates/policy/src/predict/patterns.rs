//! n-tuple patterns: numbers of small sets of cells, looked up in every image of a board.
//!
//! All images of a board have the same patterns, though in another order.

use mdp2048_rules::{Images, Shape};

/// The largest table of one pattern has 2 to this power of weights.
const MAX_BITS: u32 = 18;

/// The patterns of a shape. The weights of all patterns have indices into one table.
#[derive(Clone, Debug)]
pub(crate) struct TuplePatterns {
    patterns: Vec<TuplePattern>,
    weights: usize,
}

/// A set of cells in the top left corner of an image.
#[derive(Clone, Debug)]
struct TuplePattern {
    /// The cells, as runs that are adjacent in the key. At most four are used.
    runs: [NibbleRun; 4],
    used: usize,
    /// The images whose numbers are looked up.
    images: PatternImages,
    /// Whether numbers have more bits than the table has, and are hashed.
    hashed: bool,
    bits: u32,
    offset: u32,
}

/// Adjacent nibbles of a key, and their position in the number of a pattern.
#[derive(Clone, Copy, Debug, Default)]
struct NibbleRun {
    /// The position in the key, in bits.
    from: u8,
    /// The position in the number, in bits.
    to: u8,
    /// A mask of the run's length.
    mask: u64,
}

/// The images of a board whose numbers are looked up: all of them, or the lesser number of each
/// pair of images that shows the same cells.
#[derive(Clone, Copy, Debug)]
enum PatternImages {
    Square,
    /// Pairs of images that are mirror images of each other.
    SquareMirrored,
    /// Pairs of images that are transposes of each other.
    SquareTransposed,
    Rectangle,
    RectangleMirrored,
}

impl TuplePatterns {
    /// The patterns of a shape: its lines, a 2x2 block, a block of six cells, the five cells along
    /// a corner, and the 3x3 block without one cell. FORMAT.md lists them.
    pub(crate) fn new(shape: Shape) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let block = |height: usize, width: usize| -> Vec<(usize, usize)> {
            (0..height).flat_map(|r| (0..width).map(move |c| (r, c))).collect()
        };
        let mut cells = vec![block(1, cols), block(2, 2)];
        if !shape.is_square() {
            cells.push(block(rows, 1));
        }
        if cols >= 3 {
            cells.push(block(2, 3));
        }
        if rows >= 3 && !shape.is_square() {
            cells.push(block(3, 2));
        }
        if rows >= 3 && cols >= 3 {
            cells.push(vec![(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]);
            cells.push(block(3, 3).into_iter().filter(|&cell| cell != (2, 2)).collect());
        }
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

    /// Appends the indices of the weights of the board with these images.
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

impl TuplePattern {
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

    /// Appends the indices of a pattern with this number of runs.
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

    /// The index of the weight of a number.
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

    #[test]
    fn a_tile_changes_only_the_patterns_that_contain_its_cell() {
        let patterns = TuplePatterns::new(Shape::THREE_BY_THREE);
        let indices = |text: &str| {
            let mut indices = Vec::new();
            patterns.add_indices(&text.parse::<Board>().unwrap().images(), &mut indices);
            indices
        };
        let (some, other) = (indices("2 4 8/0 2 4/0 0 2"), indices("2 4 8/0 2 4/0 0 4"));
        let same = some.iter().zip(&other).filter(|(a, b)| a == b).count();
        assert_eq!(some.len(), 20);
        // Not in that corner: two of four rows and columns, three of four 2x2 blocks, two of four
        // 2x3 blocks, one of four corner lines and one of four 3x3 blocks without a cell.
        assert_eq!(same, 2 + 3 + 2 + 1 + 1);
    }
}
