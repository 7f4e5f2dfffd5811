//! Games sampled as columns.

use numpy::{IntoPyArray as _, PyArrayMethods as _};
use pyo3::prelude::{Bound, PyDictMethods as _, PyResult, Python, pyfunction};
use pyo3::types::PyDict;
use rayon::iter::ParallelIterator as _;
use rayon::slice::ParallelSlice as _;

use crate::answers::NativeAnswers;
use crate::calls::detached;
use crate::games::{Move, State, exponents_of, sampled};
use crate::units::Number;

/// The games that are played together, so that their boards are looked up in one question.
const TOGETHER: usize = 256;

/// The games between two looks for signals, such as that of Ctrl-C.
const PART: usize = 8 * TOGETHER;

/// Plays the games of consecutive seeds, which must exist, by the policy of a solution; with the
/// probability `exploration`, a move is any allowed one.
#[pyfunction]
pub(crate) fn sample_games<'py>(
    py: Python<'py>,
    solution: &NativeAnswers,
    games: u32,
    seed: u32,
    exploration: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let (answers, solution) = (solution, solution.solution()?);
    let shape = solution.game().shape();
    let valued_game = solution.valued_game();
    let (mut numbers, mut boards, mut next_boards) = (Vec::new(), Vec::new(), Vec::new());
    let (mut actions, mut rewards) = (Vec::new(), Vec::new());
    let (mut action_values, mut action_losses) = (Vec::new(), Vec::new());
    let (mut terminated, mut truncated) = (Vec::new(), Vec::new());
    let seeds: Vec<u32> = (0..games).map(|at| seed.wrapping_add(at)).collect();
    for part in seeds.chunks(PART) {
        let played = detached(py, || {
            let played = part.par_chunks(TOGETHER);
            played.map(|seeds| sampled(solution, seeds, exploration)).collect::<Result<Vec<_>, _>>()
        })?;
        let played = played.map_err(|board| answers.no_answer(py, 0, board))?;
        let moves: Vec<Move> = played.into_iter().flatten().flatten().collect();
        let states = |of: fn(&Move) -> State| moves.iter().map(of).collect::<Vec<State>>();
        boards.extend(exponents_of(&states(|each| each.before), shape));
        next_boards.extend(exponents_of(&states(|each| each.after), shape));
        for Move { before, action, stepped, values: of_actions, .. } in moves {
            numbers.push(i64::from(before.seed.wrapping_sub(seed)));
            actions.push(action.index() as i8);
            rewards.push(stepped.reward);
            terminated.push(stepped.ended);
            truncated.push(stepped.truncated);
            action_values.push(of_actions.map(|value| Number::Value.of(valued_game, value)));
            if answers.has_losses() {
                action_losses.push(of_actions.map(|value| Number::Loss.of(valued_game, value)));
            }
        }
        py.check_signals()?;
    }
    let count = numbers.len();
    let axes = [count, shape.rows(), shape.cols()];
    let columns = PyDict::new(py);
    columns.set_item("game", numbers.into_pyarray(py))?;
    columns.set_item("board", boards.into_pyarray(py).reshape(axes)?)?;
    columns.set_item("action", actions.into_pyarray(py))?;
    columns.set_item("reward", rewards.into_pyarray(py))?;
    let next_boards = next_boards.into_pyarray(py).reshape(axes)?;
    columns.set_item("next_board", next_boards)?;
    columns.set_item("terminated", terminated.into_pyarray(py))?;
    columns.set_item("truncated", truncated.into_pyarray(py))?;
    let each = |values: Vec<[f64; 4]>| values.into_flattened().into_pyarray(py).reshape([count, 4]);
    columns.set_item("action_values", each(action_values)?)?;
    if answers.has_losses() {
        columns.set_item("action_losses", each(action_losses)?)?;
    }
    Ok(columns)
}
