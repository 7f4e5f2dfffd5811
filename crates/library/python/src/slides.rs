//! The class `Slides`, which agents that learn values of afterstates ask.

use numpy::ndarray::{Array2, Array4};
use numpy::{IntoPyArray as _, PyArray2, PyArray3, PyArray4, PyArrayMethods as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::{Bound, PyAny, PyAnyMethods as _, PyResult, Python, pyclass, pymethods};
use pyo3::types::PyType;

use crate::errors::{locked_elsewhere, value_error};
use crate::game::PyGame;
use crate::games::Slides;

/// What every action does to the boards of a game.
#[pyclass(name = "Slides", module = "mdp2048.envs", frozen)]
pub(crate) struct PySlides {
    game: PyGame,
    slides: Slides,
}

/// By board and action: the exponents after the slide, the points, and whether the action is
/// allowed.
type Afterstates<'py> =
    (Bound<'py, PyArray4<u8>>, Bound<'py, PyArray2<u32>>, Bound<'py, PyArray2<bool>>);

#[pymethods]
impl PySlides {
    #[new]
    fn new(game: &PyGame) -> Self {
        Self { game: *game, slides: Slides::new(game.0.shape()) }
    }

    /// What pickles it: the class and its argument.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (PyGame,)) {
        (slf.get_type(), (slf.get().game,))
    }

    /// The afterstates of boards: what each action makes of them before the random tile.
    ///
    /// Returns three arrays: the exponents after each action, shape (n, 4, rows, cols), the points
    /// of each, (n, 4), and whether it is allowed, (n, 4).
    fn afterstates<'py>(
        &self,
        py: Python<'py>,
        exponents: &Bound<'py, PyAny>,
    ) -> PyResult<Afterstates<'py>> {
        let exponents = exponents.cast::<PyArray3<u8>>().map_err(|_| {
            PyTypeError::new_err(
                "the boards are exponents in an array of the shape (n, rows, cols) and the dtype \
                 uint8: convert them with np.asarray(boards, np.uint8)",
            )
        })?;
        let (shape, axes) = (self.slides.shape(), exponents.dims());
        if [axes[1], axes[2]] != [shape.rows(), shape.cols()] {
            let message = format!(
                "the boards are {}x{}, but the game is {shape}: give exponents of the shape \
                 (n, rows, cols)",
                axes[1], axes[2]
            );
            return Err(PyValueError::new_err(message));
        }
        let exponents = exponents.to_vec()?;
        let found = py.detach(|| self.slides.afterstates(&exponents));
        let found = found.ok_or_else(|| {
            if exponents.iter().any(|&exponent| exponent > 15) {
                return value_error("an exponent of a board is above 15");
            }
            locked_elsewhere("a board", shape)
        })?;
        let each = "each board has an entry for each action";
        let after = (axes[0], 4, shape.rows(), shape.cols());
        Ok((
            Array4::from_shape_vec(after, found.exponents).expect(each).into_pyarray(py),
            Array2::from_shape_vec((axes[0], 4), found.points).expect(each).into_pyarray(py),
            Array2::from_shape_vec((axes[0], 4), found.allowed).expect(each).into_pyarray(py),
        ))
    }
}
