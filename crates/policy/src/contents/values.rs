//! The values part: the values of a layer's states, coded as corrections of predicted values.
//!
//! States whose choices lead to the same afterstate share the expected value that follows, so one
//! integer is coded for each chosen afterstate. The prediction is the mean over the random tile of
//! the values of the layers above. Where all successors are kept, it is exact to rounding and the
//! integer is 0. Where some are not, the integer corrects the prediction, in steps of twice the
//! tolerance. An error of a mean is at most the largest error of its terms, so errors do not grow
//! from layer to layer.

use mdp2048_model::{Objective, Rewards};
use mdp2048_rules::Board;

use super::successors::{RecentValues, SuccessorValues, prediction};
use crate::codec::{AdaptiveIntegers, Channel};
use crate::error::PolicyError;
use crate::predict::{Estimates, TuplePatterns};
use crate::rules::{Choice, Rules};
use crate::table::PolicyLayer;

/// Classes of the probability of unknown successors: 0 for none, then in tenths; the last also
/// where the value of no successor is known.
const MASSES: usize = 12;
/// Classes of the mean correction, in half powers of two.
const CORRECTIONS: usize = 40;
/// Classes of the difference between the prediction and the estimate, in powers of two.
const GAPS: usize = 12;
/// Classes of the distance of the estimate to the least and the largest value, in powers of two.
const EDGES: usize = 16;
/// The rate at which the mean correction follows the last correction.
const CORRECTION_RATE: f64 = 0.02;

/// Codes the value of each state.
#[derive(Clone, Debug)]
pub(crate) struct ValueCoder {
    patterns: TuplePatterns,
    estimates: Estimates,
    /// A buffer for the indices of the weights of an afterstate.
    indices: Vec<u32>,
    integers: AdaptiveIntegers,
    /// Running means of the absolute corrections, by class of mass and of edge.
    mean_corrections: Vec<f64>,
    recent: RecentValues,
    rewards: Rewards,
    /// The largest value of the win objective, whose least value is 0; `None` for other objectives.
    largest: Option<f64>,
    tolerance: f64,
}

impl ValueCoder {
    /// A coder of values to within a tolerance.
    pub(crate) fn new(rules: &Rules, tolerance: f64) -> Self {
        let patterns = TuplePatterns::new(rules.game.shape());
        let estimates = Estimates::new(patterns.weights());
        let rewards = rules.game.rewards();
        Self {
            estimates,
            patterns,
            indices: Vec::new(),
            integers: AdaptiveIntegers::new(MASSES * CORRECTIONS * GAPS),
            mean_corrections: vec![tolerance * 10.0; MASSES * EDGES],
            recent: RecentValues::default(),
            rewards,
            largest: (rules.game.objective() == Objective::Win).then_some(rewards.win),
            tolerance,
        }
    }

    /// Codes the values of a layer's states and returns them as a reader decodes them. An encoder
    /// passes the exact values as `known`.
    ///
    /// # Errors
    /// As [`Channel::symbol`]; [`PolicyError::Malformed`] if an action is not allowed.
    pub(crate) fn layer(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        layer: &PolicyLayer,
        known: Option<&[f64]>,
    ) -> Result<Vec<f64>, PolicyError> {
        let mut values = vec![0.0; layer.keys.len()];
        // For each choice that does not win: its afterstate, the state and the points.
        let mut chosen: Vec<(u64, u32, u32)> = Vec::with_capacity(layer.keys.len());
        for (at, choice) in choices(rules, layer) {
            let choice = choice.ok_or(PolicyError::Malformed("an action is not allowed"))?;
            if choice.wins {
                values[at] = self.rewards.winning(choice.points.into());
            } else {
                chosen.push((choice.after.key(), at as u32, choice.points));
            }
        }
        chosen.sort_unstable();
        let recent = std::mem::take(&mut self.recent);
        let above = recent.above(layer.half_sum);
        for group in chosen.chunk_by(|a, b| a.0 == b.0) {
            let (key, at, points) = group[0];
            let known = known.and_then(|known| known.get(at as usize)).map(|&value| {
                (value - self.rewards.going_on(points.into(), 0.0)) / self.rewards.discount
            });
            // Every key is that of a board of this shape.
            let Some(after) = Board::from_key(rules.game.shape(), key) else { continue };
            let expected = self.expected_value(channel, rules, after, above, known)?;
            for &(_, at, points) in group {
                values[at as usize] = self.rewards.going_on(points.into(), expected);
            }
        }
        self.recent = recent;
        self.recent.add(layer, &values);
        Ok(values)
    }

