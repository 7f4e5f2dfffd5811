//! The weights in training, and what their step sizes depend on.

use super::super::network::Network;
use super::super::ratios::UNMEASURED;
use super::super::tuples::{ENTRIES, LOOKUPS, TUPLES, for_each_index};

/// The errors that a weight has met.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Errors {
    /// Their sum.
    pub(super) sum: f32,
    /// The sum of their sizes: 0 if the weight was never learned.
    pub(super) sizes: f32,
}

/// The weights of all tuples, one after the other.
#[derive(Debug)]
pub(super) struct TrainedWeights {
    pub(super) values: Vec<f32>,
    pub(super) errors: Vec<Errors>,
}

impl TrainedWeights {
    /// Weights with which every board has the same value.
    pub(super) fn new(value: f32) -> Self {
        Self {
            values: vec![value / LOOKUPS as f32; TUPLES * ENTRIES],
            errors: vec![Errors::default(); TUPLES * ENTRIES],
        }
    }

    /// The value of an afterstate: the expected points after it.
    #[inline(always)]
    pub(super) fn value(&self, after: u64) -> f32 {
        let tables: &[[f32; ENTRIES]] = self.values.as_chunks().0;
        let Some(tables) = tables.first_chunk::<TUPLES>() else { return 0.0 };
        let mut sum = 0.0;
        for_each_index(after, |tuple, index| sum += tables[tuple][index]);
        sum
    }

    /// Moves the value of an afterstate towards a target, and returns the value after.
    pub(super) fn learn(&mut self, after: u64, target: f32, rate: f32) -> f32 {
        let value = self.value(after);
        let error = target - value;
        let step = rate * error / LOOKUPS as f32;
        let mut moved = 0.0;
        let values: &mut [[f32; ENTRIES]] = self.values.as_chunks_mut().0;
        let errors: &mut [[Errors; ENTRIES]] = self.errors.as_chunks_mut().0;
        let tables = values.first_chunk_mut::<TUPLES>().zip(errors.first_chunk_mut::<TUPLES>());
        let Some((values, errors)) = tables else { return value };
        for_each_index(after, |tuple, index| {
            let errors = &mut errors[tuple][index];
            let coherence = if errors.sizes > 0.0 { errors.sum.abs() / errors.sizes } else { 1.0 };
            errors.sum += error;
            errors.sizes += error.abs();
            values[tuple][index] += step * coherence;
            moved += step * coherence;
        });
        value + moved
    }

    /// The weights as multiples of a step, 0 where they were never learned.
    pub(super) fn network(&self, step: f32) -> Network {
        let quantised = self.values.iter().zip(&self.errors).map(|(&value, errors)| {
            // The conversion saturates.
            if errors.sizes > 0.0 { (value / step).round() as i16 } else { 0 }
        });
        Network { weights: quantised.collect(), step, ratios: UNMEASURED }
    }
}
