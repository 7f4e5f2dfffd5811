//! The values part: the values of a layer's states, coded as corrections of predicted values.
//!
//! States whose choices lead to the same afterstate have the same expected value after the random
//! tile, so one integer is coded for each afterstate of a choice. The prediction is the mean, over
//! the random tile, of the decoded values of the layers above. The integer corrects the prediction
//! in steps of twice the tolerance; it is 0 where the prediction is within the tolerance. The error
//! of a mean is at most the largest error of its terms. So the integer is 0 where the values of all
//! successors are known, and errors do not grow from layer to layer.

use mdp2048_model::{Rewards, TIE_TOLERANCE, Valuation, ValuedGame, sort_by_key};
use mdp2048_rules::Board;

use super::successors::{RecentValues, SuccessorValues, prediction};
use crate::codec::{AdaptiveIntegers, Channel};
use crate::error::PolicyError;
use crate::predict::{Estimates, TuplePatterns};
use crate::rules::{Choice, Rules};
use crate::table::PolicyLayer;

/// The number of classes of the probability that the successor's value is unknown: class 0 for 0,
/// then one class for each tenth. The last class is also that of afterstates of which no
/// successor's value is known.
const MISSING_CLASSES: usize = 12;
/// The number of classes of the mean correction, two for each power of two.
const CORRECTION_CLASSES: usize = 40;
/// The number of classes of the difference between the prediction and the estimate, one for each
/// power of two.
const GAP_CLASSES: usize = 12;
/// The number of classes of the distance of the estimate to the least or the largest possible
/// value, whichever is nearer, one for each power of two.
const EDGE_CLASSES: usize = 16;
/// The fraction by which a mean correction moves towards each new correction.
const CORRECTION_RATE: f64 = 0.02;

/// Codes the value of each state.
#[derive(Clone, Debug)]
pub(crate) struct ValueCoder {
    patterns: TuplePatterns,
    estimates: Estimates,
    /// A buffer for the indices of the weights of an afterstate.
    indices: Vec<u32>,
    integers: AdaptiveIntegers,
    /// Running means of the absolute corrections, by the class of the probability of unknown
    /// values, then by the class of the estimate's distance to the least or largest value.
    mean_corrections: Vec<f64>,
    /// The decoded values of the two layers above.
    recent: RecentValues,
    rewards: Rewards,
    /// The least and the largest possible value; `None` if there are none.
    bounds: Option<(f64, f64)>,
    tolerance: f64,
}

impl ValueCoder {
    /// A coder of values whose errors are at most `tolerance`.
    pub(crate) fn new(rules: &Rules, tolerance: f64) -> Self {
        let patterns = TuplePatterns::new(rules.game().shape());
        let estimates = Estimates::new(patterns.weights());
        let rewards = rules.valued_game.rewards();
        Self {
            estimates,
            patterns,
            indices: Vec::new(),
            integers: AdaptiveIntegers::new(MISSING_CLASSES * CORRECTION_CLASSES * GAP_CLASSES),
            mean_corrections: vec![tolerance * 10.0; MISSING_CLASSES * EDGE_CLASSES],
            recent: RecentValues::default(),
            rewards,
            bounds: bounds(&rules.valued_game),
            tolerance,
        }
    }

    /// Codes the values of a layer's states and returns them as a reader decodes them. An encoder
    /// passes the exact values as `known`.
    ///
    /// # Errors
    /// Those of [`Channel::symbol`] and [`AdaptiveIntegers::code`]; [`PolicyError::Malformed`] if
    /// an action is not allowed.
    pub(crate) fn layer(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        layer: &PolicyLayer,
        known: Option<&[f64]>,
    ) -> Result<Vec<f64>, PolicyError> {
        let mut values = vec![0.0; layer.keys.len()];
        // For each state whose choice does not win: the key of the afterstate, and the index of the
        // state above the points, which have 32 bits each.
        let mut chosen: Vec<(u64, u64)> = Vec::with_capacity(layer.keys.len());
        for (at, choice) in choices(rules, layer) {
            let choice = choice.ok_or(PolicyError::Malformed("an action is not allowed"))?;
            if choice.wins {
                values[at] = self.rewards.winning(choice.points.into());
            } else {
                chosen.push((choice.after.key(), (at as u64) << 32 | u64::from(choice.points)));
            }
        }
        sort_by_key(&mut chosen);
        let recent = std::mem::take(&mut self.recent);
        let above = recent.above(layer.half_sum);
        for group in chosen.chunk_by(|a, b| a.0 == b.0) {
            let (key, first) = group[0];
            let (at, points) = ((first >> 32) as usize, first as u32);
            let known = known.and_then(|known| known.get(at)).map(|&value| {
                (value - self.rewards.going_on(points.into(), 0.0)) / self.rewards.discount
            });
            // Every key is that of a board of this shape.
            let Some(after) = Board::from_key(rules.game().shape(), key) else { continue };
            let expected = self.expected_value(channel, rules, after, above, known)?;
            for &(_, state) in group {
                let points = f64::from(state as u32);
                values[(state >> 32) as usize] = self.rewards.going_on(points, expected);
            }
        }
        self.recent = recent;
        self.recent.add(layer, &values);
        Ok(values)
    }

