//! Policies valued exactly.

use std::sync::Arc;

use mdp2048::agents::{AgentNeed, AgentResources, AgentSpec, SolvedPolicy};
use mdp2048::{
    Action, AgentPolicy, BatchedPolicy as _, Board, CostlyBoard, EvaluatePolicyError,
    PolicyEvaluation, Solution,
};
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray2};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::{
    Bound, FromPyObject, IntoPyObject, Py, PyAny, PyErr, PyResult, Python, pyfunction,
};

use crate::answers::NativeAnswers;
use crate::background;
use crate::boards::{Keys, ask};
use crate::calls::pool;
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
    most_weights: usize,
    costliest: usize,
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
) -> PyResult<Evaluated<'py>> {
    let own = Arc::clone(solution);
    let found = background::run(py, move |caller| {
        let Settings { is_symmetric, with_visits, most_weights, costliest, progress } = settings;
        let visits = with_visits.then(Vec::new);
        let (missing, failure) = (None, None);
        let mut evaluator =
            PolicyEvaluator { caller: &caller, source, is_symmetric, missing, failure, visits };
        let passes = own.passes().most_weights(most_weights).costliest(costliest);
        let passes = passes.on_progress(|it| caller.report(progress.as_ref(), it));
        match passes.evaluate_policy(&mut evaluator) {
            Ok(result) => Ok::<Found, _>((result, evaluator.visits)),
            Err(error) => Err(Box::new((error, evaluator.missing, evaluator.failure))),
        }
    })?;
    match found.map_err(|failed| *failed) {
        Ok((result, visits)) => Ok(Evaluated::new(py, solution, result, visits)),
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

/// A costly state: its board, its occupancy and regret, the worst image, the probabilities of the
/// actions there, and a best action.
type Costly = (String, f64, f64, String, [f64; 4], usize);

/// The keys of visited boards, and the probability that a game visits each of them.
type Visited<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<f64>>);

/// The result: a dictionary in Python.
#[derive(IntoPyObject)]
pub(crate) struct Evaluated<'py> {
    boards: u64,
    value: f64,
    loss: Option<f64>,
    optimum: f64,
    optimum_loss: Option<f64>,
    relative_bound: f64,
    win_probability: Option<f64>,
    score: f64,
    moves: f64,
    regret: f64,
    tile_sums: Bound<'py, PyArray1<i32>>,
    regrets: Bound<'py, PyArray1<f64>>,
    occupancies: Bound<'py, PyArray1<f64>>,
    costliest: Vec<Costly>,
    occupancy: Option<Visited<'py>>,
}

impl<'py> Evaluated<'py> {
    fn new(
        py: Python<'py>,
        solution: &Solution,
        result: PolicyEvaluation,
        visits: Option<Vec<(u64, f64)>>,
    ) -> Self {
        let layers = || result.layers.iter();
        let costliest = result.costliest.iter().map(|state| {
            let CostlyBoard { board, probabilities, best, .. } = state.worst;
            let (state_board, worst) = (state.board.to_string(), board.to_string());
            (state_board, state.occupancy, state.regret, worst, probabilities, best.index())
        });
        Self {
            boards: result.boards,
            value: result.value.get(),
            loss: result.value.loss(),
            optimum: result.optimum.get(),
            optimum_loss: result.optimum.loss(),
            relative_bound: solution.relative_bound(),
            win_probability: solution.game().target().map(|_| result.win),
            score: result.score,
            moves: result.moves,
            regret: result.regret(),
            tile_sums: PyArray1::from_iter(py, layers().map(|it| it.tile_sum.get() as i32)),
            regrets: PyArray1::from_iter(py, layers().map(|layer| layer.regret)),
            occupancies: PyArray1::from_iter(py, layers().map(|layer| layer.occupancy)),
            costliest: costliest.collect(),
            occupancy: visits.map(|visits| {
                let (keys, occupancies): (Vec<u64>, Vec<f64>) = visits.into_iter().unzip();
                (keys.into_pyarray(py), occupancies.into_pyarray(py))
            }),
        }
    }
}

/// A policy as an argument.
#[derive(FromPyObject)]
pub(crate) enum GivenPolicy {
    /// That of an agent, by its name and its options.
    Agent(String),
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
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    solution: &NativeAnswers,
    policy: GivenPolicy,
    symmetric: bool,
    visits: bool,
    limits: (usize, usize),
    progress: Option<Py<PyAny>>,
) -> PyResult<Evaluated<'py>> {
    let solution = solution.solution()?;
    let (weights, costliest) = limits;
    // All others treat images of a board alike, and hold no boards between layers.
    let mut asks_of_images = matches!(policy, GivenPolicy::Function(_)) && !symmetric;
    let holds_boards = matches!(policy, GivenPolicy::Function(_) | GivenPolicy::Agent(_));
    let source = match policy {
        GivenPolicy::Agent(name) => {
            let (spec, pool) = (name.parse::<AgentSpec>().map_err(value_error)?, pool()?);
            let policy: Arc<Solution> = Arc::clone(solution);
            let policy = Some(SolvedPolicy { game: *solution.game(), policy });
            let resources = AgentResources { policy, ..AgentResources::default() };
            let agent = pool.install(|| AgentPolicy::new(&spec, solution.game(), &resources));
            let agent = agent.map_err(value_error)?;
            asks_of_images = !agent.is_symmetric();
            Source::Agent(pool, agent)
        }
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
    let settings = Settings {
        is_symmetric: !asks_of_images,
        with_visits: visits,
        most_weights: if holds_boards { weights } else { usize::MAX },
        costliest,
        progress: progress.map(Arc::new),
    };
    evaluate_source(py, solution, source, settings)
}

/// The name of an agent, what it does, and the name and the description of each option.
type Described = (&'static str, &'static str, Vec<(&'static str, String)>);

/// The agents whose policies can be evaluated.
#[pyfunction]
pub(crate) fn agents() -> Vec<Described> {
    AgentSpec::all()
        .filter(|agent| agent.needs != AgentNeed::Network)
        .map(|agent| (agent.name, agent.idea, agent.parameters))
        .collect()
}

/// The first row that is no distribution: a number is nan or negative, or the sum is not 1.
#[pyfunction]
pub(crate) fn wrong_row(
    py: Python<'_>,
    probabilities: PyReadonlyArray2<'_, f64>,
) -> PyResult<Option<usize>> {
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
pub(crate) fn allowed_actions<'py>(
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
