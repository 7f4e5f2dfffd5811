//! Solves, and estimates of what they need.

use std::sync::Arc;

use mdp2048::files::machine;
use mdp2048::{Precision, SolveEstimate, Solver};
use pyo3::prelude::{Py, PyAny, PyResult, Python, pyfunction};

use crate::answers::NativeAnswers;
use crate::background;
use crate::calls::{asked_threads, check_threads, released};
use crate::errors::{solve_error, value_error};
use crate::game::PyGame;

/// Solves a game.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    game: &PyGame,
    threads: Option<usize>,
    precision: &str,
    memory_limit: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<NativeAnswers> {
    let precision: Precision = precision.parse().map_err(value_error)?;
    threads.map(check_threads).transpose()?;
    let threads = threads.or_else(asked_threads).unwrap_or_else(machine::threads);
    // Without a limit, all that is free.
    let memory_limit = machine::memory_limit(memory_limit, threads);
    let (game, progress) = (game.0, progress.map(Arc::new));
    let solved = background::run(py, move |caller| {
        let solver = Solver::new(&game).precision(precision).threads(threads);
        let solver = solver.memory_limit(memory_limit.unwrap_or(u64::MAX));
        solver.on_progress(|report| caller.report(progress.as_ref(), report)).solve()
    })?;
    NativeAnswers::of_solution(Arc::new(solved.map_err(solve_error)?))
}

/// The least and the most states of a game, and the least and the most bytes of a solve.
#[pyfunction]
pub(crate) fn estimate(py: Python<'_>, game: &PyGame, precision: &str) -> PyResult<[u64; 4]> {
    let precision: Precision = precision.parse().map_err(value_error)?;
    let estimate = released(py, || Solver::new(&game.0).precision(precision).estimate())?;
    let SolveEstimate { memory, least_states, most_states, .. } = estimate.map_err(solve_error)?;
    Ok([least_states, most_states, memory.least, memory.most])
}
