//! The values part: the values of a layer's states, coded as corrections of predicted values.
//!
//! States whose choices lead to the same afterstate have the same expected value after the random
//! tile, so one integer is coded for each afterstate of a choice. The prediction is the mean, over
//! the random tile, of the decoded values of the layers above. The integer corrects the prediction
//! in steps of twice the tolerance; it is 0 where the prediction is within the tolerance. The error
//! of a mean is at most the largest error of its terms. So the integer is 0 where the values of all
//! successors are known, and errors do not grow from layer to layer.

use mdp2048_model::{Rewards, TIE_TOLERANCE, Valuation, ValuedGame};
use mdp2048_rules::Board;
use rustc_hash::FxHashMap;

use super::corrections::{
    CorrectionCoder, EDGE_CLASSES, LookAhead, MISSING_CLASSES, PredictionFacts,
};
use super::log_class::log_class;
use super::successors::{RecentLayers, RecentValues, SuccessorValues, prediction};
use super::value_ahead::SuccessorsAhead;
use crate::codec::Channel;
use crate::error::PolicyError;
use crate::predict::{Estimates, TuplePatterns};
use crate::rules::{ActionResult, Rules};
use crate::table::PolicyLayer;

/// The fraction by which a mean correction moves towards each new correction.
const CORRECTION_RATE: f64 = 0.02;

/// From this mean correction on, in steps, values of unknown successors are looked up.
const LEAST_CORRECTION: f64 = 0.25;

/// Codes the value of each state.
#[derive(Clone, Debug)]
pub(crate) struct ValueCoder {
    patterns: TuplePatterns,
    estimates: Estimates,
    /// A buffer for the indices of the weights of an afterstate.
    indices: Vec<u32>,
    corrections: CorrectionCoder,
    /// Running means of the absolute corrections, by the class of the probability of unknown
    /// values, then by the class of the estimate's distance to the least or largest value.
    mean_corrections: Vec<f64>,
    /// The decoded values of the two layers above.
    recent: RecentValues,
    /// The decoded expected values of the two layers above, by the key of the afterstate.
    remembered: RecentLayers<FxHashMap<u64, f64>>,
    /// A buffer for the unknown successors of an afterstate.
    ahead: SuccessorsAhead,
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
            corrections: CorrectionCoder::new(),
            mean_corrections: vec![tolerance * 10.0; MISSING_CLASSES * EDGE_CLASSES],
            recent: RecentValues::default(),
            remembered: RecentLayers::default(),
            ahead: SuccessorsAhead::default(),
            rewards,
            bounds: bounds(&rules.valued_game),
            tolerance,
        }
    }

    /// Codes the values of a layer's states and returns them as a reader decodes them. An encoder
    /// passes the exact values as `known`.
    ///
    /// # Errors
    /// Those of [`Channel::symbol`] and [`CorrectionCoder::code`]; [`PolicyError::Frame`] if
    /// an action is not allowed.
    pub(crate) fn layer(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        layer: &PolicyLayer,
        known: Option<&[f64]>,
    ) -> Result<Vec<f64>, PolicyError> {
        let mut values = vec![0.0; layer.keys.len()];
        // For each state whose choice does not win: the key of the afterstate, the index of the
        // state, and the points.
        let mut chosen: Vec<(u64, usize, u32)> = Vec::with_capacity(layer.keys.len());
        for (at, choice) in choices(rules, layer) {
            let choice = choice.ok_or(PolicyError::malformed("an action is not allowed"))?;
            if choice.wins {
                values[at] = self.rewards.winning(choice.points.into());
            } else {
                chosen.push((choice.after.key(), at, choice.points));
            }
        }
        chosen.sort_unstable();
        self.corrections.begin_layer();
        let groups = chosen.chunk_by(|a, b| a.0 == b.0);
        let mut expected_values = FxHashMap::default();
        let recent = std::mem::take(&mut self.recent);
        let above = recent.above(layer.half_sum);
        for group in groups {
            let (key, at, points) = group[0];
            let known = known.and_then(|known| known.get(at)).map(|&value| {
                (value - self.rewards.going_on(points.into(), 0.0)) / self.rewards.discount
            });
            // Every key is that of a board of this shape.
            let Some(after) = Board::from_key(rules.game().shape(), key) else { continue };
            let expected =
                self.expected_value(channel, rules, after, layer.half_sum, above, known)?;
            expected_values.insert(key, expected);
            for &(_, at, points) in group {
                values[at] = self.rewards.going_on(points.into(), expected);
            }
        }
        self.recent = recent;
        self.recent.add(layer, &values);
        self.remembered.add(layer.half_sum, expected_values);
        Ok(values)
    }

    /// Codes the correction of the prediction for an afterstate, and returns the corrected expected
    /// value. An encoder passes the exact expected value as `known`.
    fn expected_value(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        after: Board,
        half_sum: u32,
        above: SuccessorValues<'_>,
        known: Option<f64>,
    ) -> Result<f64, PolicyError> {
        self.indices.clear();
        let images = after.images();
        self.patterns.add_indices(&images, &mut self.indices);
        let estimate = self.estimates.estimate(&self.indices);
        let bounded_estimate = self.bounded(f64::from(estimate));
        self.ahead.clear();
        let mut prediction =
            prediction(rules, after, &images, above, self.rewards.lost, |successor| {
                if successor.value.is_none() {
                    self.ahead.add(successor);
                }
            });
        if !prediction.any_known {
            prediction.mean = bounded_estimate;
        }
        let predicted = prediction.mean;
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
        let mean_correction = self.mean_corrections[slot] / unit;
        let looks_ahead = mean_correction >= LEAST_CORRECTION || !prediction.any_known;
        let ahead = if missing_class > 0 && looks_ahead {
            let (rewards, remembered) = (&self.rewards, &self.remembered);
            self.ahead.look_ahead(rules, rewards, remembered, half_sum, &prediction, unit)
        } else {
            LookAhead::Omitted
        };
        let facts = PredictionFacts {
            missing_class,
            mean_correction,
            edge_class,
            predicted: predicted / unit,
            gap: (bounded_estimate - predicted) / unit,
            ahead,
        };
        let known = known.map(|known| {
            let error = known - predicted;
            if error.abs() <= self.tolerance { 0 } else { (error / unit).round() as i64 }
        });
        let steps = self.corrections.code(channel, &facts, known)?;
        let value = self.bounded(predicted + steps as f64 * unit);
        let correction = (value - predicted).abs();
        let mean = &mut self.mean_corrections[slot];
        *mean += (correction - *mean) * CORRECTION_RATE;
        self.estimates.learn(&self.indices, estimate, value as f32);
        Ok(value)
    }

    /// The possible value that is closest to `value`.
    fn bounded(&self, value: f64) -> f64 {
        self.bounds.map_or(value, |(least, largest)| value.clamp(least, largest))
    }
}

