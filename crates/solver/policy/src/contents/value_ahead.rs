//! The look-ahead of a value: values of unknown successors from expected values of their layers.

use mdp2048_model::Rewards;
use rustc_hash::FxHashMap;

use super::corrections::LookAhead;
use super::successors::{Prediction, RecentLayers, Successor};
use crate::rules::Rules;

/// The largest number of successors of one afterstate that are looked up.
const MAX_SUCCESSORS: usize = 4;

/// The successors of an afterstate whose values are looked up.
#[derive(Clone, Debug, Default)]
pub(crate) struct SuccessorsAhead(Vec<Successor>);

impl SuccessorsAhead {
    /// Removes all successors.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a successor, unless there are enough, or it has a 4 and the value with a 2 in the same
    /// cell is unknown too.
    pub(crate) fn add(&mut self, successor: Successor) {
        let is_used = successor.up == 1 || successor.replaced_by.is_some();
        if is_used && self.0.len() < MAX_SUCCESSORS {
            self.0.push(successor);
        }
    }

    /// Looks the successors up and predicts the correction of `prediction`, the prediction for an
    /// afterstate of this half sum, in steps of `unit`. `remembered` has the expected values of the
    /// layers above, by the key of the afterstate.
    ///
    /// The found value of a successor is the largest action value among those of its actions whose
    /// expected value is remembered. The mean difference of the found values to the values that the
    /// prediction has in their place is taken for all unknown successors.
    pub(crate) fn look_ahead(
        &self,
        rules: &Rules,
        rewards: &Rewards,
        remembered: &RecentLayers<FxHashMap<u64, f64>>,
        half_sum: u32,
        prediction: &Prediction,
        unit: f64,
    ) -> LookAhead {
        let (mut found, mut difference) = (0.0, 0.0);
        for successor in &self.0 {
            let expected = remembered.get(half_sum + successor.up as u32);
            let mut best = None;
            for result in rules.results(successor.board) {
                let points = result.points.into();
                let value = if result.wins {
                    rewards.winning(points)
                } else if let Some(&expected) = expected.and_then(|e| e.get(&result.after.key())) {
                    rewards.going_on(points, expected)
                } else {
                    continue;
                };
                if best.is_none_or(|best| value > best) {
                    best = Some(value);
                }
            }
            if let Some(best) = best {
                let replaced_by = successor.replaced_by.unwrap_or(prediction.mean);
                found += successor.probability;
                difference += successor.probability * (best - replaced_by);
            }
        }
        if found > 0.0 {
            LookAhead::Found {
                correction: prediction.missing * (difference / found) / unit,
                share: found / prediction.missing,
            }
        } else {
            LookAhead::Nothing
        }
    }
}
