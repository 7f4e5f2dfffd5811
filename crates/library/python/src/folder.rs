//! The work folder of a finished solve.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use mdp2048::files::{RunKind, WorkFolder};
use mdp2048::solve::SolvedFolder;
use mdp2048::{Board, CanonicalState, Values as _};
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::{Bound, PyModule, PyModuleMethods as _, PyResult, Python, pyclass, pymethods};

use crate::boards::{Keys, boards_of, no_state};
use crate::calls::{detached, pool, released};
use crate::errors::{folder_error, own_error, solve_error, value_error};
use crate::game::PyGame;
use crate::units::measured;

/// The most boards to which games are followed for the values of a few states.
const MOST_BOARDS: usize = 1 << 20;

/// The work folder of a finished solve.
#[pyclass(name = "NativeFolder", module = "mdp2048._native", frozen)]
struct NativeFolder {
    game: PyGame,
    states: u64,
    start_value: f64,
    /// Boxed, because Python does not align objects as its tables need.
    folder: Mutex<Box<SolvedFolder>>,
}

#[pymethods]
impl NativeFolder {
    /// Opens a folder.
    #[new]
    fn new(py: Python<'_>, path: &str) -> PyResult<Self> {
        let files = WorkFolder::open_to_read(Path::new(path)).map_err(folder_error)?;
        let folder = detached(py, || SolvedFolder::open(Box::new(files)))?.map_err(solve_error)?;
        let totals = folder.totals();
        Ok(Self {
            game: PyGame(*folder.game()),
            states: totals.states,
            start_value: measured(&totals.valued_game, totals.start_value),
            folder: Mutex::new(Box::new(folder)),
        })
    }

    #[getter]
    fn game(&self) -> PyGame {
        self.game
    }

    #[getter]
    fn states(&self) -> u64 {
        self.states
    }

    #[getter]
    fn start_value(&self) -> f64 {
        self.start_value
    }

    fn best_actions<'py>(
        &self,
        py: Python<'py>,
        keys: Keys<'py>,
        nan: bool,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let boards = boards_of(self.game.0.shape(), &keys)?;
        let actions = self.ask(py, |folder| {
            let mut actions = vec![-1; boards.len()];
            // The folder holds one layer at a time.
            for at in by_tile_sum(&boards) {
                if let Some(action) = folder.best_at(boards[at])? {
                    actions[at] = action.index() as i8;
                }
            }
            Ok(actions)
        })?;
        let actions: Vec<i8> = actions.map_err(solve_error)?;
        if !nan && let Some(at) = actions.iter().position(|&action| action < 0) {
            return Err(no_state(&self.game.0, at, boards[at]));
        }
        Ok(actions.into_pyarray(py))
    }

    fn values<'py>(
        &self,
        py: Python<'py>,
        keys: Keys<'py>,
        nan: bool,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let boards = boards_of(self.game.0.shape(), &keys)?;
        let states: Vec<_> = boards.iter().map(|&board| CanonicalState::of(board).0).collect();
        let found = self.ask(py, |folder| folder.values_of(&states, MOST_BOARDS))?;
        let Some(found) = found.map_err(solve_error)? else {
            return Err(own_error(
                "the folder holds actions, and too many boards follow these for their values: ask \
                 for fewer boards, or solve the game in memory with folder.game.solve()",
            ));
        };
        let valued_game = *found.valued_game();
        let value = |&state: &CanonicalState| found.value(state).unwrap_or(f64::NAN);
        let values: Vec<f64> =
            states.iter().map(|state| measured(&valued_game, value(state))).collect();
        if !nan && let Some(at) = values.iter().position(|value| value.is_nan()) {
            return Err(no_state(&self.game.0, at, boards[at]));
        }
        Ok(values.into_pyarray(py))
    }
}

impl NativeFolder {
    /// Asks the folder. It is locked by this thread, not by one of those that answer questions: they
    /// wait for no lock.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&mut SolvedFolder) -> T + Send,
    ) -> PyResult<T> {
        let pool = pool()?;
        released(py, || {
            let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
            // The lock itself stays with this thread.
            let folder: &mut SolvedFolder = &mut folder;
            pool.install(|| question(folder))
        })
    }
}

/// The numbers of boards, ascending by tile sum.
fn by_tile_sum(boards: &[Board]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..boards.len()).collect();
    order.sort_by_key(|&at| boards[at].tile_sum());
    order
}

/// Whether there is the work folder of a solve at a path.
#[pyo3::pyfunction]
fn is_work_folder(path: &str) -> PyResult<bool> {
    if !Path::new(path).is_dir() {
        return Ok(false);
    }
    if WorkFolder::kind_at(Path::new(path)) == Some(RunKind::Solve) {
        return Ok(true);
    }
    Err(value_error(format!(
        "{path} is a folder without a solve: give that of `mdp2048 solve --work`, or a file"
    )))
}

/// Adds the class and the function to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NativeFolder>()?;
    module.add_function(pyo3::wrap_pyfunction!(is_work_folder, module)?)
}
