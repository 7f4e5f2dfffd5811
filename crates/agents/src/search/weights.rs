//! The weights of the cells.

use mdp2048_rules::Shape;

/// Weights of the cells, which are highest in the first cell.
///
/// The report describes three matrices without their values: one that falls along the diagonals,
/// the same with a wider range, and one that falls along a snake through the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weights {
    /// One less for each step away from the first cell: 7, 6, 5, 4 in the first row of 4x4, and 1
    /// in the last cell.
    Diagonal,
    /// Half for each step away from the first cell: 64, 32, 16, 8 in the first row of 4x4, and 1 in
    /// the last cell.
    WideDiagonal,
    /// Half for each step along the first row, back along the second, and so on, down to 1.
    Snake,
}

impl Weights {
    /// All by their names, in this order.
    pub(crate) const NAMED: [(&str, Self); 3] = [
        ("diagonal", Self::Diagonal),
        ("wide-diagonal", Self::WideDiagonal),
        ("snake", Self::Snake),
    ];

    /// The weight of each cell of a shape, in row-major order.
    pub(crate) fn of_cells(self, shape: Shape) -> Vec<f64> {
        let (rows, cols) = (shape.rows(), shape.cols());
        let farthest = rows + cols - 2;
        let weight = |cell| {
            let (row, col) = (cell / cols, cell % cols);
            let along_row = if row % 2 == 0 { col } else { cols - 1 - col };
            match self {
                Self::Diagonal => (farthest + 1 - row - col) as f64,
                Self::WideDiagonal => f64::from(1 << (farthest - row - col)),
                Self::Snake => f64::from(1 << (shape.cells() - 1 - row * cols - along_row)),
            }
        };
        (0..shape.cells()).map(weight).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_fall_from_the_first_cell() {
        let cells = |weights: Weights| weights.of_cells(Shape::TWO_BY_TWO);
        assert_eq!(cells(Weights::Diagonal), [3.0, 2.0, 2.0, 1.0]);
        assert_eq!(cells(Weights::WideDiagonal), [4.0, 2.0, 2.0, 1.0]);
        assert_eq!(cells(Weights::Snake), [8.0, 4.0, 1.0, 2.0]);
        let large = Weights::Snake.of_cells(Shape::FOUR_BY_FOUR);
        assert_eq!((large[0], large[7], large[12]), (32768.0, 2048.0, 1.0));
    }
}
