//! The work folder of a finished solve.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use mdp2048::solve::{FileContents, SolvedFolder, WorkFiles};
use mdp2048::{Board, CanonicalState, Values as _};
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::{Bound, PyModule, PyModuleMethods as _, PyResult, Python, pyclass, pymethods};

use crate::boards::{Keys, boards_of, no_state};
use crate::calls::detached;
use crate::errors::{io_error, own_error, solve_error, value_error};
use crate::game::PyGame;
use crate::units::measured;

/// The most boards to which games are followed for the values of a few states.
const MOST_BOARDS: usize = 1 << 20;

/// The files of a folder, which are only read.
struct FolderFiles {
    path: PathBuf,
    /// Keeps away runs, which remove files of the layers that are read; `None` where there is none.
    _lock: Option<File>,
}

impl FolderFiles {
    fn open(path: &Path) -> io::Result<Self> {
        let lock = File::open(path.join("lock")).ok();
        let is_used = |lock: &File| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock));
        if lock.as_ref().is_some_and(is_used) {
            return Err(io::Error::new(
                io::ErrorKind::ResourceBusy,
                "a run writes to this folder: wait until it ends",
            ));
        }
        Ok(Self { path: path.to_owned(), _lock: lock })
    }
}

impl WorkFiles for FolderFiles {
    fn write(&mut self, _: &str, _: bool, _: FileContents<'_>) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn read(&mut self, name: &str) -> io::Result<Box<dyn Read>> {
        match File::open(self.path.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let file = File::open(self.path.join(format!("{name}.zst")))?;
                Ok(Box::new(zstd::Decoder::new(file)?))
            }
            file => Ok(Box::new(BufReader::new(file?))),
        }
    }

    fn names(&mut self) -> io::Result<Vec<String>> {
        let name = |entry: io::Result<fs::DirEntry>| {
            let name = entry?.file_name().to_string_lossy().into_owned();
            Ok(name.strip_suffix(".zst").map_or(name.clone(), str::to_owned))
        };
        fs::read_dir(&self.path)?.map(name).collect()
    }

    fn remove(&mut self, _: &str) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }
}

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
        let files = FolderFiles::open(Path::new(path)).map_err(|error| io_error(path, &error))?;
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
        let actions = detached(py, || {
            let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
            let mut actions = vec![-1; boards.len()];
            // The folder holds one layer at a time.
            for at in by_tile_sum(&boards) {
                let (state, symmetry) = CanonicalState::of(boards[at]);
                if let Some(action) = folder.action(state)? {
                    actions[at] = symmetry.inverse().action(action).index() as i8;
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
        let found = detached(py, || {
            let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
            folder.values_of(&states, MOST_BOARDS)
        })?;
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
    let has = |name: &str| Path::new(path).join(name).is_file();
    if has(mdp2048::solve::MANIFEST) || has(mdp2048::solve::MANIFEST_COPY) {
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
