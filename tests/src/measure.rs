//! What benchmarks compute of their measurements.

/// Returns the median of an odd number of measurements.
#[must_use]
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
