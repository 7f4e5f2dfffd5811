//! A solution: solved, read, asked and written.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use mdp2048::files::machine::{self, MemoryLimit};
use mdp2048::solve::FileError;
use mdp2048::{
    Board, CanonicalState, Precision, Save as _, Solution, SolutionReader, Solve as _,
    SolveEstimate, StoredValues, Values as _,
};
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::{
    Bound, Py, PyAny, PyAnyMethods as _, PyDictMethods as _, PyErr, PyModule, PyModuleMethods as _,
    PyResult, Python, pyclass, pyfunction, pymethods, wrap_pyfunction,
};
use pyo3::types::PyDict;

use crate::background;
use crate::boards::{Keys, ask, no_state};
use crate::calls::{asked_threads, check_threads, detached, released};
use crate::errors::{file_error, io_error, output_error, own_error, solve_error, value_error};
use crate::game::PyGame;
use crate::units::measured;

/// A solved game.
#[pyclass(name = "NativeSolution", module = "mdp2048._native", frozen)]
pub(crate) struct NativeSolution(pub(crate) Arc<Solution>);

/// The values of a layer, which NumPy reads where they are.
#[pyclass(module = "mdp2048._native", frozen)]
struct LayerValues {
    solution: Arc<Solution>,
    layer: usize,
}

#[pymethods]
impl LayerValues {
    /// What NumPy needs to read the values. The array keeps this object, which keeps the solution,
    /// whose values neither change nor move.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (address, count, kind) = match self.solution.stored_values(self.layer) {
            StoredValues::Double(values) => (values.as_ptr().addr(), values.len(), "f8"),
            StoredValues::Single(values) => (values.as_ptr().addr(), values.len(), "f4"),
        };
        let order = if cfg!(target_endian = "little") { '<' } else { '>' };
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", (count,))?;
        interface.set_item("typestr", format!("{order}{kind}"))?;
        interface.set_item("data", (address, true))?;
        Ok(interface)
    }
}

#[pymethods]
impl NativeSolution {
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(*self.0.game())
    }

    #[getter]
    fn states(&self) -> u64 {
        self.0.states()
    }

    #[getter]
    fn start_value(&self) -> f64 {
        measured(self.0.valued_game(), self.0.start_value())
    }

    /// The probability of losing under optimal play, with all its digits.
    #[getter]
    fn lose_probability(&self) -> Option<f64> {
        self.0.valued_game().lose_probability(self.0.start_value())
    }

    /// Whether the stored values are minus the probabilities of losing.
    #[getter]
    fn is_losing(&self) -> bool {
        self.0.valued_game().valuation() == mdp2048::model::Valuation::Losing
    }

    #[getter]
    fn precision(&self) -> &'static str {
        self.0.precision().name()
    }

    /// By layer: the tile sum and the number of states.
    #[getter]
    fn layers(&self) -> Vec<(u32, u64)> {
        self.0.layers().map(|layer| (layer.sum.get(), layer.states)).collect()
    }

    fn values<'py>(
        &self,
        py: Python<'py>,
        keys: Keys<'py>,
        nan: bool,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let valued_game = self.0.valued_game();
        let question = |boards: &[Board]| {
            let mut values = vec![0.0; boards.len()];
            self.0.values_of(boards, &mut values);
            values.iter_mut().for_each(|value| *value = measured(valued_game, *value));
            values
        };
        let values = self.ask(py, &keys, question, |value: &f64| nan || !value.is_nan())?;
        Ok(values.into_pyarray(py))
    }

    fn action_values<'py>(
        &self,
        py: Python<'py>,
        keys: Keys<'py>,
        nan: bool,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let valued_game = *self.0.valued_game();
        self.for_actions(py, &keys, nan, move |values| {
            values.map(|value| measured(&valued_game, value))
        })
    }

    fn regrets<'py>(
        &self,
        py: Python<'py>,
        keys: Keys<'py>,
        nan: bool,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.for_actions(py, &keys, nan, |values| {
            let best = values.into_iter().fold(f64::NAN, f64::max);
            // Actions of equal infinite values have no regret.
            values.map(|value| if value == best { 0.0 } else { best - value })
        })
    }

    fn best_actions<'py>(
        &self,
        py: Python<'py>,
        keys: Keys<'py>,
        nan: bool,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let question = |boards: &[Board]| {
            let mut actions = vec![None; boards.len()];
            self.0.best_actions_of(boards, &mut actions);
            let index = |action: Option<mdp2048::Action>| action.map_or(-1, |it| it.index() as i8);
            actions.into_iter().map(index).collect()
        };
        let actions = self.ask(py, &keys, question, |&action: &i8| nan || action >= 0)?;
        Ok(actions.into_pyarray(py))
    }

    /// By board: its position among all states, or -1.
    fn positions<'py>(
        &self,
        py: Python<'py>,
        keys: Keys<'py>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let question = |boards: &[Board]| {
            let mut positions = vec![None; boards.len()];
            self.0.positions_of(boards, &mut positions);
            positions.into_iter().map(|at| at.map_or(-1, |at| at as i64)).collect()
        };
        let positions: Vec<i64> = self.ask(py, &keys, question, |_| true)?;
        Ok(positions.into_pyarray(py))
    }

    /// The keys of the canonical boards of a layer.
    fn layer_keys<'py>(
        &self,
        py: Python<'py>,
        layer: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let layer = self.layer(layer)?;
        Ok(detached(py, || self.0.keys_of(layer))?.into_pyarray(py))
    }

    /// The values of a layer as the solution holds them.
    fn layer_values(&self, layer: &Bound<'_, PyAny>) -> PyResult<LayerValues> {
        let layer = self.layer(layer)?;
        Ok(LayerValues { solution: Arc::clone(&self.0), layer })
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a solution is not pickled, nor what holds one: save it to a file, pass the path, and \
             call mdp2048.open there",
        ))
    }

    /// Its values never change, so a copy shares them.
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyDict>) -> Py<Self> {
        slf
    }

    /// Writes the solution file, whole or not at all.
    fn save(&self, py: Python<'_>, path: &str) -> PyResult<()> {
        let written = released(py, || self.0.save(Path::new(path)))?;
        written.map(drop).map_err(|error| output_error(&error))
    }
}

