//! Policies valued exactly.

use std::ops::ControlFlow;
use std::sync::Arc;

use mdp2048::{
    Action, Board, CostlyBoard, EvaluatePolicyError, EvaluationLimits, PolicyEvaluation, Solution,
    Values as _,
};
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray2};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::{
    Bound, FromPyObject, Py, PyAny, PyDictMethods as _, PyErr, PyModule, PyModuleMethods as _,
    PyResult, Python, pyfunction, wrap_pyfunction,
};
use pyo3::types::PyDict;

use crate::answers::NativeAnswers;
use crate::background;
use crate::boards::{Keys, ask};
use crate::errors::{answer_error, solve_error, value_error};
use crate::game::PyGame;
use crate::policy_evaluator::{PolicyEvaluator, Source};

/// How far a sum of probabilities may be from 1. Those of a softmax in single precision are off by
/// up to 2e-7.
const ROUNDING: f64 = 1e-6;

/// How an evaluation is made.
struct Settings {
    is_symmetric: bool,
    with_visits: bool,
    limits: EvaluationLimits,
    progress: Option<Arc<Py<PyAny>>>,
}

/// What an evaluation finds.
type Found = (PolicyEvaluation, Option<Vec<(u64, f64)>>);

/// Evaluates a policy on a thread of its own.
fn evaluate_source<'py>(
    py: Python<'py>,
    solution: &Arc<Solution>,
    source: Source,
    settings: Settings,
) -> PyResult<Bound<'py, PyDict>> {
    let own = Arc::clone(solution);
    let found = background::run(py, move |caller| {
        let Settings { is_symmetric, with_visits, limits, progress } = settings;
        let visits = with_visits.then(Vec::new);
        let (missing, failure) = (None, None);
        let mut evaluator =
            PolicyEvaluator { caller: &caller, source, is_symmetric, missing, failure, visits };
        let mut report = |it| -> ControlFlow<()> { caller.report(progress.as_ref(), it) };
        match own.evaluate_policy(&mut evaluator, limits, &mut report) {
            Ok(result) => Ok::<Found, _>((result, evaluator.visits)),
            Err(error) => Err(Box::new((error, evaluator.missing, evaluator.failure))),
        }
    })?;
    match found.map_err(|failed| *failed) {
        Ok((result, visits)) => to_dict(py, solution, &result, visits),
        Err((_, _, Some(failure))) => Err(answer_error(failure)),
        Err((EvaluatePolicyError::NoDistribution { .. }, Some(board), _)) => {
            Err(value_error(format!(
                "the policy has no action on '{board}', which its games reach: pack it with \
                 --threshold 0, or give one of a game that goes on there"
            )))
        }
        Err((error, ..)) => Err(evaluate_error(error)),
    }
}

/// The exception of an evaluation.
fn evaluate_error(error: EvaluatePolicyError) -> PyErr {
    match error {
        EvaluatePolicyError::Stopped(error) => solve_error(error),
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
    let dict = PyDict::new(py);
    dict.set_item("boards", result.boards)?;
    dict.set_item("value", result.value.get())?;
    dict.set_item("optimum", result.optimum.get())?;
    dict.set_item("lose_probability", result.value.loss())?;
    dict.set_item("win_probability", solution.game().target().map(|_| result.win))?;
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

/// A policy as an argument.
#[derive(FromPyObject)]
enum GivenPolicy {
    /// That of a solution, of a file or of a work folder.
    Answers(Py<NativeAnswers>),
    /// The action of each state.
    Actions(Py<PyArray1<i8>>),
    /// The probabilities of the actions of each state.
    Probabilities(Py<PyArray2<f64>>),
    /// A function from keys to the probabilities of actions.
    Function(Py<PyAny>),
}

/// Evaluates a policy. The limits are the most boards that are held at a time for a function, and
/// the number of costly states that are listed.
#[pyfunction]
fn evaluate<'py>(
    py: Python<'py>,
    solution: &NativeAnswers,
    policy: GivenPolicy,
    symmetric: bool,
    visits: bool,
    limits: (usize, usize),
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let solution = solution.solution()?;
    let (weights, costliest) = limits;
    let is_function = matches!(policy, GivenPolicy::Function(_));
    let source = match policy {
        GivenPolicy::Answers(policy) => {
            let answers = policy.get().answers();
            let (valued_game, expected) = (answers.valued_game(), solution.game());
            if valued_game.game().shape() != expected.shape() {
                let found = valued_game.game();
                return Err(value_error(format!(
                    "the policy is one of {found}, not of {expected}"
                )));
            }
            Source::Answers(answers)
        }
        GivenPolicy::Actions(actions) => Source::Actions(Arc::new(actions)),
        GivenPolicy::Probabilities(rows) => Source::Probabilities(Arc::new(rows)),
        GivenPolicy::Function(function) => Source::Function(Arc::new(function)),
    };
    let limits = EvaluationLimits { costliest, ..EvaluationLimits::default() };
    let settings = Settings {
        // All but functions treat images of a board alike.
        is_symmetric: symmetric || !is_function,
        with_visits: visits,
        limits: if is_function { EvaluationLimits { weights, ..limits } } else { limits },
        progress: progress.map(Arc::new),
    };
    evaluate_source(py, solution, source, settings)
}

/// The first row that is no distribution: a number is nan or negative, or the sum is not 1.
#[pyfunction]
fn wrong_row(py: Python<'_>, probabilities: PyReadonlyArray2<'_, f64>) -> PyResult<Option<usize>> {
    let rows = probabilities.as_slice()?;
    Ok(py.detach(|| {
        rows.as_chunks().0.iter().position(|row: &[f64; 4]| {
            let is_distribution = (row.iter().sum::<f64>() - 1.0).abs() <= ROUNDING;
            !is_distribution || row.iter().any(|&probability| probability < 0.0)
        })
    }))
}

/// By board: whether each action is allowed.
#[pyfunction]
fn allowed_actions<'py>(
    py: Python<'py>,
    game: &PyGame,
    keys: Keys<'py>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let allowed = |board: &Board| Action::ALL.map(|action| board.slide(action).is_some());
    let question = |boards: &[Board]| Ok(boards.iter().map(allowed).collect());
    let allowed: Vec<[bool; 4]> = ask(py, game.0.shape(), &keys, None, question, |_, _, _| Ok(()))?;
    let count = allowed.len();
    allowed.into_flattened().into_pyarray(py).reshape([count, 4])
}

/// Adds the functions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(wrong_row, module)?)?;
    module.add_function(wrap_pyfunction!(allowed_actions, module)?)
}
