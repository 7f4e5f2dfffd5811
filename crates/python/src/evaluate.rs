//! Policies valued exactly.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::channel;

use mdp2048::{
    Action, BatchedPolicy, Board, CostlyBoard, EvaluatePolicyError, Policy, PolicyEvaluation,
    Solution, SolveError, Values as _,
};
use numpy::{
    IntoPyArray as _, PyArray1, PyArrayMethods as _, PyReadonlyArray1, PyReadonlyArray2,
    PyUntypedArrayMethods as _,
};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::{
    Bound, Py, PyAny, PyAnyMethods as _, PyDictMethods as _, PyErr, PyModule, PyModuleMethods as _,
    PyResult, Python, pyfunction, wrap_pyfunction,
};
use pyo3::types::PyDict;

use crate::background::{self, Caller};
use crate::errors::{own_error, solve_error, value_error};
use crate::policy::NativePolicy;
use crate::solution::NativeSolution;
use crate::units::measured;

/// A policy that an evaluation asks, and what is known of its answers.
struct Asked<'a> {
    caller: &'a Caller,
    source: Source,
    is_symmetric: bool,
    /// A board for which a policy of a file has no entry.
    missing: Option<Board>,
    /// By layer: the boards and how often games visit them, if they are wanted.
    visits: Option<Vec<(u64, f64)>>,
}

/// What chooses the actions.
enum Source {
    /// A function of Python: from keys to probabilities.
    Function(Arc<Py<PyAny>>),
    /// The probabilities of the actions of each state, in the order of the columns of a solution.
    Table { solution: Arc<Solution>, rows: TableRows },
    /// A file.
    File(Arc<dyn Policy + Send + Sync>),
}

/// The actions of each state.
enum TableRows {
    Actions(Vec<i8>),
    Probabilities(Vec<[f64; 4]>),
}

impl TableRows {
    /// The probabilities of the state at a position.
    fn probabilities(&self, at: usize) -> [f64; 4] {
        match self {
            Self::Actions(actions) => {
                let action = actions.get(at).copied().unwrap_or(-1);
                std::array::from_fn(|index| f64::from(u8::from(action == index as i8)))
            }
            Self::Probabilities(rows) => rows.get(at).copied().unwrap_or_default(),
        }
    }
}

impl BatchedPolicy for Asked<'_> {
    fn choose(&mut self, boards: &[Board], probabilities: &mut [[f64; 4]]) {
        match &self.source {
            Source::Function(function) => {
                let keys: Vec<u64> = boards.iter().map(|board| board.key()).collect();
                let (sender, receiver) = channel();
                let function = Arc::clone(function);
                let is_heard = self.caller.send(move |py| {
                    let count = keys.len();
                    let chosen = function.bind(py).call1((keys.into_pyarray(py),))?;
                    let chosen: PyReadonlyArray2<'_, f64> = chosen.extract()?;
                    if chosen.shape() != [count, 4] {
                        return Err(PyValueError::new_err("the policy gives another shape"));
                    }
                    // An error means that the evaluation has ended.
                    let _ = sender.send(chosen.as_array().iter().copied().collect::<Vec<f64>>());
                    Ok(())
                });
                if !is_heard {
                    return;
                }
                // The sender is dropped if the function raises an exception.
                if let Ok(chosen) = receiver.recv() {
                    for (row, chosen) in probabilities.iter_mut().zip(chosen.chunks_exact(4)) {
                        row.copy_from_slice(chosen);
                    }
                }
            }
            Source::Table { solution, rows } => {
                let mut positions = vec![None; boards.len()];
                solution.positions_of(boards, &mut positions);
                for (row, at) in probabilities.iter_mut().zip(positions) {
                    *row = at.map_or([0.0; 4], |at| rows.probabilities(at as usize));
                }
            }
            Source::File(policy) => {
                for (&board, row) in boards.iter().zip(probabilities) {
                    match policy.advise(board) {
                        Some(advice) => row[advice.action.index()] = 1.0,
                        None => {
                            self.missing.get_or_insert(board);
                        }
                    }
                }
            }
        }
    }

    fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    fn visit(&mut self, boards: &[Board], occupancies: &[f64]) {
        if let Some(visits) = &mut self.visits {
            visits.extend(boards.iter().map(|board| board.key()).zip(occupancies.iter().copied()));
        }
    }
}

