//! What answers about boards: a solution, a policy of a file, or a work folder.

use std::fs::{self, File};
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use mdp2048::answers::{AnswerError, Answers, FolderAnswers, Missing};
use mdp2048::files::{RunKind, WorkFolder, save_solution};
use mdp2048::model::FrameError;
use mdp2048::policy::TextPolicy;
use mdp2048::solve::{FileError, SolvedFolder};
use mdp2048::{
    Action, Board, PackedPolicy, PolicyError, Solution, SolutionReader, StoredValues, Value,
};
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::{
    Bound, Py, PyAny, PyAnyMethods as _, PyErr, PyResult, Python, pyclass, pyfunction, pymethods,
};
use pyo3::types::PyDict;

use crate::boards::{Keys, ask, no_state};
use crate::calls::{detached, detached_in_turn, released};
use crate::errors::{
    file_error, folder_error, io_error, output_error, own_error, solve_error, value_error,
};
use crate::game::PyGame;
use crate::units::Number;

/// The bytes at the beginning of a file that tell its kind.
const PROBE_BYTES: u64 = 64;

/// A solution, a policy of a file, or a work folder.
#[pyclass(name = "NativeAnswers", module = "mdp2048._native", frozen)]
pub(crate) struct NativeAnswers {
    answers: Arc<dyn Answers>,
    /// The same, if it is a solution.
    solution: Option<Arc<Solution>>,
    kind: &'static str,
    states: u64,
    value_error: Option<f64>,
    /// Held while a work folder is asked, by the thread of Python.
    turn: Option<Mutex<()>>,
}

impl NativeAnswers {
    fn new(answers: Arc<dyn Answers>, kind: &'static str, states: u64) -> Self {
        Self { answers, solution: None, kind, states, value_error: None, turn: None }
    }

    /// A solution; an `Mdp2048Error` if it has no state, which only locked cells can cause.
    pub(crate) fn of_solution(solution: Arc<Solution>) -> PyResult<Self> {
        let of_boards = Arc::<Solution>::clone(&solution);
        let states = solution.states();
        if states == 0 {
            return Err(own_error(format!(
                "no action is allowed on any start board of {}: lock fewer cells, or give start=...",
                solution.game()
            )));
        }
        Ok(Self { solution: Some(solution), ..Self::new(of_boards, "solution", states) })
    }

    fn of_folder(files: WorkFolder) -> Result<Self, mdp2048::SolveError> {
        let folder = SolvedFolder::open(Box::new(files))?;
        let states = folder.totals().states;
        let answers = Arc::new(FolderAnswers::new(folder));
        Ok(Self { turn: Some(Mutex::default()), ..Self::new(answers, "work folder", states) })
    }

    pub(crate) fn of_packed(policy: PackedPolicy) -> Self {
        let (states, value_error) = (policy.known_states(), policy.value_error());
        Self { value_error, ..Self::new(Arc::new(policy), "packed", states) }
    }

    fn of_text(policy: TextPolicy) -> Self {
        let (states, value_error) = (policy.states(), policy.value_error());
        Self { value_error, ..Self::new(Arc::new(policy), "text", states) }
    }

    pub(crate) fn answers(&self) -> Arc<dyn Answers> {
        Arc::clone(&self.answers)
    }

    /// The solution; a `TypeError` for anything else.
    pub(crate) fn solution(&self) -> PyResult<&Arc<Solution>> {
        let message =
            || PyTypeError::new_err(format!("this is no solution, but of the kind {}", self.kind));
        self.solution.as_ref().ok_or_else(message)
    }

