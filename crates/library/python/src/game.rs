//! The class `Game`.

use mdp2048::{Exponent, Game, Shape};
use pyo3::prelude::{
    Bound, PyAny, PyAnyMethods as _, PyModule, PyModuleMethods as _, PyResult, pyclass, pymethods,
};
use pyo3::types::PyDict;

use crate::errors::value_error;

/// A game: the shape of the board, the target, the objective, the discount and the random tiles.
#[pyclass(name = "Game", module = "mdp2048", frozen, eq, from_py_object)]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct PyGame(pub(crate) Game);

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (board="4x4", target=None, objective=None, discount=1.0, four=0.1))]
    fn new(
        board: &str,
        target: Option<u32>,
        objective: Option<&str>,
        discount: f64,
        four: f64,
    ) -> PyResult<Self> {
        let shape: Shape = board.parse().map_err(value_error)?;
        let mut builder = Game::builder().shape(shape).discount(discount).spawn_four(four);
        if let Some(target) = target {
            builder = builder.target(target);
        }
        if let Some(objective) = objective {
            builder = builder.objective(objective.parse().map_err(value_error)?);
        }
        builder.build().map(Self).map_err(value_error)
    }

    /// The number of rows, 2 to 4.
    #[getter]
    fn rows(&self) -> usize {
        self.0.shape().rows()
    }

    /// The number of columns, 2 to 4.
    #[getter]
    fn cols(&self) -> usize {
        self.0.shape().cols()
    }

    /// The face of the tile that ends the game, such as 512, or `None`.
    #[getter]
    fn target(&self) -> Option<u32> {
        self.0.target().map(Exponent::face)
    }

    /// What an optimal policy optimises: `"win"`, `"score"`, `"moves"` or `"fewest"`.
    #[getter]
    fn objective(&self) -> String {
        self.0.objective().to_string()
    }

    /// The factor per move of the value of a win.
    #[getter]
    fn discount(&self) -> f64 {
        self.0.discount().get()
    }

    /// The probability that a random tile is a 4.
    #[getter]
    fn four(&self) -> f64 {
        self.0.spawn_four().get()
    }

    /// The name of the game in URLs and file names, such as `3x3_to_512`.
    #[getter]
    fn name(&self) -> String {
        self.0.name()
    }

    fn __repr__(&self) -> String {
        let target = self.target().map_or("None".to_owned(), |target| target.to_string());
        let objective = self.objective();
        let mut text = format!("Game('{}', target={target}, objective='{objective}'", self.board());
        if self.discount() < 1.0 {
            text += &format!(", discount={:?}", self.discount());
        }
        if self.four() != 0.1 {
            text += &format!(", four={:?}", self.four());
        }
        text + ")"
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        self.__repr__().hash(&mut hasher);
        hasher.finish()
    }

    /// Solves the game: see `mdp2048.solve`, which has the same arguments.
    #[pyo3(signature = (**options))]
    fn solve<'py>(
        game: &Bound<'py, Self>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        game.py().import("mdp2048.solution")?.getattr("solve")?.call((game,), options)
    }

    /// Estimates what a solve needs: see `mdp2048.estimate`, which has the same arguments.
    #[pyo3(signature = (**options))]
    fn estimate<'py>(
        game: &Bound<'py, Self>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        game.py().import("mdp2048.solution")?.getattr("estimate")?.call((game,), options)
    }

    /// The arguments of the constructor, for pickles.
    fn __getnewargs__(&self) -> (String, Option<u32>, String, f64, f64) {
        (self.board(), self.target(), self.objective(), self.discount(), self.four())
    }

    /// The rows and columns as text, such as `3x3`.
    #[getter]
    fn board(&self) -> String {
        self.0.shape().to_string()
    }
}

/// Adds the class to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyGame>()
}
