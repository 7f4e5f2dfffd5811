//! n-tuple patterns and the indices of their weights.

use crate::board::Grid;

/// Which images of a board give the indices of a pattern.
#[derive(Clone, Copy, Debug)]
enum Symmetric {
    /// The cells are their own left-right mirror image.
    Mirrored,
    /// The cells are their own transpose, on a square.
    Transposed,
    Neither,
}

/// One pattern.
#[derive(Clone, Debug)]
struct CellPattern {
    /// Row-major.
    cells: Vec<usize>,
    symmetric: Symmetric,
    /// Where its table begins among all weights.
    offset: usize,
}

/// The patterns of a shape.
#[derive(Clone, Debug)]
pub(crate) struct PatternSet {
    patterns: Vec<CellPattern>,
    /// The number of weights of all patterns.
    pub(crate) weights: usize,
}

impl PatternSet {
    /// Those of the actions.
    pub(crate) fn of_actions(grid: &Grid) -> Self {
        let limit = if grid.cells() > 9 { 16 } else { 4 };
        Self::of(grid, |cells| {
            let (rows, columns) =
                cells.iter().fold((0, 0), |(r, c), cell| (r.max(cell.0 + 1), c.max(cell.1 + 1)));
            cells.len() == rows * columns && cells.len() <= limit
        })
    }

    /// All of them.
    pub(crate) fn new(grid: &Grid) -> Self {
        Self::of(grid, |_| true)
    }

    fn of(grid: &Grid, is_used: impl Fn(&[(usize, usize)]) -> bool) -> Self {
        let (rows, columns, square) = (grid.rows, grid.columns, grid.is_square());
        let block = |height: usize, width: usize| -> Vec<(usize, usize)> {
            (0..height).flat_map(|r| (0..width).map(move |c| (r, c))).collect()
        };
        let mut sets = vec![block(1, columns), block(2, 2)];
        if !square {
            sets.push(block(rows, 1));
        }
        if columns >= 3 {
            sets.push(block(2, 3));
        }
        if rows >= 3 && !square {
            sets.push(block(3, 2));
        }
        if rows >= 3 && columns >= 3 {
            sets.push(vec![(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]);
            let mut last = block(3, 3);
            last.retain(|&cell| cell != (2, 2));
            sets.push(last);
        }
        sets.retain(|cells| is_used(cells));
        let mut set = Self { patterns: Vec::new(), weights: 0 };
        for cells in sets {
            let has = |cell: (usize, usize)| cells.contains(&cell);
            let symmetric = if cells.iter().all(|&(r, c)| has((r, columns - 1 - c))) {
                Symmetric::Mirrored
            } else if square && cells.iter().all(|&(r, c)| has((c, r))) {
                Symmetric::Transposed
            } else {
                Symmetric::Neither
            };
            let offset = set.weights;
            set.weights += 1 << (4 * cells.len()).min(18);
            let cells = cells.into_iter().map(|(r, c)| r * columns + c).collect();
            set.patterns.push(CellPattern { cells, symmetric, offset });
        }
        set
    }

    /// The indices of the weights of a board, in order.
    pub(crate) fn indices(&self, grid: &Grid, key: u64) -> Vec<usize> {
        let images = grid.images(key);
        let mut indices = Vec::with_capacity(32);
        for pattern in &self.patterns {
            let number = |image: usize| {
                let tiles = pattern.cells.iter().map(|&cell| grid.tile(images[image], cell));
                tiles.fold(0u64, |number, tile| number << 4 | u64::from(tile))
            };
            let mut add = |number: u64| {
                let index = if pattern.cells.len() > 4 {
                    number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 46
                } else {
                    number
                };
                indices.push(pattern.offset + index as usize);
            };
            let pairs: &[(usize, usize)] = match (grid.is_square(), pattern.symmetric) {
                (true, Symmetric::Mirrored) => &[(0, 4), (1, 5), (2, 6), (3, 7)],
                (true, Symmetric::Transposed) => &[(0, 7), (1, 4), (2, 5), (3, 6)],
                (false, Symmetric::Mirrored) => &[(0, 2), (1, 3)],
                _ => &[],
            };
            if pairs.is_empty() {
                (0..grid.symmetries()).for_each(|image| add(number(image)));
            } else {
                pairs.iter().for_each(|&(a, b)| add(number(a).min(number(b))));
            }
        }
        indices
    }
}