/// The least and the largest possible value of a game; `None` if there are none.
fn bounds(valued_game: &ValuedGame) -> Option<(f64, f64)> {
    let rewards = valued_game.rewards();
    match valued_game.valuation() {
        Valuation::Losing => Some((rewards.lost, 0.0)),
        Valuation::Probability | Valuation::Discounted => Some((0.0, rewards.win)),
        Valuation::Expected(_) => None,
    }
}

/// The index of each state of a layer, with the state's choice; `None` if its action is not
/// allowed.
fn choices(
    rules: &Rules,
    layer: &PolicyLayer,
) -> impl Iterator<Item = (usize, Option<ActionResult>)> {
    layer.keys.iter().zip(&layer.actions).enumerate().map(|(at, (&key, &action))| {
        let board = Board::from_key(rules.game().shape(), key);
        (at, board.and_then(|board| rules.act(board, action)))
    })
}

/// The largest absolute difference between an exact value and its decoded value. Probabilities of
/// losing that differ by rounding relative to themselves count as equal: they may be far smaller
/// than the rounding of others.
pub(crate) fn largest_error(valued_game: &ValuedGame, exact: &[f64], decoded: &[f64]) -> f64 {
    let rounding = if valued_game.is_losing() { TIE_TOLERANCE } else { 0.0 };
    let pairs = exact.iter().zip(decoded);
    let errors = pairs.map(|(exact, decoded)| (exact.abs(), (exact - decoded).abs()));
    errors
        .filter(|(exact, error)| *error > rounding * exact)
        .map(|(_, error)| error)
        .fold(0.0, f64::max)
}
