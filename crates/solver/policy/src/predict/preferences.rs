//! Preferences among the choices of a state, learnt from the choices of other states.

use crate::codec::{TOTAL, power};

/// Learnt weights. The score of a choice is the sum of the weights of its afterstate.
///
/// The probability of a choice is proportional to 2 to the power of its score. The arithmetic is
/// on integers only, so the weights are the same on every platform.
#[derive(Clone, Debug)]
pub(crate) struct Preferences {
    /// The upper 24 bits are a weight in 1/65536, the lower 8 bits the number of its updates, up
    /// to 255.
    weights: Vec<i32>,
}

/// Learning rates of weights that were updated 0, 1, 2 ... times, in 1/65536:
/// 0.43 / sqrt(updates + 1).
static RATES: [i32; 256] = {
    let mut rates = [0; 256];
    let mut updates = 0;
    while updates < 256 {
        rates[updates] = (28_364u64 * 28_364 / (updates as u64 + 1)).isqrt() as i32;
        updates += 1;
    }
    rates
};

/// The least learning rate of a weight of a pattern, 0.072.
const MIN_PATTERN_RATE: i32 = 4_727;

/// Weights of patterns are updated only if the error, 1 less the probability of the coded choice,
/// is at least this.
const MIN_PATTERN_ERROR: u32 = TOTAL / 20;

/// Other weights are updated only if the error is at least this.
const MIN_ERROR: u32 = TOTAL / 256;

impl Preferences {
    /// Preferences in which all of this number of weights are 0, so that all choices have equal
    /// probability.
    pub(crate) fn new(weights: usize) -> Self {
        Self { weights: vec![0; weights] }
    }

    /// Computes the probability of each choice, at most four, in 1 / [`TOTAL`].
    ///
    /// `indices` holds the indices of the weights of the choices' afterstates, one choice after the
    /// other and the same number for each.
    pub(crate) fn chances(&self, indices: &[u32], chances: &mut [u32]) {
        let mut scores = [i32::MIN; 4];
        let by_choice = indices.chunks_exact(indices.len() / chances.len());
        for (score, indices) in scores.iter_mut().zip(by_choice) {
            *score = self.score(indices);
        }
        let best = scores.into_iter().max().unwrap_or(0);
        for (chance, score) in chances.iter_mut().zip(scores) {
            *chance = power(best.abs_diff(score));
        }
        let sum: u64 = chances.iter().map(|&power| u64::from(power)).sum();
        // Every chance is at least 1; the rest is in proportion to the powers.
        let spare = u64::from(TOTAL) - chances.len() as u64;
        let mut remainder = TOTAL;
        let (first, others) = chances.split_at_mut(1);
        for chance in others {
            *chance = 1 + (u64::from(*chance) * spare / sum) as u32;
            remainder -= *chance;
        }
        first[0] = remainder;
    }

    /// The score of a choice, in 1/65536.
    fn score(&self, indices: &[u32]) -> i32 {
        indices.iter().map(|&index| self.weights[index as usize] >> 8).sum()
    }

    /// Updates the weights of all choices after the choice with number `coded` was coded, given
    /// what [`Preferences::chances`] computed for it. The first `patterns` weights of each choice
    /// are those of patterns.
    pub(crate) fn learn(
        &mut self,
        indices: &[u32],
        patterns: usize,
        chances: &[u32],
        coded: usize,
    ) {
        let coded_error = TOTAL - chances[coded];
        if coded_error < MIN_ERROR {
            return;
        }
        let by_choice = indices.chunks_exact(indices.len() / chances.len());
        for (choice, (indices, &chance)) in by_choice.zip(chances).enumerate() {
            let error = if choice == coded { coded_error as i32 } else { -(chance as i32) };
            let (patterns, others) = indices.split_at(patterns);
            if coded_error >= MIN_PATTERN_ERROR {
                self.update(patterns, error, MIN_PATTERN_RATE);
            }
            self.update(others, error, 0);
        }
    }

    /// Updates the weights of a choice.
    #[inline]
    fn update(&mut self, indices: &[u32], error: i32, min_rate: i32) {
        for &index in indices {
            let entry = &mut self.weights[index as usize];
            let updates = *entry & 255;
            let rate = RATES[updates as usize].max(min_rate);
            let step = (i64::from(rate) * i64::from(error) + (1 << 15)) >> 16;
            let weight = (*entry >> 8) + step as i32;
            // The limits keep scores from overflowing; learnt weights do not come near them.
            *entry = weight.clamp(-(1 << 23), (1 << 23) - 1) << 8 | (updates + 1).min(255);
        }
    }
}
