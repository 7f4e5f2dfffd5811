//! The games of a solution's policy: distributions of their outcomes, and other objectives.

use std::sync::Arc;

use mdp2048::{EvaluateError, Objective};
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::{Bound, Py, PyAny, PyErr, PyResult, Python, pyfunction};

use crate::answers::NativeAnswers;
use crate::background;
use crate::errors::{solve_error, value_error};

/// The outcomes and their probabilities, the mean and the variance.
type Outcomes<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f64>>, f64, f64);

/// The distribution of the score, the moves or the largest tile.
#[pyfunction]
pub(crate) fn distribution<'py>(
    py: Python<'py>,
    solution: &NativeAnswers,
    of: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Outcomes<'py>> {
    let solution = Arc::clone(solution.solution()?);
    let (of, progress) = (of.to_owned(), progress.map(Arc::new));
    let found = background::run(py, move |caller| {
        let passes = solution.passes().on_progress(|it| caller.report(progress.as_ref(), it));
        Some(match of.as_str() {
            "score" => passes.game_statistics().map(|found| found.score),
            "moves" => passes.game_statistics().map(|found| found.moves),
            "largest" => passes.largest_tiles(),
            _ => return None,
        })
    })?;
    let found = found
        .ok_or_else(|| value_error("the distribution is that of 'score', 'moves' or 'largest'"))?;
    let found = found.map_err(evaluate_error)?;
    let (outcomes, probabilities): (Vec<u32>, Vec<f64>) = found.outcomes().unzip();
    let arrays = (outcomes.into_pyarray(py), probabilities.into_pyarray(py));
    Ok((arrays.0, arrays.1, found.mean(), found.variance()))
}

/// The value of the policy under another objective, and the probability that it loses. Without a
/// target or a discount, they are those of the solution, as far as the objective has them.
#[pyfunction]
pub(crate) fn value_under(
    py: Python<'_>,
    solution: &NativeAnswers,
    objective: &str,
    target: Option<u32>,
    discount: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(f64, Option<f64>)> {
    let solution = Arc::clone(solution.solution()?);
    let objective: Objective = objective.parse().map_err(value_error)?;
    let game = *solution.game();
    let target = target.or(game.target().map(|target| target.face()));
    let own = if objective.may_have_discount() { game.discount().get() } else { 1.0 };
    let discount = discount.unwrap_or(own);
    let progress = progress.map(Arc::new);
    let found = background::run(py, move |caller| {
        let passes = solution.passes().on_progress(|it| caller.report(progress.as_ref(), it));
        passes.evaluate(objective, target, discount)
    })?;
    let found = found.map_err(evaluate_error)?;
    Ok((found.get(), found.loss()))
}

/// The exception of a pass over the games of a policy.
fn evaluate_error(error: EvaluateError) -> PyErr {
    match error {
        EvaluateError::Stopped(error) => solve_error(error),
        error => value_error(error),
    }
}
