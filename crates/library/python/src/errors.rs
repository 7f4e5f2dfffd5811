//! The exceptions of the package.

use std::fmt::Display;
use std::io;
use std::path::Path;

use mdp2048::answers::AnswerError;
use mdp2048::files::{FolderError, OutputError};
use mdp2048::{Shape, SolveError};
use pyo3::exceptions::{
    PyException, PyKeyboardInterrupt, PyMemoryError, PyOSError, PyRuntimeError, PyValueError,
};
use pyo3::prelude::PyErr;

pyo3::create_exception!(
    mdp2048,
    Mdp2048Error,
    PyException,
    "A file, a solution or a policy cannot be used; the text says what to do."
);

/// Returns a `ValueError` with the text of an error.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the exception of a board whose locked cells are not those of a shape.
pub(crate) fn locked_elsewhere(board: impl Display, shape: Shape) -> PyErr {
    value_error(format!(
        "{board} has other locked cells than {shape}: a locked cell, and no other, holds a 32768, \
         whose exponent is 15"
    ))
}

/// Returns an `Mdp2048Error` with the text of an error.
pub(crate) fn own_error(error: impl Display) -> PyErr {
    Mdp2048Error::new_err(error.to_string())
}

/// Returns an `Mdp2048Error` that names a file.
pub(crate) fn file_error(path: &Path, error: impl Display) -> PyErr {
    Mdp2048Error::new_err(format!("{}: {error}", path.display()))
}

/// Returns the `OSError` of a file, which Python turns into `FileNotFoundError` and the like.
pub(crate) fn io_error(path: &Path, error: &io::Error) -> PyErr {
    let name = path.as_os_str().to_owned();
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, error.to_string(), name)),
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Returns the exception of an output file.
pub(crate) fn output_error(error: &OutputError) -> PyErr {
    match error {
        OutputError::Create { source, .. }
        | OutputError::Write { source, .. }
        | OutputError::WriteStream { source, .. } => io_error(error.path(), source),
        OutputError::ReadOnly(_) => own_error(error),
    }
}

/// Returns the exception of a work folder.
pub(crate) fn folder_error(error: FolderError) -> PyErr {
    match error {
        FolderError::Io { path, source } => io_error(&path, &source),
        FolderError::InUse(_) => own_error(error),
        FolderError::Solve(error) => solve_error(error),
    }
}

/// Returns the exception of a pass over a game.
pub(crate) fn solve_error(error: SolveError) -> PyErr {
    match error {
        SolveError::Memory { .. } | SolveError::Allocation(_) => {
            PyMemoryError::new_err(error.to_string())
        }
        SolveError::Interrupted => PyKeyboardInterrupt::new_err(error.to_string()),
        error => own_error(error),
    }
}

/// Returns the exception of a question about boards.
pub(crate) fn answer_error(error: AnswerError) -> PyErr {
    match error {
        AnswerError::Solve(error) => solve_error(error),
        other => own_error(format!(
            "{other}: ask for fewer boards, or solve the game in memory with folder.game.solve()"
        )),
    }
}

/// Returns the exception of a panic.
pub(crate) fn internal_error() -> PyErr {
    PyRuntimeError::new_err(
        "mdp2048 has an internal error, whose message is on the standard error stream: report it \
         with the call that caused it",
    )
}