/// How an evaluation is made.
struct Settings {
    is_symmetric: bool,
    with_visits: bool,
    most: usize,
    progress: Option<Arc<Py<PyAny>>>,
}

/// What an evaluation finds.
type Found = (PolicyEvaluation, Option<Vec<(u64, f64)>>);

/// Evaluates a policy on a thread of its own.
fn evaluate<'py>(
    py: Python<'py>,
    solution: &NativeSolution,
    source: Source,
    settings: Settings,
) -> PyResult<Bound<'py, PyDict>> {
    let solution = Arc::clone(&solution.0);
    let own = Arc::clone(&solution);
    let found = background::run(py, move |caller| {
        let Settings { is_symmetric, with_visits, most, progress } = settings;
        let visits = with_visits.then(Vec::new);
        let mut asked = Asked { caller: &caller, source, is_symmetric, missing: None, visits };
        let mut report = |it| -> ControlFlow<()> { caller.report(progress.as_ref(), it) };
        match own.evaluate_policy(&mut asked, most, &mut report) {
            Ok(result) => Ok::<Found, _>((result, asked.visits)),
            Err(error) => Err((error, asked.missing)),
        }
    })?;
    match found {
        Ok((result, visits)) => to_dict(py, &solution, &result, visits),
        Err((EvaluatePolicyError::NoDistribution { .. }, Some(board))) => {
            Err(value_error(format!(
                "the policy has no entry for '{board}', which its games reach: pack it with \
                 --threshold 0"
            )))
        }
        Err((error, _)) => Err(evaluate_error(error)),
    }
}

/// The exception of an evaluation.
fn evaluate_error(error: EvaluatePolicyError) -> PyErr {
    match error {
        EvaluatePolicyError::Stopped(error @ SolveError::Interrupted) => solve_error(error),
        EvaluatePolicyError::Stopped(error) => own_error(error),
        EvaluatePolicyError::TooLarge { .. } => PyMemoryError::new_err(error.to_string()),
        error => value_error(error),
    }
}

/// The result as Python reads it.
fn to_dict<'py>(
    py: Python<'py>,
    solution: &Solution,
    result: &PolicyEvaluation,
    visits: Option<Vec<(u64, f64)>>,
) -> PyResult<Bound<'py, PyDict>> {
    let game = solution.valued_game();
    let dict = PyDict::new(py);
    dict.set_item("boards", result.boards)?;
    dict.set_item("value", measured(game, result.value))?;
    dict.set_item("optimum", measured(game, result.optimum))?;
    dict.set_item("lose_probability", game.lose_probability(result.value))?;
    dict.set_item("win_probability", game.game().target().map(|_| result.win))?;
    dict.set_item("score", result.score)?;
    dict.set_item("moves", result.moves)?;
    dict.set_item("loss", result.layers.iter().map(|layer| layer.loss).sum::<f64>())?;
    let sums: Vec<u32> = result.layers.iter().map(|layer| layer.tile_sum.get()).collect();
    dict.set_item("tile_sums", sums.into_pyarray(py))?;
    let losses: Vec<f64> = result.layers.iter().map(|layer| layer.loss).collect();
    dict.set_item("losses", losses.into_pyarray(py))?;
    let occupancies: Vec<f64> = result.layers.iter().map(|layer| layer.occupancy).collect();
    dict.set_item("occupancies", occupancies.into_pyarray(py))?;
    let costliest = result.costliest.iter().map(|state| {
        let CostlyBoard { board, probabilities, best, .. } = state.worst;
        let worst = (board.to_string(), probabilities.to_vec(), best.index());
        (state.board.to_string(), state.occupancy, state.loss, worst.0, worst.1, worst.2)
    });
    dict.set_item("costliest", costliest.collect::<Vec<_>>())?;
    if let Some(visits) = visits {
        let (keys, occupancies): (Vec<u64>, Vec<f64>) = visits.into_iter().unzip();
        dict.set_item("visited", (keys.into_pyarray(py), occupancies.into_pyarray(py)))?;
    }
    Ok(dict)
}

