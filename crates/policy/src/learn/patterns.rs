//! The patterns of tiles on a board, the same for all its symmetric images.

use mdp2048_rules::{Board, Shape};

/// The largest table of weights has 2 to this power of them.
const MOST_BITS: u32 = 20;

/// At most so many weights belong to a board.
pub(crate) const MOST_PLACES: usize = 64;

/// Where the weights of a board are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    places: [u32; MOST_PLACES],
    count: usize,
}

impl Places {
    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.places[..self.count]
    }

    fn push(&mut self, place: u32) {
        // No shape has more patterns, as a test shows.
        self.places[self.count] = place;
        self.count += 1;
    }
}

/// The patterns of a shape, and where the weights of each stand in one table.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    patterns: Vec<Pattern>,
    table: usize,
}

/// Some cells near the first corner, looked at in every image of the board.
#[derive(Clone, Debug)]
struct Pattern {
    /// Cells that stand together in the key: right shift, mask and left shift of their nibbles.
    runs: Vec<(u32, u64, u32)>,
    /// Which images are looked at; of a pair, the one that gives the lesser number counts.
    images: &'static [(u8, u8)],
    /// Numbers of more bits than the table has are hashed.
    hashed: bool,
    bits: u32,
    offset: u32,
}

// Places in the order of `Symmetry::of`.
const SQUARE: [(u8, u8); 8] =
    [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)];
const SQUARE_MIRRORED: [(u8, u8); 4] = [(0, 4), (1, 5), (2, 6), (3, 7)];
const SQUARE_TRANSPOSED: [(u8, u8); 4] = [(0, 7), (1, 4), (2, 5), (3, 6)];
const RECTANGLE: [(u8, u8); 4] = [(0, 0), (1, 1), (2, 2), (3, 3)];
const RECTANGLE_MIRRORED: [(u8, u8); 2] = [(0, 2), (1, 3)];

impl Patterns {
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
            let pattern = Pattern::new(shape, &cells, table as u32);
            table += 1 << pattern.bits;
            patterns.push(pattern);
        }
        Self { patterns, table }
    }

    /// How many weights there are.
    pub(crate) const fn table(&self) -> usize {
        self.table
    }

    /// Where the weights of a board are.
    pub(crate) fn places(&self, board: Board) -> Places {
        let mut images = [0; 8];
        for (to, image) in images.iter_mut().zip(board.images()) {
            *to = image.key();
        }
        let mut places = Places { places: [0; MOST_PLACES], count: 0 };
        for pattern in &self.patterns {
            for &(first, second) in pattern.images {
                let mut number = pattern.number(images[usize::from(first)]);
                if second != first {
                    number = number.min(pattern.number(images[usize::from(second)]));
                }
                places.push(pattern.place(number));
            }
        }
        places
    }
}

impl Pattern {
    fn new(shape: Shape, cells: &[(usize, usize)], offset: u32) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let has = |cell: (usize, usize)| cells.contains(&cell);
        let mirrored = cells.iter().all(|&(r, c)| has((r, cols - 1 - c)));
        let transposed = shape.is_square() && cells.iter().all(|&(r, c)| has((c, r)));
        let images: &'static [(u8, u8)] = match (shape.is_square(), mirrored, transposed) {
            (true, true, _) => &SQUARE_MIRRORED,
            (true, _, true) => &SQUARE_TRANSPOSED,
            (true, ..) => &SQUARE,
            (false, true, _) => &RECTANGLE_MIRRORED,
            (false, ..) => &RECTANGLE,
        };
        // From the last cell back, as the nibbles of a key rise.
        let mut runs: Vec<(u32, u64, u32)> = Vec::new();
        let mut to = 0;
        let mut last = None;
        for cell in (0..rows * cols).rev().filter(|cell| has((cell / cols, cell % cols))) {
            let from = 4 * (rows * cols - 1 - cell) as u32;
            match runs.last_mut() {
                Some((_, mask, _)) if last == Some(cell + 1) => *mask = *mask << 4 | 15,
                _ => runs.push((from, 15, to)),
            }
            last = Some(cell);
            to += 4;
        }
        let bits = to.min(MOST_BITS);
        Self { runs, images, hashed: to > MOST_BITS, bits, offset }
    }

    fn number(&self, key: u64) -> u64 {
        self.runs.iter().fold(0, |number, &(right, mask, left)| {
            number | (key >> right & mask) << left
        })
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
    use mdp2048_rules::Symmetry;

    #[test]
    fn images_have_the_same_places() {
        for shape in Shape::all() {
            let patterns = Patterns::new(shape);
            let key = 0x1023_4501_2340_1234 >> (64 - 4 * shape.cells());
            let board = Board::from_key(shape, key).unwrap();
            let sorted = |board| {
                let mut places = patterns.places(board).as_slice().to_vec();
                places.sort_unstable();
                places
            };
            let places = sorted(board);
            assert!(places.iter().all(|&place| (place as usize) < patterns.table()));
            assert!((4..=MOST_PLACES).contains(&places.len()), "{shape}: {}", places.len());
            for symmetry in Symmetry::of(shape) {
                assert_eq!(sorted(symmetry.board(board)), places, "{shape}");
            }
        }
    }

    #[test]
    fn a_tile_changes_the_patterns_it_is_in() {
        let patterns = Patterns::new(Shape::THREE_BY_THREE);
        let places = |text: &str| patterns.places(text.parse().unwrap());
        let (some, other) = (places("2 4 8/0 2 4/0 0 2"), places("2 4 8/0 2 4/0 0 4"));
        let same = some.as_slice().iter().zip(other.as_slice()).filter(|(a, b)| a == b).count();
        assert_eq!(some.as_slice().len(), 20);
        // Of four edges two, of four squares three, of four blocks two, of the ells one and of the
        // largest blocks one do not have that corner.
        assert_eq!(same, 2 + 3 + 2 + 1 + 1);
    }
}