    /// A number for each action of each board.
    fn for_actions<'py>(
        &self,
        py: Python<'py>,
        keys: &Keys<'py>,
        nan: bool,
        number: impl Fn([f64; 4]) -> [f64; 4] + Sync,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let question = |boards: &[Board]| {
            let mut values = self.answers.action_returns_of(boards)?;
            values.iter_mut().for_each(|values| *values = number(*values));
            Ok(values)
        };
        let is_answer = |values: &[f64; 4]| values.iter().any(|value| !value.is_nan());
        let values = self.ask(py, keys, nan, question, is_answer)?;
        let count = values.len();
        values.into_flattened().into_pyarray(py).reshape([count, 4])
    }

    /// Asks about boards, and checks that each has an answer unless it may be NaN.
    fn ask<A: Send>(
        &self,
        py: Python<'_>,
        keys: &Keys<'_>,
        nan: bool,
        question: impl Fn(&[Board]) -> Result<Vec<A>, AnswerError> + Sync,
        is_answer: impl Fn(&A) -> bool,
    ) -> PyResult<Vec<A>> {
        let shape = self.answers.valued_game().game().shape();
        ask(py, shape, keys, self.turn.as_ref(), question, |at, board, answer| {
            if nan || is_answer(answer) { Ok(()) } else { Err(self.no_answer(py, at, board)) }
        })
    }

    /// The exception for a board without an answer, the `at`th of some.
    pub(crate) fn no_answer(&self, py: Python<'_>, at: usize, board: Board) -> PyErr {
        let valued_game = self.answers.valued_game();
        let (game, kind) = (valued_game.game(), self.kind);
        let turn = self.turn.as_ref();
        let missing = match detached_in_turn(py, turn, || self.answers.missing(board)) {
            Ok(missing) => missing,
            Err(error) => return error,
        };
        match missing {
            Missing::Failed(error) => solve_error(error),
            Missing::Unreachable => no_state(game, at, board, self.solution.is_some()),
            _ if self.answers.advise(board).is_some() => value_error(format!(
                "the {kind} policy holds no such values: ask for best_actions, or solve the game"
            )),
            _ => value_error(format!(
                "the {kind} policy of {game} has no entry for board {at}, '{board}': no game \
                 reaches it, or it was packed without rare boards; pass missing=\"nan\""
            )),
        }
    }

    /// The number of a layer.
    fn layer(&self, layer: &Bound<'_, PyAny>) -> PyResult<usize> {
        let layers = self.solution()?.layers().len();
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

#[pymethods]
impl NativeAnswers {
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(*self.answers.valued_game().game())
    }

    #[getter]
    fn kind(&self) -> &'static str {
        self.kind
    }

    #[getter]
    fn states(&self) -> u64 {
        self.states
    }

    /// The largest error of a value of a policy, if it holds values.
    #[getter]
    fn value_error(&self) -> Option<f64> {
        self.value_error
    }

    #[getter]
    fn start_value(&self) -> Option<f64> {
        self.answers.start_value().map(Value::get)
    }

    /// The probability of losing under optimal play, with all its digits.
    #[getter]
    fn start_loss(&self) -> Option<f64> {
        self.answers.start_value()?.loss()
    }

    /// Whether values have a probability of losing beside them.
    #[getter]
    pub(crate) fn has_losses(&self) -> bool {
        self.answers.valued_game().value(0.0).loss().is_some()
    }

    /// A bound of the relative error of the numbers that the solver computes; `None` if the bounds
    /// are absolute.
    #[getter]
    fn relative_bound(&self) -> Option<f64> {
        let held = self.answers.accuracy().relative()?;
        Some(self.answers.valued_game().game().relative_bound(held))
    }

    #[getter]
    fn precision(&self) -> PyResult<&'static str> {
        Ok(self.solution()?.precision().name())
    }

    /// By layer: the tile sum and the number of states.
    #[getter]
    fn layers(&self) -> PyResult<Vec<(u32, u64)>> {
        Ok(self.solution()?.layers().map(|layer| (layer.sum.get(), layer.states)).collect())
    }

    fn values<'py>(
        &self,
        py: Python<'py>,
        keys: Keys<'py>,
        nan: bool,
        loss: bool,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (valued_game, number) = (self.answers.valued_game(), Number::asked(loss));
        let question = |boards: &[Board]| {
            let mut values = self.answers.expected_returns_of(boards)?;
            values.iter_mut().for_each(|value| *value = number.of(&valued_game, *value));
            Ok(values)
        };
        let values = self.ask(py, &keys, nan, question, |value: &f64| !value.is_nan())?;
        Ok(values.into_pyarray(py))
    }

    fn action_values<'py>(
        &self,
        py: Python<'py>,
        keys: Keys<'py>,
        nan: bool,
        loss: bool,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (valued_game, number) = (self.answers.valued_game(), Number::asked(loss));
        let each = |values: [f64; 4]| values.map(|value| number.of(&valued_game, value));
        self.for_actions(py, &keys, nan, each)
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
        let index = |action: Option<Action>| action.map_or(-1, |it| it.index() as i8);
        let question = |boards: &[Board]| {
            Ok(self.answers.actions_of(boards)?.into_iter().map(index).collect())
        };
        let actions = self.ask(py, &keys, nan, question, |&action: &i8| action >= 0)?;
        Ok(actions.into_pyarray(py))
    }

    /// By board: its position among all states of a solution, or -1.
    fn positions<'py>(
        &self,
        py: Python<'py>,
        keys: Keys<'py>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let solution = self.solution()?;
        let question = |boards: &[Board]| {
            let mut positions = vec![None; boards.len()];
            solution.positions_of(boards, &mut positions);
            Ok(positions.into_iter().map(|at| at.map_or(-1, |at| at as i64)).collect())
        };
        let positions: Vec<i64> = self.ask(py, &keys, true, question, |_| true)?;
        Ok(positions.into_pyarray(py))
    }

    /// The keys of the canonical boards of a layer of a solution.
    fn layer_keys<'py>(
        &self,
        py: Python<'py>,
        layer: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let (layer, solution) = (self.layer(layer)?, self.solution()?);
        let keys = detached(py, || solution.keys_of(layer))?;
        Ok(keys.map_err(|error| solve_error(error.into()))?.into_pyarray(py))
    }

    /// The values of a layer of a solution.
    fn layer_values<'py>(
        &self,
        py: Python<'py>,
        layer: &Bound<'py, PyAny>,
        loss: bool,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (layer, solution) = (self.layer(layer)?, self.solution()?);
        let valued_game = self.answers.valued_game();
        let number = |value: f64| Number::asked(loss).of(&valued_game, value);
        let values: Vec<f64> = released(py, || match solution.stored_values(layer) {
            StoredValues::Double(values) => values.iter().map(|&it| number(it)).collect(),
            StoredValues::Single(values) => values.iter().map(|&it| number(it.into())).collect(),
        })?;
        Ok(values.into_pyarray(py))
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

    /// Writes the file of a solution, whole or not at all.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let solution = self.solution()?;
        let written = released(py, || save_solution(solution, &path))?;
        written.map(drop).map_err(|error| output_error(&error))
    }
}

