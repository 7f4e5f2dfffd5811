//! The value of a board at the last depth of a search.

use std::sync::Arc;

use mdp2048_rules::{Exponent, Shape};

use crate::agent::Position;

/// What the value of a board is made of.
///
/// The report names the last two as what others use, without formulas or weights; these are ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evaluation {
    /// The points so far.
    Points,
    /// The sum over the cells of weight times face.
    Weighted,
    /// The points so far times that sum.
    PointsTimesWeighted,
    /// Monotonicity and smoothness. A tile is one step above one that is half as large, and an
    /// empty cell is one step below a 2. For each row and column, the steps up along it or those
    /// down, whichever are fewer, are added to the steps between each of its tiles and the next
    /// one. The value is minus the sum of all.
    Smooth,
    /// Open squares and edges: the sum of the faces at the edges, and 256 for each empty cell.
    Edges,
}

/// What an empty cell is worth beside a face at the edge.
const OPEN_SQUARE: f64 = 256.0;

impl Evaluation {
    /// All by their names, in this order.
    pub(crate) const NAMED: [(&str, Self); 5] = [
        ("points", Self::Points),
        ("weighted", Self::Weighted),
        ("points-weighted", Self::PointsTimesWeighted),
        ("smooth", Self::Smooth),
        ("edges", Self::Edges),
    ];

    /// Whether it depends on the points so far.
    pub(crate) const fn has_points(self) -> bool {
        match self {
            Self::Points | Self::PointsTimesWeighted => true,
            Self::Weighted | Self::Smooth | Self::Edges => false,
        }
    }
}

/// Evaluates boards. The value of each row, and of each column, is looked up. Clones share the
/// tables.
#[derive(Clone, Debug)]
pub(super) struct Evaluator {
    evaluation: Evaluation,
    rows: LineTables,
    /// If columns have values of their own.
    columns: Option<LineTables>,
}

/// The values of the lines of a board.
#[derive(Clone, Debug)]
struct LineTables {
    /// The number of bits of a line's key.
    bits: u32,
    /// By line, the last one first, and the key of the line.
    lines: Arc<Vec<Vec<f64>>>,
}

impl LineTables {
    /// The tables for so many lines of so many cells, with the value of the exponents of a line.
    fn new(lines: usize, cells: usize, value: impl Fn(usize, &[u8]) -> f64) -> Self {
        let of_line = |line| {
            let mut exponents = vec![0; cells];
            let value = |key: u64| {
                for (cell, exponent) in exponents.iter_mut().rev().enumerate() {
                    *exponent = (key >> (4 * cell) & 15) as u8;
                }
                value(line, &exponents)
            };
            (0..1 << (4 * cells)).map(value).collect()
        };
        let lines = (0..lines).rev().map(of_line).collect();
        Self { bits: 4 * cells as u32, lines: Arc::new(lines) }
    }

    /// The sum over the lines of a board with this key.
    fn sum(&self, mut key: u64) -> f64 {
        let mask = (1 << self.bits) - 1;
        let mut sum = 0.0;
        for line in self.lines.iter() {
            sum += line[(key & mask) as usize];
            key >>= self.bits;
        }
        sum
    }
}

