//! The values of the states with which games begin.

use mdp2048_model::StartState;

use crate::board_index::codes::BoardCodes;
use crate::half_sum::HalfSum;

/// Returns the mean of the values of the start states; one without a value is a lost board, whose
/// value is `lost`.
pub(crate) fn mean_start_return(starts: &[StartState], values: &[Option<f64>], lost: f64) -> f64 {
    let values = starts.iter().zip(values);
    values.map(|(start, value)| start.probability * value.unwrap_or(lost)).sum()
}

/// Sets the values of the start states of a layer. `value_of` returns the value of a board with a
/// representative code.
pub(crate) fn record_start_values(
    (starts, values): (&[StartState], &mut [Option<f64>]),
    half_sum: HalfSum,
    value_of: &dyn Fn(u64) -> Option<f64>,
    codes: &BoardCodes,
) {
    for (start, value) in starts.iter().zip(values) {
        let board = start.state.board();
        if HalfSum::of(board) == half_sum {
            *value = codes.code(board).and_then(value_of);
        }
    }
}
