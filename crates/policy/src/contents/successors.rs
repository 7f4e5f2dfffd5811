//! The values of an afterstate's successors, and the value of the afterstate predicted from them.

use std::collections::BTreeMap;

use mdp2048_model::KeyMap;
use mdp2048_rules::Board;

use crate::rules::Rules;
use crate::table::PolicyLayer;

/// The values of the last two layers that were coded, by the keys of their states.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentValues {
    layers: BTreeMap<u32, KeyMap<f64>>,
}

impl RecentValues {
    /// Adds the values of a layer below all others, and drops those of layers that are more than
    /// one half sum above it.
    pub(crate) fn add(&mut self, layer: &PolicyLayer, values: &[f64]) {
        let values = layer.keys.iter().copied().zip(values.iter().copied()).collect();
        self.layers.insert(layer.half_sum, values);
        self.layers.retain(|&half_sum, _| half_sum <= layer.half_sum + 1);
    }

    /// The values of the two layers to which the afterstates of a layer lead.
    pub(crate) fn above(&self, half_sum: u32) -> SuccessorValues<'_> {
        SuccessorValues([1, 2].map(|up| self.layers.get(&(half_sum + up))))
    }
}

/// The values of the kept states one and two half sums above a layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SuccessorValues<'a>([Option<&'a KeyMap<f64>>; 2]);

impl SuccessorValues<'_> {
    /// The value of a canonical board that is `up` half sums higher (1 or 2), if it is kept.
    #[inline]
    pub(crate) fn value(&self, board: Board, up: usize) -> Option<f64> {
        self.0[up - 1]?.get(&board.key()).copied()
    }
}

/// The expected value after an afterstate, as predicted from the values of its successors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prediction {
    /// The probability of successors whose value is unknown, because they are not kept.
    pub(crate) missing: f64,
    /// The predicted value; 0 if the prediction has no base.
    pub(crate) mean: f64,
    /// Whether the value of any successor is known.
    pub(crate) has_base: bool,
}

/// Predicts the expected value after an afterstate; `lost` is the value of a lost board.
///
/// An unknown value of a board with a 4 is replaced by the value of the board with a 2 in the same
/// cell, if that is known. All other unknown values are replaced by the mean of the known ones.
pub(crate) fn prediction(
    rules: &Rules,
    after: Board,
    above: SuccessorValues<'_>,
    lost: f64,
) -> Prediction {
    let (mut sum, mut held) = (0.0, 0.0);
    // The probability of unknown values, and of those that no value of a 2 replaces.
    let (mut missing, mut alone) = (0.0, 0.0);
    // The value of the board with a 2 in the same cell.
    let mut two = None;
    rules.spawns(after, |board, up, probability| {
        let value = above.value(board, up).or_else(|| rules.is_lost(board).then_some(lost));
        match (value, two) {
            (Some(value), _) => {
                sum += probability * value;
                held += probability;
            }
            (None, Some(two)) if up == 2 => {
                sum += probability * two;
                missing += probability;
            }
            (None, _) => {
                alone += probability;
                missing += probability;
            }
        }
        two = if up == 1 { value } else { None };
    });
    let base = missing - alone + held;
    let mean = if base > 0.0 { sum + alone * (sum / base) } else { 0.0 };
    Prediction { missing, mean, has_base: base > 0.0 }
}
