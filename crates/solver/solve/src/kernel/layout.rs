//! The numbers of line patterns.

use std::ops::Range;

use mdp2048_rules::{Exponent, Shape};

use super::spawns::MOST_CELLS;

/// The lines of a board in one direction, rows or columns, and the numbers of their patterns.
///
/// The *line pattern* of a row or a column is a number that tells the exponents on it. Those of its
/// free cells are its digits in base K (see [`cells`](crate::board_index::cells)), the first cell
/// least significant; the number of the empty line is added. Lines with the same locked cells have
/// the same patterns, and others different ones. Rows are numbered from the top, columns from the
/// left. There are always four lines; those that a board does not have are without cells and have
/// one pattern, that of an empty line, which no slide changes.
pub(crate) struct LineLayout {
    /// By line: its cells.
    cells: [Vec<usize>; 4],
    /// By line: the numbers of its patterns, of which the first is that of the empty line.
    numbers: [Range<usize>; 4],
    /// By cell: what an exponent of 1 adds to the patterns of all lines, each of which has 16 bits,
    /// the first line the lowest ones; 0 for a locked cell.
    weights: [u64; MOST_CELLS],
    /// By pattern: the exponents of a line.
    patterns: Vec<Vec<u8>>,
}

impl LineLayout {
    /// The rows of a board shape, for boards with a radix.
    pub(crate) fn rows(shape: Shape, radix: u64) -> Self {
        let cols = shape.cols();
        let row = |r| (0..cols).map(move |c| r * cols + c).collect();
        Self::new(shape, radix, (0..shape.rows()).map(row).collect())
    }

    /// The columns of a board shape, for boards with a radix.
    pub(crate) fn columns(shape: Shape, radix: u64) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let column = |c| (0..rows).map(move |r| r * cols + c).collect();
        Self::new(shape, radix, (0..cols).map(column).collect())
    }

    fn new(shape: Shape, radix: u64, mut lines: Vec<Vec<usize>>) -> Self {
        lines.resize(4, Vec::new());
        let cells: [Vec<usize>; 4] = std::array::from_fn(|line| lines[line].clone());
        let (mut weights, mut patterns) = ([0; MOST_CELLS], Vec::new());
        let mut numbers = [0; 4].map(|_| 0..0);
        let mut kinds: Vec<(Vec<bool>, Range<usize>)> = Vec::new();
        for (line, cells) in cells.iter().enumerate() {
            if cells.is_empty() && !shape.has_locked() {
                // The empty line of the other kind.
                numbers[line] = 0..1;
                continue;
            }
            let locked: Vec<bool> = cells.iter().map(|&cell| shape.is_locked(cell)).collect();
            let same = kinds.iter().find(|kind| kind.0 == locked).map(|kind| kind.1.clone());
            numbers[line] = same.unwrap_or_else(|| {
                let first = patterns.len();
                patterns.extend(patterns_of(&locked, radix));
                kinds.push((locked.clone(), first..patterns.len()));
                first..patterns.len()
            });
            let mut weight = 1 << (16 * line);
            for (&cell, _) in cells.iter().zip(&locked).filter(|(_, locked)| !**locked) {
                weights[cell] = weight;
                weight *= radix;
            }
        }
        Self { cells, numbers, weights, patterns }
    }

    /// By pattern: the exponents of a line, from its first cell.
    pub(crate) fn patterns(&self) -> &[Vec<u8>] {
        &self.patterns
    }

    /// The patterns of all lines of the empty board.
    pub(crate) fn empty(&self) -> u64 {
        let first = |line: usize| (self.numbers[line].start as u64) << (16 * line);
        first(0) | first(1) | first(2) | first(3)
    }

    /// What an exponent of 1 on a cell adds to the patterns of all lines.
    pub(crate) fn weight(&self, cell: usize) -> u64 {
        self.weights[cell]
    }

    /// The numbers of the patterns of a line.
    pub(crate) fn numbers(&self, line: usize) -> Range<usize> {
        self.numbers[line].clone()
    }

    /// The cells of a line that may have a pattern; none if the pattern is that of other lines.
    pub(crate) fn cells_of(&self, line: usize, pattern: usize) -> &[usize] {
        if self.numbers[line].contains(&pattern) { &self.cells[line] } else { &[] }
    }
}

/// The exponents of the lines with these locked cells, in the order of their patterns.
fn patterns_of(locked: &[bool], radix: u64) -> Vec<Vec<u8>> {
    let mut patterns = vec![Vec::new()];
    for &is_locked in locked.iter().rev() {
        let exponents =
            if is_locked { vec![Exponent::LOCKED.get()] } else { (0..radix as u8).collect() };
        // The first cell is the least significant digit, so it varies fastest.
        patterns = patterns
            .iter()
            .flat_map(|later| {
                exponents.iter().map(move |&exponent| [&[exponent], &later[..]].concat())
            })
            .collect();
    }
    patterns
}
