//! The values of the states with which games begin.

use mdp2048_model::StartState;

/// Returns the mean of the values of the start states; one without a value is a lost board, whose
/// value is `lost`.
pub(crate) fn mean_start_return(starts: &[StartState], values: &[Option<f64>], lost: f64) -> f64 {
    let values = starts.iter().zip(values);
    values.map(|(start, value)| start.probability * value.unwrap_or(lost)).sum()
}
