//! Packed and text policies.

use std::fs;
use std::sync::Arc;

use mdp2048::model::Advice;
use mdp2048::policy::TextPolicy;
use mdp2048::{Board, PackedPolicy, Policy, PolicyError, ValuedGame};
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::{
    Bound, PyErr, PyModule, PyModuleMethods as _, PyResult, Python, pyclass, pyfunction, pymethods,
    wrap_pyfunction,
};

use crate::boards::{Keys, ask};
use crate::calls::released;
use crate::errors::{file_error, io_error, value_error};
use crate::game::PyGame;
use crate::units::measured;

/// A policy that was read from a file.
#[pyclass(name = "NativePolicy", module = "mdp2048._native", frozen)]
pub(crate) struct NativePolicy {
    policy: Arc<dyn Policy + Send + Sync>,
    valued_game: ValuedGame,
    kind: &'static str,
    states: u64,
    value_error: Option<f64>,
}

impl NativePolicy {
    /// The policy, whose actions do not depend on the image of a board.
    pub(crate) fn policy(&self) -> Arc<dyn Policy + Send + Sync> {
        Arc::clone(&self.policy)
    }

    pub(crate) const fn valued_game(&self) -> &ValuedGame {
        &self.valued_game
    }

    /// The answer for each board.
    fn advice(
        &self,
        py: Python<'_>,
        keys: &Keys<'_>,
        nan: bool,
        needed: fn(&Advice) -> bool,
    ) -> PyResult<Vec<Option<Advice>>> {
        let question =
            |boards: &[Board]| boards.iter().map(|&board| self.policy.advise(board)).collect();
        let check = |at: usize, board: Board, advice: &Option<Advice>| {
            if nan || advice.as_ref().is_some_and(needed) {
                return Ok(());
            }
            Err(self.missing(at, board, advice.is_some()))
        };
        ask(py, self.valued_game.game().shape(), keys, question, check)
    }

    fn missing(&self, at: usize, board: Board, has_entry: bool) -> PyErr {
        let game = self.valued_game.game();
        value_error(if has_entry {
            format!(
                "the {} policy holds no such values: ask for best_actions, or solve the game",
                self.kind
            )
        } else {
            format!(
                "the {} policy of {game} has no entry for board {at}, '{board}': no game reaches \
                 it, or it was packed without rare boards; pass missing=\"nan\"",
                self.kind
            )
        })
    }
}

#[pymethods]
impl NativePolicy {
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(*self.valued_game.game())
    }

    #[getter]
    fn kind(&self) -> &'static str {
        self.kind
    }

    #[getter]
    fn states(&self) -> u64 {
        self.states
    }

    #[getter]
    fn value_error(&self) -> Option<f64> {
        self.value_error
    }

    fn best_actions<'py>(
        &self,
        py: Python<'py>,
        keys: Keys<'py>,
        nan: bool,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let advice = self.advice(py, &keys, nan, |_| true)?;
        let index = |it: Option<Advice>| it.map_or(-1, |advice| advice.action.index() as i8);
        Ok(advice.into_iter().map(index).collect::<Vec<i8>>().into_pyarray(py))
    }

    fn values<'py>(
        &self,
        py: Python<'py>,
        keys: Keys<'py>,
        nan: bool,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let advice = self.advice(py, &keys, nan, |advice| advice.value.is_some())?;
        let value = |it: Option<Advice>| {
            measured(&self.valued_game, it.and_then(|advice| advice.value).unwrap_or(f64::NAN))
        };
        Ok(advice.into_iter().map(value).collect::<Vec<f64>>().into_pyarray(py))
    }

    fn action_values<'py>(
        &self,
        py: Python<'py>,
        keys: Keys<'py>,
        nan: bool,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let advice = self.advice(py, &keys, nan, |advice| advice.action_values.is_some())?;
        let count = advice.len();
        let values = |it: Option<Advice>| {
            let values = it.and_then(|advice| advice.action_values).unwrap_or_default();
            mdp2048::Action::ALL
                .map(|action| measured(&self.valued_game, values.get(action).unwrap_or(f64::NAN)))
        };
        let values: Vec<f64> = advice.into_iter().flat_map(values).collect();
        values.into_pyarray(py).reshape([count, 4])
    }
}

/// What kind of file is at a path: `solution`, `packed` or `text`.
#[pyfunction]
fn kind_of(path: &str) -> PyResult<&'static str> {
    use std::io::Read as _;
    let mut start = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(64).read_to_end(&mut start));
    read.map_err(|error| io_error(path, &error))?;
    Ok(if TextPolicy::is_text(&start) {
        "text"
    } else if matches!(PackedPolicy::from_bytes(&start), Err(PolicyError::NotAPolicy)) {
        "solution"
    } else {
        "packed"
    })
}

/// Reads a packed policy.
#[pyfunction]
fn read_packed(py: Python<'_>, path: &str) -> PyResult<NativePolicy> {
    let read = released(py, || fs::read(path).map(|bytes| PackedPolicy::from_bytes(&bytes)))?;
    let policy = read.map_err(|error| io_error(path, &error))?;
    let policy = policy.map_err(|error| file_error(path, error))?;
    Ok(NativePolicy {
        valued_game: policy.header().valued_game,
        kind: "packed",
        states: policy.known_states(),
        value_error: policy.value_error(),
        policy: Arc::new(policy),
    })
}

/// Reads a text policy of a game, which the text does not name.
#[pyfunction]
fn read_text(py: Python<'_>, path: &str, game: &PyGame) -> PyResult<NativePolicy> {
    let read = released(py, || fs::read(path).map(|bytes| TextPolicy::read(&bytes, &game.0)))?;
    let policy = read.map_err(|error| io_error(path, &error))?;
    let policy = policy.map_err(|error| file_error(path, error))?;
    Ok(NativePolicy {
        valued_game: game.0.into(),
        kind: "text",
        states: policy.states(),
        value_error: policy.value_error(),
        policy: Arc::new(policy),
    })
}

/// Adds the class and the functions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NativePolicy>()?;
    module.add_function(wrap_pyfunction!(kind_of, module)?)?;
    module.add_function(wrap_pyfunction!(read_packed, module)?)?;
    module.add_function(wrap_pyfunction!(read_text, module)?)
}
