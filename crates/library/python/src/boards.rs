//! Boards as arrays: faces, exponents, text and keys.

use std::sync::Mutex;

use mdp2048::answers::AnswerError;
use mdp2048::{Board, Exponent, Game, Shape, Status};
use numpy::ndarray::{ArrayView1, Axis};
use numpy::{
    IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1, PyReadonlyArray2,
};
use pyo3::prelude::pyfunction;
use pyo3::prelude::{Bound, PyErr, PyResult, Python};

use crate::calls::detached_in_turn;
use crate::errors::{answer_error, locked_elsewhere, value_error};
use crate::game::PyGame;

/// The keys of boards, one after another.
pub(crate) type Keys<'py> = PyReadonlyArray1<'py, u64>;

/// The most boards that are asked about between two looks for signals, such as that of Ctrl-C: a
/// tenth of a second, or less.
const PART: usize = 1 << 19;

/// Asks about boards, part by part, and checks each answer, with the number of its board. `turn` is
/// locked meanwhile.
///
/// # Errors
/// The exception of a key that is none, of the question, of a check, or of a signal.
pub(crate) fn ask<A: Send>(
    py: Python<'_>,
    shape: Shape,
    keys: &Keys<'_>,
    turn: Option<&Mutex<()>>,
    question: impl Fn(&[Board]) -> Result<Vec<A>, AnswerError> + Sync,
    check: impl Fn(usize, Board, &A) -> PyResult<()>,
) -> PyResult<Vec<A>> {
    let keys = keys.as_array();
    let mut answers = Vec::with_capacity(keys.len());
    for part in keys.axis_chunks_iter(Axis(0), PART) {
        let first = answers.len();
        let boards = boards_from(shape, part, first)?;
        let found = detached_in_turn(py, turn, || question(&boards))?.map_err(answer_error)?;
        for ((at, &board), answer) in (first..).zip(&boards).zip(&found) {
            check(at, board, answer)?;
        }
        answers.extend(found);
        py.check_signals()?;
    }
    Ok(answers)
}

/// The boards with these keys.
pub(crate) fn boards_of(shape: Shape, keys: &Keys<'_>) -> PyResult<Vec<Board>> {
    boards_from(shape, keys.as_array(), 0)
}

/// The boards with these keys, the first of which has a number.
fn boards_from(shape: Shape, keys: ArrayView1<'_, u64>, first: usize) -> PyResult<Vec<Board>> {
    let board = |(at, &key): (usize, &u64)| {
        Board::from_key(shape, key).ok_or_else(|| {
            if Board::from_key(shape.unlocked(), key).is_some() {
                return locked_elsewhere(format!("board {at}"), shape);
            }
            value_error(format!(
                "keys[{at}] is {key:#x}, which has more digits than a {shape} board has cells: a \
                 key holds four bits for each cell"
            ))
        })
    };
    (first..).zip(keys).map(board).collect()
}

/// The exception for a board that is no state, the `at`th of some. `tells_states` is whether what
/// was asked has the method `contains`.
pub(crate) fn no_state(game: &Game, at: usize, board: Board, tells_states: bool) -> PyErr {
    let reason = match game.status(board) {
        Status::Won => "the game is won there, so there is nothing to choose",
        Status::Lost if !board.largest().is_empty() => {
            "no action is allowed there, so the game is lost"
        }
        Status::Lost | Status::Playing => "no game reaches it",
    };
    let advice = if tells_states { "ask `contains` first, or " } else { "" };
    value_error(format!(
        "board {at}, '{board}', is no state of {game}: {reason}; {advice}pass missing=\"nan\""
    ))
}

/// The keys of boards that are given by the exponents of their cells, row by row, in a contiguous
/// array.
#[pyfunction]
pub(crate) fn keys_of_exponents<'py>(
    py: Python<'py>,
    exponents: PyReadonlyArray2<'py, u8>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let (count, cells) = exponents.as_array().dim();
    let mut keys = Vec::with_capacity(count);
    for (at, board) in exponents.as_slice()?.chunks_exact(cells.max(1)).enumerate() {
        let (mut key, mut all) = (0, 0);
        for exponent in board {
            key = key << 4 | u64::from(exponent & 15);
            all |= exponent;
        }
        if all > 15 {
            return Err(value_error(format!(
                "exponents[{at}] has an exponent above 15: pass exponents (0 for an empty cell, 1 \
                 for 2, 2 for 4 ...), or pass faces=..."
            )));
        }
        keys.push(key);
    }
    Ok(keys.into_pyarray(py))
}

/// The keys of boards that are given by the faces of their cells, row by row.
#[pyfunction]
pub(crate) fn keys_of_faces<'py>(
    py: Python<'py>,
    faces: PyReadonlyArray2<'py, i64>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let mut keys = Vec::with_capacity(faces.as_array().nrows());
    for (at, board) in faces.as_array().rows().into_iter().enumerate() {
        let mut key = 0;
        for &face in board {
            let tile = u32::try_from(face).ok().and_then(|face| Exponent::from_face(face).ok());
            let tile = tile.ok_or_else(|| {
                value_error(format!(
                    "faces[{at}] has a cell of {face}, which is not a tile: pass 0 for an empty \
                     cell, else 2, 4, 8 ... 32768, or pass exponents=..."
                ))
            })?;
            key = key << 4 | u64::from(tile.get());
        }
        keys.push(key);
    }
    Ok(keys.into_pyarray(py))
}

/// The keys of boards that are given as text, such as `0 2/8 4`.
#[pyfunction]
pub(crate) fn keys_of_text<'py>(
    py: Python<'py>,
    game: &PyGame,
    texts: Vec<String>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let shape = game.0.shape();
    let key = |text: String| {
        let board: Board = text.parse().map_err(value_error)?;
        if board.shape() == shape {
            return Ok(board.key());
        }
        let found = board.shape();
        Err(value_error(format!("'{text}' is a {found} board, but this is a game on {shape}")))
    };
    let keys: PyResult<Vec<u64>> = texts.into_iter().map(key).collect();
    Ok(keys?.into_pyarray(py))
}

/// The boards with these keys as text.
#[pyfunction]
pub(crate) fn text_of_keys(game: &PyGame, keys: Keys<'_>) -> PyResult<Vec<String>> {
    let boards = boards_of(game.0.shape(), &keys)?;
    Ok(boards.iter().map(Board::to_string).collect())
}

/// The exponents of the cells of the boards with these keys, row by row.
#[pyfunction]
pub(crate) fn exponents_of_keys<'py>(
    py: Python<'py>,
    cells: usize,
    keys: Keys<'py>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    if !(1..=16).contains(&cells) {
        return Err(value_error("a board has 4 to 16 cells"));
    }
    let keys = keys.as_array();
    let mut exponents = Vec::with_capacity(cells * keys.len());
    for &key in keys {
        exponents.extend((0..cells).rev().map(|cell| (key >> (4 * cell) & 15) as u8));
    }
    exponents.into_pyarray(py).reshape([keys.len(), cells])
}