impl Evaluator {
    /// The evaluator for boards of a shape, with a weight for each cell in row-major order.
    pub(super) fn new(shape: Shape, evaluation: Evaluation, weights: &[f64]) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let weighted = |row: usize, exponents: &[u8]| -> f64 {
            let weights = &weights[row * cols..][..cols];
            weights.iter().zip(exponents).map(|(weight, &exponent)| weight * face(exponent)).sum()
        };
        let edges = |row: usize, exponents: &[u8]| {
            let is_edge = |col| row == 0 || row + 1 == rows || col == 0 || col + 1 == cols;
            let value = |(col, &exponent)| match exponent {
                0 => OPEN_SQUARE,
                _ if is_edge(col) => face(exponent),
                _ => 0.0,
            };
            exponents.iter().enumerate().map(value).sum()
        };
        let smooth = |_, exponents: &[u8]| -steps(exponents);
        let is_smooth = evaluation == Evaluation::Smooth;
        Self {
            evaluation,
            rows: match evaluation {
                Evaluation::Smooth => LineTables::new(rows, cols, smooth),
                Evaluation::Edges => LineTables::new(rows, cols, edges),
                _ => LineTables::new(rows, cols, weighted),
            },
            columns: is_smooth.then(|| LineTables::new(cols, rows, smooth)),
        }
    }

    /// The value of a position.
    pub(super) fn value(&self, position: Position) -> f64 {
        let points = position.points as f64;
        match self.evaluation {
            Evaluation::Points => points,
            Evaluation::PointsTimesWeighted => points * self.of_lines(position),
            Evaluation::Weighted | Evaluation::Smooth | Evaluation::Edges => {
                self.of_lines(position)
            }
        }
    }

    fn of_lines(&self, position: Position) -> f64 {
        let rows = self.rows.sum(position.board.key());
        let of_columns = |columns: &LineTables| columns.sum(position.board.transposed().key());
        rows + self.columns.as_ref().map_or(0.0, of_columns)
    }
}

/// The steps by which a line is not ordered, and those between its tiles: see
/// [`Evaluation::Smooth`].
fn steps(exponents: &[u8]) -> f64 {
    let pairs = exponents.windows(2).map(|pair| (f64::from(pair[0]), f64::from(pair[1])));
    let (up, down) = pairs.fold((0.0_f64, 0.0_f64), |(up, down), (one, next)| {
        (up + (next - one).max(0.0), down + (one - next).max(0.0))
    });
    let tiles: Vec<f64> = exponents.iter().filter(|&&it| it > 0).map(|&it| f64::from(it)).collect();
    let between: f64 = tiles.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum();
    up.min(down) + between
}

/// The face of an exponent; 0 of an empty cell.
fn face(exponent: u8) -> f64 {
    Exponent::new(exponent).map_or(0.0, |tile| f64::from(tile.face()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(evaluation: Evaluation, weights: &[f64], board: &str) -> f64 {
        let position = Position { board: board.parse().unwrap(), points: 10 };
        Evaluator::new(position.board.shape(), evaluation, weights).value(position)
    }

    #[test]
    fn tables_add_up_the_weighted_faces() {
        let value =
            |evaluation| value(evaluation, &[6.0, 5.0, 4.0, 1.0, 2.0, 3.0], "2 4 0/8 16 32");
        let sum = 6.0 * 2.0 + 5.0 * 4.0 + 8.0 + 2.0 * 16.0 + 3.0 * 32.0;
        assert_eq!(value(Evaluation::Weighted), sum);
        assert_eq!(value(Evaluation::Points), 10.0);
        assert_eq!(value(Evaluation::PointsTimesWeighted), 10.0 * sum);
    }

    #[test]
    fn smooth_boards_have_few_steps() {
        let value = |board| value(Evaluation::Smooth, &[1.0; 9], board);
        // Row 2 4 0: a step up and two down, one between tiles. Row 8 16 32: two between. Columns:
        // two, two and none, as an empty cell is not between tiles.
        assert_eq!(value("2 4 0/8 16 32"), -(1.0 + 1.0 + 2.0 + 2.0 + 2.0));
        assert_eq!(value("2 0 8/2 0 8"), -2.0 * (1.0 + 2.0));
        assert_eq!(value("2 2 2/2 2 2/2 2 2"), 0.0);
    }

    #[test]
    fn large_tiles_belong_to_the_edges() {
        let value = |board| value(Evaluation::Edges, &[1.0; 9], board);
        assert_eq!(value("2 0 0/0 64 0/0 0 4"), 2.0 + 4.0 + 6.0 * OPEN_SQUARE);
        assert_eq!(value("2 4 8/16 32 64"), 126.0);
    }
}
