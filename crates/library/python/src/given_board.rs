//! Boards as arguments of a game: text or exponents.

use mdp2048::{Board, Exponent, Shape};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::{Bound, FromPyObject, PyAny, PyAnyMethods as _, PyResult};

use crate::errors::{locked_elsewhere, value_error};

/// A board as an argument.
#[derive(FromPyObject)]
pub(crate) enum GivenBoard {
    Text(String),
    Exponents(Vec<Vec<u8>>),
}

impl GivenBoard {
    /// The board, which must have a shape.
    pub(crate) fn board(self, shape: Shape) -> PyResult<Board> {
        let other_shape =
            |found: String| value_error(format!("the board is {found}, but the game is {shape}"));
        match self {
            Self::Text(text) => {
                let board: Board = text.parse().map_err(value_error)?;
                let found = board.shape();
                if found == shape { Ok(board) } else { Err(other_shape(found.to_string())) }
            }
            Self::Exponents(rows) => {
                let cols = rows.first().map_or(0, Vec::len);
                if rows.iter().any(|row| row.len() != cols) {
                    return Err(value_error(
                        "the rows of the board differ in length: give a rectangle of exponents",
                    ));
                }
                if [rows.len(), cols] != [shape.rows(), shape.cols()] {
                    return Err(other_shape(format!("{}x{cols}", rows.len())));
                }
                let exponents: Option<Vec<Exponent>> =
                    rows.concat().into_iter().map(Exponent::new).collect();
                let exponents =
                    exponents.ok_or_else(|| value_error("an exponent of the board is above 15"))?;
                Board::from_exponents(shape, &exponents)
                    .ok_or_else(|| locked_elsewhere("the board", shape))
            }
        }
    }
}

/// The boards of an argument that is one board or a sequence of boards.
pub(crate) fn given_boards(shape: Shape, given: &Bound<'_, PyAny>) -> PyResult<Vec<Board>> {
    let boards: Vec<GivenBoard> = match given.extract() {
        Ok(boards) => boards,
        Err(_) => vec![given.extract().map_err(|_| {
            PyTypeError::new_err(
                "start is a board or a list of boards: give text such as '2 0/4 2', or arrays of \
                 the exponents 0 to 15",
            )
        })?],
    };
    boards.into_iter().map(|board| board.board(shape)).collect()
}
