//! Estimates of afterstate values, learnt from the values of other afterstates.

/// Learnt weights. The estimate for an afterstate is the sum of its weights.
///
/// Numbers are only added, multiplied and divided, in one fixed order, which IEEE 754 defines to
/// the bit: the weights are the same on every platform.
#[derive(Clone, Debug)]
pub(crate) struct Estimates {
    /// Each weight with the number of its updates. The operating system commits zeroed pages only
    /// when they are written, and a small policy writes few.
    weights: Vec<(f32, u32)>,
    /// The learning rate of a weight, by the number of its updates; the last rate also applies to
    /// all higher numbers.
    rates: Vec<f32>,
}

impl Estimates {
    /// Estimates that are all 0, with this number of weights.
    pub(crate) fn new(weights: usize) -> Self {
        // 1 / sqrt(updates + 1), at least 0.1, from an integer square root.
        let rate = |updates: u64| (1_000_000_000_000 / (updates + 1)).isqrt() as f32 / 1_000_000.0;
        Self {
            weights: vec![(0.0, 0); weights],
            rates: (0..100).map(|updates| rate(updates).max(0.1)).collect(),
        }
    }

    /// The estimate for an afterstate whose weights have these indices.
    pub(crate) fn estimate(&self, indices: &[u32]) -> f32 {
        indices.iter().map(|&index| self.weights[index as usize].0).sum()
    }

    /// Updates the weights with these indices so that their sum moves from `estimate`, the present
    /// sum, towards `value`.
    pub(crate) fn learn(&mut self, indices: &[u32], estimate: f32, value: f32) {
        let share = (value - estimate) / indices.len() as f32;
        for &index in indices {
            let (weight, updates) = &mut self.weights[index as usize];
            *weight += self.rates[(*updates as usize).min(self.rates.len() - 1)] * share;
            *updates = updates.saturating_add(1);
        }
    }
}