    /// Codes the expected value after an afterstate.
    fn expected_value(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        after: Board,
        above: SuccessorValues<'_>,
        known: Option<f64>,
    ) -> Result<f64, PolicyError> {
        self.indices.clear();
        self.patterns.add_indices(&after.images(), &mut self.indices);
        let estimate = self.estimates.estimate(&self.indices);
        let bounded_estimate = self.bounded(f64::from(estimate));
        let prediction = prediction(rules, after, above, self.rewards.lost);
        let predicted = if prediction.has_base { prediction.mean } else { bounded_estimate };
        let unit = 2.0 * self.tolerance;
        let mass = if prediction.missing <= 0.0 {
            0
        } else if prediction.has_base {
            (1 + (prediction.missing * 10.0) as usize).min(MASSES - 1)
        } else {
            MASSES - 1
        };
        let edge = self.largest.map_or(bounded_estimate.abs(), |largest| {
            bounded_estimate.min(largest - bounded_estimate).max(0.0)
        });
        let slot = mass * EDGES + half_log(edge / unit, EDGES * 2) / 2;
        let gap = half_log((predicted - bounded_estimate).abs() / unit, GAPS * 2) / 2;
        // Where all successors are known, the prediction is exact: one context is enough.
        let context = if mass == 0 {
            0
        } else {
            let correction = half_log(self.mean_corrections[slot] * 4.0 / unit, CORRECTIONS);
            (mass * CORRECTIONS + correction) * GAPS + gap
        };
        let known = known.map(|known| {
            let error = known - predicted;
            if error.abs() <= self.tolerance { 0 } else { (error / unit).round() as i64 }
        });
        let steps = self.integers.code(channel, context, known)?;
        let value = self.bounded(predicted + steps as f64 * unit);
        let correction = (value - predicted).abs();
        let mean = &mut self.mean_corrections[slot];
        *mean += (correction - *mean) * CORRECTION_RATE;
        self.estimates.learn(&self.indices, estimate, value as f32);
        Ok(value)
    }

    /// The closest value that is possible in the game.
    fn bounded(&self, value: f64) -> f64 {
        self.largest.map_or(value, |largest| value.clamp(0.0, largest))
    }
}

/// The choice of each state of a layer, with the index of the state; `None` if its action is not
/// allowed.
fn choices(rules: &Rules, layer: &PolicyLayer) -> impl Iterator<Item = (usize, Option<Choice>)> {
    layer.keys.iter().zip(&layer.actions).enumerate().map(|(at, (&key, &action))| {
        let board = Board::from_key(rules.game.shape(), key);
        (at, board.and_then(|board| rules.act(board, action)))
    })
}

/// The logarithm of a positive number in half powers of two, at most `count - 1`: 0 for numbers
/// below 1, 1 from 1, 2 from 1.5, 3 from 2, and so on.
///
/// It is read from the exponent and the first bit of the fraction, because the logarithm of a
/// mathematical library differs between platforms.
fn half_log(number: f64, count: usize) -> usize {
    if number < 1.0 {
        return 0;
    }
    let bits = number.to_bits() >> 51;
    (1 + (bits - (1023 << 1)) as usize).min(count - 1)
}

/// The largest difference between exact and decoded values.
pub(crate) fn largest_error(exact: &[f64], decoded: &[f64]) -> f64 {
    exact.iter().zip(decoded).map(|(exact, decoded)| (exact - decoded).abs()).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_in_half_powers_of_two() {
        let found = [0.0, 0.9, 1.0, 1.49, 1.5, 2.0, 3.0, 4.0, 1e300].map(|x| half_log(x, 10));
        assert_eq!(found, [0, 0, 1, 1, 2, 3, 4, 5, 9]);
    }
}
