//! A network with coarse weights, for play.

use super::calibrated::Ratios;
use super::tuples::{ENTRIES, TUPLES, for_each_index};

/// The values of afterstates on 4x4: the expected points that follow, as the sum of a weight for
/// each tuple and symmetry.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The weights of all tuples, one after the other, as multiples of the step.
    weights: Vec<i16>,
    /// The unit of the weights in points.
    step: f32,
    /// What follows of the points that it expects.
    pub(super) ratios: Ratios,
}

impl Network {
    /// The network with these weights, of which there are `TUPLES * ENTRIES`.
    pub(super) const fn new(weights: Vec<i16>, step: f32, ratios: Ratios) -> Self {
        Self { weights, step, ratios }
    }

    /// The weights of all tuples, one after the other, as multiples of [`Network::step`].
    pub(super) fn weights(&self) -> &[i16] {
        &self.weights
    }

    /// The unit of the weights in points.
    pub const fn step(&self) -> f32 {
        self.step
    }

    /// The value of an afterstate in points.
    #[inline(always)]
    pub(super) fn value(&self, after: u64) -> f32 {
        let tables: &[[i16; ENTRIES]] = self.weights.as_chunks().0;
        // The length of the array is checked once instead of for each weight.
        let Some(tables) = tables.first_chunk::<TUPLES>() else { return 0.0 };
        let mut sum = 0;
        for_each_index(after, |tuple, index| sum += i32::from(tables[tuple][index]));
        sum as f32 * self.step
    }
}