/// Evaluates a function from keys to the probabilities of actions.
#[pyfunction]
fn evaluate_function<'py>(
    py: Python<'py>,
    solution: &NativeSolution,
    function: Py<PyAny>,
    symmetric: bool,
    visits: bool,
    most: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let progress = progress.map(Arc::new);
    let settings = Settings { is_symmetric: symmetric, with_visits: visits, most, progress };
    evaluate(py, solution, Source::Function(Arc::new(function)), settings)
}

/// Evaluates the actions of all states.
#[pyfunction]
fn evaluate_actions<'py>(
    py: Python<'py>,
    solution: &NativeSolution,
    actions: PyReadonlyArray1<'py, i8>,
    visits: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let rows = TableRows::Actions(actions.as_array().iter().copied().collect());
    evaluate_rows(py, solution, rows, visits, progress)
}

/// Evaluates the probabilities of the actions of all states.
#[pyfunction]
fn evaluate_probabilities<'py>(
    py: Python<'py>,
    solution: &NativeSolution,
    probabilities: PyReadonlyArray2<'py, f64>,
    visits: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let row = |row: numpy::ndarray::ArrayView1<'_, f64>| std::array::from_fn(|at| row[at]);
    let rows = probabilities.as_array().rows().into_iter().map(row).collect();
    evaluate_rows(py, solution, TableRows::Probabilities(rows), visits, progress)
}

fn evaluate_rows<'py>(
    py: Python<'py>,
    solution: &NativeSolution,
    rows: TableRows,
    visits: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let progress = progress.map(Arc::new);
    let source = Source::Table { solution: Arc::clone(&solution.0), rows };
    // The rows are those of canonical boards.
    let settings = Settings { is_symmetric: true, with_visits: visits, most: usize::MAX, progress };
    evaluate(py, solution, source, settings)
}

/// Evaluates a policy of a file.
#[pyfunction]
fn evaluate_policy<'py>(
    py: Python<'py>,
    solution: &NativeSolution,
    policy: &NativePolicy,
    visits: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (found, expected) = (policy.valued_game().game(), solution.0.game());
    if found.shape() != expected.shape() {
        return Err(value_error(format!("the policy is one of {found}, not of {expected}")));
    }
    let progress = progress.map(Arc::new);
    let settings = Settings { is_symmetric: true, with_visits: visits, most: usize::MAX, progress };
    evaluate(py, solution, Source::File(policy.policy()), settings)
}

/// By board: whether each action is allowed.
#[pyfunction]
fn allowed_actions<'py>(
    py: Python<'py>,
    game: &crate::game::PyGame,
    keys: crate::boards::Keys<'py>,
) -> PyResult<Bound<'py, numpy::PyArray2<bool>>> {
    let boards = crate::boards::boards_of(game.0.shape(), &keys)?;
    let count = boards.len();
    let allowed: Vec<bool> = boards
        .iter()
        .flat_map(|board| Action::ALL.map(|action| board.slide(action).is_some()))
        .collect();
    let flat: Bound<'py, PyArray1<bool>> = allowed.into_pyarray(py);
    flat.reshape([count, 4])
}

/// Adds the functions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(evaluate_function, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate_actions, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate_probabilities, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate_policy, module)?)?;
    module.add_function(wrap_pyfunction!(allowed_actions, module)?)
}
