//! Games sampled as columns.

use mdp2048::Values as _;
use numpy::ndarray::{Array2, Array3};
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::{
    Bound, PyDictMethods as _, PyModule, PyModuleMethods as _, PyResult, Python, pyfunction,
    wrap_pyfunction,
};
use pyo3::types::PyDict;
use rayon::iter::ParallelIterator as _;
use rayon::slice::ParallelSlice as _;

use crate::answers::NativeAnswers;
use crate::calls::detached;
use crate::games::{Move, State, exponents_of, sampled};
use crate::units::measured;

/// The games that are played together, so that their boards are looked up in one question.
const TOGETHER: usize = 256;

/// The games between two looks for signals, such as that of Ctrl-C.
const PART: usize = 8 * TOGETHER;

/// Plays the games of consecutive seeds, which must exist, by the policy of a solution; with the
/// probability `exploration`, a move is any allowed one.
#[pyfunction]
fn sample_games<'py>(
    py: Python<'py>,
    solution: &NativeAnswers,
    games: u32,
    seed: u32,
    exploration: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let answers = solution;
    let solution = answers.solution()?;
    let shape = solution.game().shape();
    let seeds: Vec<u32> = (0..games).map(|at| seed.wrapping_add(at)).collect();
    let mut moves: Vec<Move> = Vec::new();
    for part in seeds.chunks(PART) {
        let played = detached(py, || {
            let played = part.par_chunks(TOGETHER);
            played.map(|seeds| sampled(solution, seeds, exploration)).collect::<Result<Vec<_>, _>>()
        })?;
        let played = played.map_err(|board| answers.no_answer(0, board))?;
        moves.extend(played.into_iter().flatten().flatten());
        py.check_signals()?;
    }
    let boards = |of: fn(&Move) -> State| {
        let states: Vec<State> = moves.iter().map(of).collect();
        let axes = (moves.len(), shape.rows(), shape.cols());
        let exponents = Array3::from_shape_vec(axes, exponents_of(&states, shape));
        exponents.expect("there is an exponent for each cell").into_pyarray(py)
    };
    let valued_game = solution.valued_game();
    let values = |each: &Move| each.values.map(|value| measured(valued_game, value));
    let columns = PyDict::new(py);
    let numbers = moves.iter().map(|each| i64::from(each.before.seed.wrapping_sub(seed)));
    columns.set_item("game", PyArray1::from_iter(py, numbers))?;
    columns.set_item("board", boards(|each| each.before))?;
    let actions = moves.iter().map(|each| each.action.index() as i8);
    columns.set_item("action", PyArray1::from_iter(py, actions))?;
    columns
        .set_item("reward", PyArray1::from_iter(py, moves.iter().map(|it| it.stepped.reward)))?;
    columns.set_item("next_board", boards(|each| each.after))?;
    let ended = moves.iter().map(|each| each.stepped.ended);
    columns.set_item("terminated", PyArray1::from_iter(py, ended))?;
    let truncated = moves.iter().map(|each| each.stepped.truncated);
    columns.set_item("truncated", PyArray1::from_iter(py, truncated))?;
    let values: Vec<[f64; 4]> = moves.iter().map(values).collect();
    columns.set_item("values", Array2::from(values).into_pyarray(py))?;
    Ok(columns)
}

/// Adds the function to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sample_games, module)?)
}
