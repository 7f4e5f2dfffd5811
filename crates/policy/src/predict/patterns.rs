//! The patterns of tiles on a board, the same for all its symmetric images.

use mdp2048_rules::{Images, Shape};

/// The largest table of weights has 2 to this power of them.
const MOST_BITS: u32 = 18;

/// The patterns of a shape, and where the weights of each stand in one table.
#[derive(Clone, Debug)]
pub(crate) struct TuplePatterns {
    patterns: Vec<TuplePattern>,
    table: usize,
}

/// Some cells near the first corner, looked at in every image of the board.
#[derive(Clone, Debug)]
struct TuplePattern {
    /// Cells that stand together in the key, at most four such runs.
    runs: [Run; 4],
    /// How many of them are used.
    used: usize,
    /// Which images are looked at; of a pair, the one that gives the lesser number counts.
    looked_at: LookedAt,
    /// Numbers of more bits than the table has are hashed.
    hashed: bool,
    bits: u32,
    offset: u32,
}

/// Nibbles of a key, and where they go in the number of a pattern.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    right: u8,
    left: u8,
    mask: u64,
}

/// Which images of a board are looked at: all, or one of each pair that shows the same cells.
#[derive(Clone, Copy, Debug)]
enum LookedAt {
    Square,
    /// Of two images that are each other's mirror image.
    SquareMirrored,
    /// Of two images that are each other's transpose.
    SquareTransposed,
    Rectangle,
    RectangleMirrored,
}

impl TuplePatterns {
    /// The patterns of a shape: its lines, a square of four cells, a block of six, an ell of five,
    /// and the largest square block up to 3x3 without its far corner.
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
        let mut table = 0;
        let mut patterns = Vec::new();
        for cells in cells {
            let pattern = TuplePattern::new(shape, &cells, table as u32);
            table += 1 << pattern.bits;
            patterns.push(pattern);
        }
        Self { patterns, table }
    }

    /// How many weights there are.
    pub(crate) const fn table(&self) -> usize {
        self.table
    }

    /// Adds to `places` where the weights of the board with these images are.
    pub(crate) fn add_places(&self, images: &Images, places: &mut Vec<u32>) {
        let images = images.keys();
        for pattern in &self.patterns {
            match pattern.used {
                1 => pattern.add_places::<1>(images, places),
                2 => pattern.add_places::<2>(images, places),
                3 => pattern.add_places::<3>(images, places),
                _ => pattern.add_places::<4>(images, places),
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
        let looked_at = match (shape.is_square(), mirrored, transposed) {
            (true, true, _) => LookedAt::SquareMirrored,
            (true, _, true) => LookedAt::SquareTransposed,
            (true, ..) => LookedAt::Square,
            (false, true, _) => LookedAt::RectangleMirrored,
            (false, ..) => LookedAt::Rectangle,
        };
        // From the last cell back, as the nibbles of a key rise.
        let mut runs = [Run::default(); 4];
        let (mut at, mut to, mut last) = (0, 0, None);
        for cell in (0..rows * cols).rev().filter(|cell| has((cell / cols, cell % cols))) {
            if last == Some(cell + 1) {
                runs[at].mask = runs[at].mask << 4 | 15;
            } else {
                at += usize::from(last.is_some());
                let right = 4 * (rows * cols - 1 - cell) as u8;
                runs[at] = Run { right, left: to as u8, mask: 15 };
            }
            last = Some(cell);
            to += 4;
        }
        let bits = to.min(MOST_BITS);
        Self { runs, used: at + 1, looked_at, hashed: to > MOST_BITS, bits, offset }
    }

    /// Adds the places, the pattern having so many runs.
    #[inline]
    fn add_places<const RUNS: usize>(&self, images: &[u64; 8], places: &mut Vec<u32>) {
        let mut runs = [Run::default(); RUNS];
        runs.copy_from_slice(&self.runs[..RUNS]);
        let numbers = images.map(|key| {
            let all = runs.iter().map(|run| ((key >> run.right) & run.mask) << run.left);
            all.fold(0, |number, some| number | some)
        });
        let [a, b, c, d, e, f, g, h] = numbers;
        let places_of = |numbers: &[u64], places: &mut Vec<u32>| {
            places.extend(numbers.iter().map(|&number| self.place(number)));
        };
        match self.looked_at {
            LookedAt::Square => places_of(&numbers, places),
            LookedAt::SquareMirrored => {
                places_of(&[a.min(e), b.min(f), c.min(g), d.min(h)], places);
            }
            LookedAt::SquareTransposed => {
                places_of(&[a.min(h), b.min(e), c.min(f), d.min(g)], places);
            }
            LookedAt::Rectangle => places_of(&[a, b, c, d], places),
            LookedAt::RectangleMirrored => places_of(&[a.min(c), b.min(d)], places),
        }
    }

    fn place(&self, number: u64) -> u32 {
        // Multiplicative hashing: the high bits of the product (Knuth, volume 3, section 6.4).
        let place = if self.hashed {
            number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.bits)
        } else {
            number
        };
        self.offset + place as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mdp2048_rules::{Board, Symmetry};

    #[test]
    fn images_have_the_same_places() {
        for shape in Shape::all() {
            let patterns = TuplePatterns::new(shape);
            let key = 0x1023_4501_2340_1234 >> (64 - 4 * shape.cells());
            let board = Board::from_key(shape, key).unwrap();
            let sorted = |board: Board| {
                let mut places = Vec::new();
                patterns.add_places(&board.images(), &mut places);
                places.sort_unstable();
                places
            };
            let places = sorted(board);
            assert!(places.iter().all(|&place| (place as usize) < patterns.table()));
            assert!(places.len() >= 4, "{shape}");
            for symmetry in Symmetry::of(shape) {
                assert_eq!(sorted(symmetry.board(board)), places, "{shape}");
            }
        }
    }

    #[test]
    fn a_tile_changes_the_patterns_it_is_in() {
        let patterns = TuplePatterns::new(Shape::THREE_BY_THREE);
        let places = |text: &str| {
            let mut places = Vec::new();
            patterns.add_places(&text.parse::<Board>().unwrap().images(), &mut places);
            places
        };
        let (some, other) = (places("2 4 8/0 2 4/0 0 2"), places("2 4 8/0 2 4/0 0 4"));
        let same = some.iter().zip(&other).filter(|(a, b)| a == b).count();
        assert_eq!(some.len(), 20);
        // Of four edges two, of four squares three, of four blocks two, of the ells one and of the
        // largest blocks one do not have that corner.
        assert_eq!(same, 2 + 3 + 2 + 1 + 1);
    }
}
