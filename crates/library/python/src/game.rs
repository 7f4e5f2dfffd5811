//! The class `Game`.

use std::collections::BTreeMap;

use mdp2048::{Exponent, Formation, Game};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray as _, PyArray2};
use pyo3::prelude::{Bound, PyAny, PyAnyMethods as _, PyResult, Python, pyclass, pymethods};

use crate::errors::value_error;
use crate::given_board::given_boards;

/// A game: the shape of the board, the target, the objective, the discount, the random tiles and the
/// boards that it starts from.
#[pyclass(name = "Game", module = "mdp2048", frozen, eq, from_py_object)]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct PyGame(pub(crate) Game);

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (
        board=None, target=None, objective=None, discount=1.0, spawn_four=0.1, *, formation=None,
        start=None
    ))]
    fn new(
        board: Option<&str>,
        target: Option<u32>,
        objective: Option<&str>,
        discount: f64,
        spawn_four: f64,
        formation: Option<&str>,
        start: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut builder = Game::builder().discount(discount).spawn_four(spawn_four);
        match (board, formation) {
            (None, None) => {}
            (Some(board), None) => builder = builder.shape(board.parse().map_err(value_error)?),
            (None, Some(name)) => builder = builder.formation(named(name)?),
            (Some(_), Some(_)) => {
                return Err(value_error("give either board or formation: a formation has a board"));
            }
        }
        if let Some(target) = target {
            builder = builder.target(target);
        }
        if let Some(objective) = objective {
            builder = builder.objective(objective.parse().map_err(value_error)?);
        }
        let game = builder.build().map_err(value_error)?;
        let Some(start) = start else { return Ok(Self(game)) };
        game.starting_from(&given_boards(game.shape(), start)?).map(Self).map_err(value_error)
    }

    /// The number of rows, 2 to 4.
    #[getter]
    fn rows(&self) -> usize {
        self.0.shape().rows()
    }

    /// The number of columns, 2 to 4.
    #[getter]
    fn columns(&self) -> usize {
        self.0.shape().cols()
    }

    /// Whether each cell is locked.
    #[getter]
    fn locked<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        let shape = self.0.shape();
        let is_locked = |(row, col)| shape.is_locked(row * shape.cols() + col);
        Array2::from_shape_fn((shape.rows(), shape.cols()), is_locked).into_pyarray(py)
    }

    /// The name of the formation with this board and these start boards, or `None`.
    #[getter]
    fn formation(&self) -> Option<&'static str> {
        self.0.formation().map(|formation| formation.name())
    }

    /// The boards that games start from as text; none if they start from two random tiles.
    #[getter]
    fn starts(&self) -> Vec<String> {
        self.0.given_starts().map(|board| board.to_string()).collect()
    }

    /// The face of the tile that ends the game, such as 512, or `None`.
    #[getter]
    fn target(&self) -> Option<u32> {
        self.0.target().map(Exponent::face)
    }

    /// The face of the largest tile that a game can make: the target, if there is one.
    #[getter]
    fn largest_tile(&self) -> u32 {
        self.target().unwrap_or_else(|| 1 << (self.0.radix() - 1))
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
    fn spawn_four(&self) -> f64 {
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
        let board = match self.formation() {
            Some(name) => format!("formation='{name}'"),
            None => format!("'{}'", self.board()),
        };
        let mut text = format!("Game({board}, target={target}, objective='{objective}'");
        if self.discount() < 1.0 {
            text += &format!(", discount={:?}", self.discount());
        }
        if self.spawn_four() != 0.1 {
            text += &format!(", spawn_four={:?}", self.spawn_four());
        }
        let starts = self.starts();
        if self.formation().is_none() && !starts.is_empty() {
            text += &format!(", start=['{}']", starts.join("', '"));
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

    /// Solves the game exactly, to rounding. Other threads of Python run meanwhile, and Ctrl-C
    /// stops the solve.
    ///
    /// Args:
    ///     threads: 1 or more; None for as many as the machine has. The result is the same.
    ///     precision: "double", or "single" to hold values in half the memory.
    ///     memory_limit: The bytes that the solve may use; None for all that are free: of the
    ///         machine, of the control groups of the process, and under its resource limits. A
    ///         game that `estimate` says to need more is refused before the solve begins.
    ///     progress: True for a bar of tqdm, or a function that is called after each layer.
    ///
    /// Raises:
    ///     ValueError: An argument is out of range; the text names the range.
    ///     MemoryError: The game needs more memory than the limit, or than the system provides.
    ///     Mdp2048Error: The game has more boards than can be numbered, or locked cells leave no
    ///         action on any start board, or the threads of the solve cannot be started.
    ///     KeyboardInterrupt: Ctrl-C was pressed.
    #[pyo3(signature = (*, threads=None, precision="double", memory_limit=None, progress=None))]
    fn solve<'py>(
        game: &Bound<'py, Self>,
        threads: Option<&Bound<'py, PyAny>>,
        precision: &str,
        memory_limit: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let function = game.py().import("mdp2048.solution")?.getattr("solve")?;
        function.call1((game, threads, precision, memory_limit, progress))
    }

    /// Estimates the states of the game and the memory of a solve on all threads, without solving.
    ///
    /// Args:
    ///     precision: "double" or "single", as for `solve`.
    ///
    /// Raises:
    ///     ValueError: The precision has another name.
    ///     Mdp2048Error: The game has more boards than can be numbered.
    #[pyo3(signature = (*, precision="double"))]
    fn estimate<'py>(game: &Bound<'py, Self>, precision: &str) -> PyResult<Bound<'py, PyAny>> {
        game.py().import("mdp2048.solution")?.getattr("estimate")?.call1((game, precision))
    }

    /// The arguments of the constructor, for pickles: those by position, and those by name.
    #[expect(clippy::type_complexity, reason = "Python unpacks it")]
    fn __getnewargs_ex__(
        &self,
    ) -> ((String, Option<u32>, String, f64, f64), BTreeMap<&'static str, Vec<String>>) {
        let by_position =
            (self.board(), self.target(), self.objective(), self.discount(), self.spawn_four());
        (by_position, BTreeMap::from([("start", self.starts())]))
    }

    /// The rows and columns as text, such as `3x3`, or a character for each cell: `x../.../...`.
    #[getter]
    fn board(&self) -> String {
        self.0.shape().to_string()
    }
}

/// The formation with a name.
fn named(name: &str) -> PyResult<Formation> {
    Formation::named(name).ok_or_else(|| {
        let names = Formation::ALL.map(|formation| formation.name()).join(", ");
        value_error(format!(
            "'{name}' is no formation: write one of {names}, or give board, such as \
             '..../..../.xxx/.xxx', and start"
        ))
    })
}