/// The first bytes of a file, which tell its kind.
pub(crate) fn start_of(path: &Path) -> PyResult<Vec<u8>> {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(PROBE_BYTES).read_to_end(&mut start));
    read.map_err(|error| io_error(path, &error))?;
    Ok(start)
}

/// Whether a packed policy begins with some bytes.
pub(crate) fn is_policy(start: &[u8]) -> bool {
    !matches!(PackedPolicy::from_bytes(start), Err(PolicyError::Frame(FrameError::OtherKind(_))))
}

/// Opens a solution, a policy or the work folder of a finished solve. `game` is that of a text
/// policy, which the text does not name.
#[pyfunction]
pub(crate) fn open(
    py: Python<'_>,
    path: PathBuf,
    game: Option<&PyGame>,
) -> PyResult<NativeAnswers> {
    let path = &*path;
    if path.is_dir() {
        let files = work_folder(path)?;
        return detached(py, || NativeAnswers::of_folder(files))?.map_err(solve_error);
    }
    let error = |error| io_error(path, &error);
    let start = start_of(path)?;
    if TextPolicy::is_text(&start) {
        let PyGame(game) = game.ok_or_else(|| {
            value_error(format!(
                "{} is a text policy, which does not name its game: pass game=Game(...)",
                path.display()
            ))
        })?;
        let read = released(py, || fs::read(path).map(|bytes| TextPolicy::read(&bytes, game)))?;
        let policy = read.map_err(error)?.map_err(|error| file_error(path, error))?;
        return Ok(NativeAnswers::of_text(policy));
    }
    if is_policy(&start) {
        return Ok(NativeAnswers::of_packed(read_policy(py, path)?));
    }
    let read = released(py, || SolutionReader::open(BufReader::new(File::open(path)?))?.read_all());
    match read? {
        Ok(solution) => NativeAnswers::of_solution(Arc::new(solution)),
        Err(FileError::Io(source)) => Err(error(source)),
        Err(error) => Err(file_error(path, error)),
    }
}

/// Reads a packed policy.
pub(crate) fn read_policy(py: Python<'_>, path: &Path) -> PyResult<PackedPolicy> {
    let read = released(py, || fs::read(path).map(|bytes| PackedPolicy::from_bytes(&bytes)))?;
    let policy = read.map_err(|error| io_error(path, &error))?;
    policy.map_err(|error| file_error(path, error))
}

/// The work folder of a solve.
pub(crate) fn work_folder(path: &Path) -> PyResult<WorkFolder> {
    if WorkFolder::kind_at(path) != Some(RunKind::Solve) {
        return Err(value_error(format!(
            "{} is a folder without a solve: give that of `mdp2048 solve --work`, or a file",
            path.display()
        )));
    }
    WorkFolder::open_to_read(path).map_err(folder_error)
}
