//! Estimates of afterstate values.

use crate::board::Grid;
use crate::patterns::PatternSet;

/// Weights learnt by normalised least squares.
pub(crate) struct Estimator {
    patterns: PatternSet,
    weights: Vec<(f32, u32)>,
    /// By counter.
    rates: Vec<f32>,
}

/// An estimate, with the indices of the weights it is the sum of.
pub(crate) struct Estimate {
    pub(crate) value: f32,
    indices: Vec<usize>,
}

impl Estimator {
    pub(crate) fn new(grid: &Grid) -> Self {
        let patterns = PatternSet::new(grid);
        let weights = vec![(0.0, 0); patterns.weights];
        let root = |t: u64| (1_000_000_000_000 / (t + 1)).isqrt() as f32;
        let rates = (0..100).map(|t| (root(t) / 1_000_000.0).max(0.1)).collect();
        Self { patterns, weights, rates }
    }

    pub(crate) fn estimate(&self, grid: &Grid, key: u64) -> Estimate {
        let indices = self.patterns.indices(grid, key);
        let value = indices.iter().fold(0.0, |sum, &index| sum + self.weights[index].0);
        Estimate { value, indices }
    }

    pub(crate) fn learn(&mut self, estimate: &Estimate, value: f64) {
        let share = (value as f32 - estimate.value) / estimate.indices.len() as f32;
        for &index in &estimate.indices {
            let (weight, counter) = &mut self.weights[index];
            *weight += self.rates[(*counter as usize).min(99)] * share;
            *counter = counter.saturating_add(1);
        }
    }
}
