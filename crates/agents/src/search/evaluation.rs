//! The value of a board at the last depth of a search.

use std::sync::Arc;

use mdp2048_rules::{Exponent, Shape};

use crate::agent::Position;

/// What the value of a board is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// The points so far.
    Points,
    /// The sum over the cells of weight times face.
    Weighted,
    /// The points so far times that sum.
    PointsTimesWeighted,
}

impl Evaluation {
    /// All, in this order.
    pub const ALL: [Self; 3] = [Self::Points, Self::Weighted, Self::PointsTimesWeighted];

    /// The name: `points`, `weighted`, `points-weighted`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Weighted => "weighted",
            Self::PointsTimesWeighted => "points-weighted",
        }
    }
}

/// Evaluates boards. The weighted sum of each row is looked up. Clones share the table.
#[derive(Clone, Debug)]
pub(super) struct Evaluator {
    evaluation: Evaluation,
    /// The number of bits of a row's key.
    bits: u32,
    /// By row, the last one first, and the key of the row: its weighted sum.
    rows: Arc<Vec<Vec<f64>>>,
}

impl Evaluator {
    /// The evaluator for boards of a shape, with a weight for each cell in row-major order.
    pub(super) fn new(shape: Shape, evaluation: Evaluation, weights: &[f64]) -> Self {
        let bits = 4 * shape.cols() as u32;
        let sum = |weights: &[f64], key: u64| -> f64 {
            let faces = (0..shape.cols() as u32).rev().map(|col| face(key >> (4 * col) & 15));
            weights.iter().zip(faces).map(|(weight, face)| weight * face).sum()
        };
        let rows = weights.chunks(shape.cols()).rev();
        let rows = rows.map(|row| (0..1 << bits).map(|key| sum(row, key)).collect());
        Self { evaluation, bits, rows: Arc::new(rows.collect()) }
    }

    /// The value of a position.
    pub(super) fn value(&self, position: Position) -> f64 {
        let points = position.points as f64;
        match self.evaluation {
            Evaluation::Points => points,
            Evaluation::Weighted => self.weighted(position),
            Evaluation::PointsTimesWeighted => points * self.weighted(position),
        }
    }

    fn weighted(&self, position: Position) -> f64 {
        let (mut key, mask) = (position.board.key(), (1 << self.bits) - 1);
        let mut sum = 0.0;
        for row in self.rows.iter() {
            sum += row[(key & mask) as usize];
            key >>= self.bits;
        }
        sum
    }
}

/// The face of an exponent; 0 of an empty cell.
fn face(exponent: u64) -> f64 {
    Exponent::new(exponent as u8).map_or(0.0, |tile| f64::from(tile.face()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_add_up_the_weighted_faces() {
        let shape: Shape = "2x3".parse().unwrap();
        let weights = [6.0, 5.0, 4.0, 1.0, 2.0, 3.0];
        let position = Position { board: "2 4 0/8 16 32".parse().unwrap(), points: 10 };
        let sum = 6.0 * 2.0 + 5.0 * 4.0 + 8.0 + 2.0 * 16.0 + 3.0 * 32.0;
        let value = |evaluation| Evaluator::new(shape, evaluation, &weights).value(position);
        assert_eq!(value(Evaluation::Weighted), sum);
        assert_eq!(value(Evaluation::Points), 10.0);
        assert_eq!(value(Evaluation::PointsTimesWeighted), 10.0 * sum);
    }
}
