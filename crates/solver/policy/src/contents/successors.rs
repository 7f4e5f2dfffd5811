//! The values of an afterstate's successors, and the value of the afterstate predicted from them.

use mdp2048_rules::{Board, Images};
use rustc_hash::FxHashMap;

use crate::rules::Rules;
use crate::table::PolicyLayer;

/// What is known of the layers that were coded last, two at most, by half sum.
#[derive(Clone, Debug)]
pub(crate) struct RecentLayers<T>(Vec<(u32, T)>);

impl<T> Default for RecentLayers<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> RecentLayers<T> {
    /// Adds a layer, which is lower than all others, and drops those that no lower layer needs:
    /// layers more than one half sum above the added one.
    pub(crate) fn add(&mut self, half_sum: u32, layer: T) {
        self.0.retain(|&(other, _)| other == half_sum + 1);
        self.0.push((half_sum, layer));
    }

    /// The layer with this half sum.
    pub(crate) fn get(&self, half_sum: u32) -> Option<&T> {
        self.0.iter().find(|&&(other, _)| other == half_sum).map(|(_, layer)| layer)
    }
}

/// The values of the layers that were coded last, by the key of the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentValues(RecentLayers<FxHashMap<u64, f64>>);

impl RecentValues {
    /// Adds the values of a layer, which is lower than all others.
    pub(crate) fn add(&mut self, layer: &PolicyLayer, values: &[f64]) {
        let by_key = layer.keys.iter().copied().zip(values.iter().copied()).collect();
        self.0.add(layer.half_sum, by_key);
    }

    /// The values of the layers of the successors of a layer's afterstates: one half sum above the
    /// layer and two above.
    pub(crate) fn above(&self, half_sum: u32) -> SuccessorValues<'_> {
        SuccessorValues([1, 2].map(|up| self.0.get(half_sum + up)))
    }
}

/// The values of the kept states one and two half sums above a layer; `None` for a layer without
/// kept states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SuccessorValues<'a>([Option<&'a FxHashMap<u64, f64>>; 2]);

impl SuccessorValues<'_> {
    /// The value of a canonical board that is `up` half sums higher (1 or 2), if it is kept.
    #[inline]
    pub(crate) fn value(&self, board: Board, up: usize) -> Option<f64> {
        self.0[up - 1]?.get(&board.key()).copied()
    }
}

/// A prediction of the expected value after an afterstate from the values of its successors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prediction {
    /// The probability that the successor's value is unknown: it is neither kept nor lost.
    pub(crate) missing: f64,
    /// The predicted expected value; 0 if no value is known.
    pub(crate) mean: f64,
    /// Whether the value of any successor is known.
    pub(crate) any_known: bool,
}

/// A successor of an afterstate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Successor {
    /// The canonical board.
    pub(crate) board: Board,
    /// The number of half sums by which it is higher than the afterstate: 1 for a 2, 2 for a 4.
    pub(crate) up: usize,
    pub(crate) probability: f64,
    /// The value, if it is kept or lost.
    pub(crate) value: Option<f64>,
    /// The value of the board with a 2 in the same cell that replaces the unknown value, if any.
    pub(crate) replaced_by: Option<f64>,
}

/// Predicts the expected value after an afterstate; `lost` is the value of a lost board.
///
/// The values of kept states and of lost boards are known. An unknown value of a board with a 4 is
/// replaced by the value of the board with a 2 in the same cell, if that is known. Every other
/// unknown value is replaced by the mean of the values that are known or replaced so.
///
/// `visit` is called for each successor.
pub(crate) fn prediction(
    rules: &Rules,
    after: Board,
    images: &Images,
    above: SuccessorValues<'_>,
    lost: f64,
    mut visit: impl FnMut(Successor),
) -> Prediction {
    // The sum of the values, weighted by probability, and the probability of known values.
    let (mut sum, mut known) = (0.0, 0.0);
    // The probability of unknown values, and of those which the board with a 2 does not replace.
    let (mut missing, mut unreplaced) = (0.0, 0.0);
    // The value of the board with a 2 in the same cell, if known.
    let mut two = None;
    rules.spawns(after, images, |board, up, probability| {
        let value = above.value(board, up).or_else(|| rules.is_lost(board).then_some(lost));
        match (value, two) {
            (Some(value), _) => {
                sum += probability * value;
                known += probability;
            }
            (None, Some(two)) if up == 2 => {
                sum += probability * two;
                missing += probability;
            }
            (None, _) => {
                unreplaced += probability;
                missing += probability;
            }
        }
        let replaced_by = if up == 2 && value.is_none() { two } else { None };
        visit(Successor { board, up, probability, value, replaced_by });
        two = if up == 1 { value } else { None };
    });
    // The probability of the values in `sum`.
    let summed = missing - unreplaced + known;
    let mean = if summed > 0.0 { sum + unreplaced * (sum / summed) } else { 0.0 };
    Prediction { missing, mean, any_known: summed > 0.0 }
}