impl NativeSolution {
    /// A number for each action of each board.
    fn for_actions<'py>(
        &self,
        py: Python<'py>,
        keys: &Keys<'py>,
        nan: bool,
        number: impl Fn([f64; 4]) -> [f64; 4] + Sync,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let question = |boards: &[Board]| {
            let mut values = vec![[0.0; 4]; boards.len()];
            self.0.action_values_of(boards, &mut values);
            values.iter_mut().for_each(|values| *values = number(*values));
            values
        };
        let is_state = |values: &[f64; 4]| nan || values.iter().any(|value| !value.is_nan());
        let values = self.ask(py, keys, question, is_state)?;
        let count = values.len();
        values.into_flattened().into_pyarray(py).reshape([count, 4])
    }

    /// Asks about boards, and checks that each has an answer.
    fn ask<A: Send>(
        &self,
        py: Python<'_>,
        keys: &Keys<'_>,
        question: impl Fn(&[Board]) -> Vec<A> + Sync,
        is_answer: impl Fn(&A) -> bool,
    ) -> PyResult<Vec<A>> {
        ask(py, self.0.game().shape(), keys, question, |at, board, answer| {
            if is_answer(answer) { Ok(()) } else { Err(self.no_answer(at, board)) }
        })
    }

    /// The exception for a board without an answer, the `at`th of some.
    fn no_answer(&self, at: usize, board: Board) -> PyErr {
        let (state, _) = CanonicalState::of(board);
        if self.0.value(state).is_some()
            && let Err(error) = self.0.check_state(state)
        {
            return own_error(error);
        }
        no_state(self.0.game(), at, board)
    }

    /// The number of a layer.
    fn layer(&self, layer: &Bound<'_, PyAny>) -> PyResult<usize> {
        let layers = self.0.layers().len();
        match layer.extract() {
            Ok(found) if found < layers => Ok(found),
            Err(error) if !error.is_instance_of::<PyOverflowError>(layer.py()) => Err(error),
            // It is too large, or below 0.
            Ok(_) | Err(_) => Err(PyIndexError::new_err(format!(
                "layer {layer}: layers are numbered 0 to {}",
                layers - 1
            ))),
        }
    }
}

/// Solves a game.
#[pyfunction]
fn solve(
    py: Python<'_>,
    game: &PyGame,
    threads: Option<usize>,
    precision: &str,
    memory_limit: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<NativeSolution> {
    let precision: Precision = precision.parse().map_err(value_error)?;
    if let Some(threads) = threads {
        check_threads(threads)?;
    }
    let threads = threads.or_else(asked_threads).unwrap_or_else(machine::threads);
    // Without a limit, all that is free.
    let memory_limit = MemoryLimit::of(memory_limit, threads).bytes;
    let (game, progress) = (game.0, progress.map(Arc::new));
    let solved = background::run(py, move |caller| {
        let mut solver = game.solver().precision(precision).threads(threads);
        if let Some(bytes) = memory_limit {
            solver = solver.memory_limit(bytes);
        }
        solver.on_progress(|report| caller.report(progress.as_ref(), report)).solve()
    })?;
    Ok(NativeSolution(Arc::new(solved.map_err(solve_error)?)))
}

/// The least and the most states of a game, and the least and the most bytes of a solve.
#[pyfunction]
fn estimate(py: Python<'_>, game: &PyGame, precision: &str) -> PyResult<[u64; 4]> {
    let precision: Precision = precision.parse().map_err(value_error)?;
    let estimate = released(py, || Solution::estimate(&game.0, precision))?;
    let SolveEstimate { memory, least_states, most_states, .. } = estimate.map_err(solve_error)?;
    Ok([least_states, most_states, memory.least, memory.most])
}

/// Reads a solution file.
#[pyfunction]
fn read_solution(py: Python<'_>, path: &str) -> PyResult<NativeSolution> {
    let read = released(py, || SolutionReader::open(BufReader::new(File::open(path)?))?.read_all());
    match read? {
        Ok(solution) => Ok(NativeSolution(Arc::new(solution))),
        Err(FileError::Io(error)) => Err(io_error(path, &error)),
        Err(error) => Err(file_error(path, error)),
    }
}

/// Adds the classes and functions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NativeSolution>()?;
    module.add_class::<LayerValues>()?;
    module.add_function(wrap_pyfunction!(solve, module)?)?;
    module.add_function(wrap_pyfunction!(estimate, module)?)?;
    module.add_function(wrap_pyfunction!(read_solution, module)?)
}