    /// Codes the correction of the prediction for an afterstate, and returns the corrected expected
    /// value. An encoder passes the exact expected value as `known`.
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
        let predicted = if prediction.any_known { prediction.mean } else { bounded_estimate };
        let unit = 2.0 * self.tolerance;
        let missing_class = if prediction.missing <= 0.0 {
            0
        } else if prediction.any_known {
            (1 + (prediction.missing * 10.0) as usize).min(MISSING_CLASSES - 1)
        } else {
            MISSING_CLASSES - 1
        };
        let edge = self.bounds.map_or(bounded_estimate.abs(), |(least, largest)| {
            (bounded_estimate - least).min(largest - bounded_estimate).max(0.0)
        });
        let edge_class = log_class(edge / unit, EDGE_CLASSES * 2) / 2;
        let slot = missing_class * EDGE_CLASSES + edge_class;
        let gap = (predicted - bounded_estimate).abs();
        let gap_class = log_class(gap / unit, GAP_CLASSES * 2) / 2;
        // Where all values are known, no correction is needed, so one context is enough.
        let context = if missing_class == 0 {
            0
        } else {
            let correction = self.mean_corrections[slot] * 4.0 / unit;
            let correction_class = log_class(correction, CORRECTION_CLASSES);
            (missing_class * CORRECTION_CLASSES + correction_class) * GAP_CLASSES + gap_class
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

    /// The possible value that is closest to `value`.
    fn bounded(&self, value: f64) -> f64 {
        match self.bounds {
            // `clamp` would bring the text of its panic into programs of the page.
            Some((least, _)) if value < least => least,
            Some((_, largest)) if value > largest => largest,
            _ => value,
        }
    }
}

/// The least and the largest possible value of a game; `None` if there are none.
fn bounds(valued_game: &ValuedGame) -> Option<(f64, f64)> {
    let rewards = valued_game.rewards();
    match valued_game.valuation() {
        Valuation::Losing => Some((rewards.lost, 0.0)),
        Valuation::Objective => {
            valued_game.game().objective().counts_wins().then_some((0.0, rewards.win))
        }
    }
}

/// The index of each state of a layer, with the state's choice; `None` if its action is not
/// allowed.
fn choices(rules: &Rules, layer: &PolicyLayer) -> impl Iterator<Item = (usize, Option<Choice>)> {
    layer.keys.iter().zip(&layer.actions).enumerate().map(|(at, (&key, &action))| {
        let board = Board::from_key(rules.game().shape(), key);
        (at, board.and_then(|board| rules.act(board, action)))
    })
}

/// The class of a number by its logarithm, 0 to `count - 1`: class 0 below 1, then two classes for
/// each power of two, which begin at 1, 1.5, 2, 3, 4, 6 and so on.
///
/// The class is read from the exponent and the first bit of the fraction, because logarithms from
/// mathematical libraries differ between platforms.
fn log_class(number: f64, count: usize) -> usize {
    if number < 1.0 {
        return 0;
    }
    let bits = number.to_bits() >> 51;
    (1 + (bits - (1023 << 1)) as usize).min(count - 1)
}

/// The largest absolute difference between an exact value and its decoded value. Probabilities of
/// losing that differ by rounding relative to themselves count as equal: they may be far smaller
/// than the rounding of others.
pub(crate) fn largest_error(valued_game: &ValuedGame, exact: &[f64], decoded: &[f64]) -> f64 {
    let rounding = match valued_game.valuation() {
        Valuation::Losing => TIE_TOLERANCE,
        Valuation::Objective => 0.0,
    };
    let pairs = exact.iter().zip(decoded);
    let errors = pairs.map(|(exact, decoded)| (exact.abs(), (exact - decoded).abs()));
    errors
        .filter(|(exact, error)| *error > rounding * exact)
        .map(|(_, error)| error)
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_power_of_two_has_two_classes() {
        let found = [0.0, 0.9, 1.0, 1.49, 1.5, 2.0, 3.0, 4.0, 1e300].map(|x| log_class(x, 10));
        assert_eq!(found, [0, 0, 1, 1, 2, 3, 4, 5, 9]);
    }
}
