//! The values of an afterstate's successors, and the value of the afterstate predicted from them.

use std::collections::BTreeMap;

use mdp2048_model::KeyMap;
use mdp2048_rules::Board;

use crate::rules::Rules;
use crate::table::PolicyLayer;

/// The values of the layers that were met last on the way down, by the keys of their states.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentValues {
    layers: BTreeMap<u32, KeyMap<f64>>,
}

impl RecentValues {
    /// Adds a layer below all others; those that no layer below it leads to are forgotten.
    pub(crate) fn add(&mut self, layer: &PolicyLayer, values: &[f64]) {
        let values = layer.keys.iter().copied().zip(values.iter().copied()).collect();
        self.layers.insert(layer.half_sum, values);
        self.layers.retain(|&half_sum, _| half_sum <= layer.half_sum + 1);
    }

    /// The two layers above half a tile sum, which it may go on to.
    pub(crate) fn above(&self, half_sum: u32) -> SuccessorValues<'_> {
        SuccessorValues([1, 2].map(|up| self.layers.get(&(half_sum + up))))
    }
}

/// The values of the states with a 2, and with a 4 placed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SuccessorValues<'a>([Option<&'a KeyMap<f64>>; 2]);

impl SuccessorValues<'_> {
    /// The value of a canonical board so many layers higher, 1 or 2, if it is held.
    #[inline]
    pub(crate) fn value(&self, board: Board, up: usize) -> Option<f64> {
        self.0[up - 1]?.get(&board.key()).copied()
    }
}

/// What is known of an afterstate before its value is coded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prediction {
    /// The probability of successors that are not held.
    pub(crate) missing: f64,
    /// The value as far as the successors tell.
    pub(crate) mean: f64,
    /// Whether any successor tells anything.
    pub(crate) told: bool,
}

/// What the held successors of an afterstate tell of its value. One that is not held is taken to
/// be worth what the board with a 2 instead of a 4 is worth, or else the mean of what is held.
pub(crate) fn prediction(
    rules: &Rules,
    after: Board,
    above: SuccessorValues<'_>,
    lost: f64,
) -> Prediction {
    let (mut sum, mut held) = (0.0, 0.0);
    let (mut missing, mut lonely) = (0.0, 0.0);
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
                lonely += probability;
                missing += probability;
            }
        }
        two = if up == 1 { value } else { None };
    });
    let told = missing - lonely + held;
    let mean = if told > 0.0 { sum + lonely * (sum / told) } else { 0.0 };
    Prediction { missing, mean, told: told > 0.0 }
}
