//! The policies that an evaluation asks: functions and arrays of Python, agents, and files.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::channel;

use mdp2048::answers::{AnswerError, Answers};
use mdp2048::{Action, AgentPolicy, BatchedPolicy, Board, Symmetry};
use numpy::{
    IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray2,
    PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::{Py, PyAny, PyAnyMethods as _, PyResult, Python};
use rayon::ThreadPool;

use crate::background::Caller;

/// A policy that an evaluation asks, and what is known of its answers.
pub(crate) struct PolicyEvaluator<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) source: Source,
    pub(crate) is_symmetric: bool,
    /// A board for which solved values or a file have no action.
    pub(crate) missing: Option<Board>,
    /// Why a work folder does not answer.
    pub(crate) failure: Option<AnswerError>,
    /// By layer: the boards and how often games visit them, if they are wanted.
    pub(crate) visits: Option<Vec<(u64, f64)>>,
}

/// What chooses the actions.
pub(crate) enum Source {
    /// A function of Python: from keys to probabilities.
    Function(Arc<Py<PyAny>>),
    /// The action of each state, in the order of the columns of a solution.
    Actions(Arc<Py<PyArray1<i8>>>),
    /// The probabilities of the actions of each state, in the same order.
    Probabilities(Arc<Py<PyArray2<f64>>>),
    /// The policy of a solution, of a file or of a work folder.
    Answers(Arc<dyn Answers>),
    /// An agent, which answers on the threads for questions.
    Agent(Arc<ThreadPool>, AgentPolicy),
}

/// How many boards of a layer a symmetric function is asked for in a second frame, too.
const MOST_TWINS: usize = 16;

/// By how much a probability may differ between two frames: networks add in another order.
const FRAME_ROUNDING: f64 = 1e-6;

/// A board, its position among those that are asked for, and an image of it.
struct Twin {
    at: usize,
    board: Board,
    symmetry: Symmetry,
    image: Board,
}

impl Twin {
    /// Checks that a function chooses alike on both boards.
    fn check(&self, row: &[f64; 4], of_image: &[f64; 4]) -> PyResult<()> {
        let differs = |action: Action| {
            let image = of_image[self.symmetry.action(action).index()];
            (row[action.index()] - image).abs() > FRAME_ROUNDING
        };
        if !Action::ALL.into_iter().any(differs) {
            return Ok(());
        }
        let (board, image) = (self.board, self.image);
        Err(PyValueError::new_err(format!(
            "the policy chooses {row:?} on '{board}' and {of_image:?} on its image '{image}', so \
             it does not treat images alike: evaluate it without symmetric=True, or let it break \
             ties in the same way on all images"
        )))
    }
}

/// The first boards that are no image of themselves, each with another image.
fn twins(boards: &[Board]) -> Vec<Twin> {
    let twin = |(at, &board): (usize, &Board)| {
        let symmetries = Symmetry::of(board.shape());
        let others = symmetries.len() - 1;
        let images: HashSet<u64> = symmetries.iter().map(|it| it.board(board).key()).collect();
        (others > 0 && images.len() == symmetries.len()).then(|| {
            let symmetry = symmetries[1 + at % others];
            Twin { at, board, symmetry, image: symmetry.board(board) }
        })
    };
    boards.iter().enumerate().filter_map(twin).take(MOST_TWINS).collect()
}

impl PolicyEvaluator<'_> {
    /// Writes what the thread of Python answers into `probabilities`. They are left as they are if
    /// it raises an exception, which also ends the evaluation.
    fn ask(
        &self,
        probabilities: &mut [[f64; 4]],
        answer: impl for<'py> FnOnce(Python<'py>) -> PyResult<Vec<[f64; 4]>> + Send + 'static,
    ) {
        let (sender, receiver) = channel();
        let is_heard = self.caller.send(move |py| {
            // An error means that the evaluation has ended.
            let _ = sender.send(answer(py)?);
            Ok(())
        });
        // The sender is dropped if there is an exception.
        if is_heard && let Ok(chosen) = receiver.recv() {
            probabilities.copy_from_slice(&chosen);
        }
    }
}

impl BatchedPolicy for PolicyEvaluator<'_> {
    fn choose(&mut self, boards: &[Board], probabilities: &mut [[f64; 4]]) {
        match &mut self.source {
            Source::Agent(pool, agent) => pool.install(|| agent.choose(boards, probabilities)),
            Source::Function(function) => {
                let twins = if self.is_symmetric { twins(boards) } else { Vec::new() };
                let images = twins.iter().map(|twin| twin.image.key());
                let keys: Vec<u64> = boards.iter().map(|board| board.key()).chain(images).collect();
                let function = Arc::clone(function);
                self.ask(probabilities, move |py| {
                    let count = keys.len();
                    let chosen = function.bind(py).call1((keys.into_pyarray(py),))?;
                    let chosen: PyReadonlyArray2<'_, f64> = chosen.extract()?;
                    let rows: &[[f64; 4]] = match chosen.as_slice() {
                        Ok(rows) if chosen.shape() == [count, 4] => rows.as_chunks().0,
                        _ => return Err(PyValueError::new_err("the policy gives another shape")),
                    };
                    let (rows, of_images) = rows.split_at(count - twins.len());
                    for (twin, row) in twins.iter().zip(of_images) {
                        twin.check(&rows[twin.at], row)?;
                    }
                    Ok(rows.to_vec())
                });
            }
            // Tables treat images alike, so they are asked by position.
            Source::Actions(_) | Source::Probabilities(_) => {}
            Source::Answers(policy) => {
                let actions = match policy.actions_of(boards) {
                    Ok(actions) => actions,
                    Err(error) => {
                        self.failure.get_or_insert(error);
                        return;
                    }
                };
                for ((&board, row), action) in boards.iter().zip(probabilities).zip(actions) {
                    match action {
                        Some(action) => row[action.index()] = 1.0,
                        None => {
                            self.missing.get_or_insert(board);
                        }
                    }
                }
            }
        }
    }

    fn choose_states(
        &mut self,
        boards: &[Board],
        positions: &[u64],
        probabilities: &mut [[f64; 4]],
    ) {
        match &self.source {
            Source::Actions(actions) => {
                let (actions, positions) = (Arc::clone(actions), positions.to_vec());
                self.ask(probabilities, move |py| {
                    let actions = actions.bind(py).try_readonly()?;
                    let actions = actions.as_slice()?;
                    let row = |at: &u64| {
                        let action = actions.get(*at as usize).copied().unwrap_or(-1);
                        std::array::from_fn(|index| f64::from(u8::from(action == index as i8)))
                    };
                    Ok(positions.iter().map(row).collect())
                });
            }
            Source::Probabilities(rows) => {
                let (rows, positions) = (Arc::clone(rows), positions.to_vec());
                self.ask(probabilities, move |py| {
                    let rows = rows.bind(py).try_readonly()?;
                    let (rows, _) = rows.as_slice()?.as_chunks();
                    let row = |at: &u64| rows.get(*at as usize).copied().unwrap_or_default();
                    Ok(positions.iter().map(row).collect())
                });
            }
            Source::Function(_) | Source::Answers(_) | Source::Agent(..) => {
                self.choose(boards, probabilities);
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
