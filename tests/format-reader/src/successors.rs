//! Predictions from the values of the two layers above.

use crate::game::{ReadGame, ReadSuccessor};
use crate::output::ReadLayer;

/// The values of the states one and two half sums above a layer.
pub(crate) struct ValuesAbove<'a>([Option<&'a ReadLayer>; 2]);

/// The value of an afterstate, predicted from its successors.
pub(crate) struct SuccessorPrediction {
    pub(crate) any_known: bool,
    pub(crate) mean: f64,
    pub(crate) missing: f64,
    /// The successors of unknown value. With the tile 4, each has the value of the successor with a
    /// 2 in the same cell, if that is known.
    pub(crate) unknown: Vec<(ReadSuccessor, Option<f64>)>,
}

impl<'a> ValuesAbove<'a> {
    /// The values above a layer, of the layers above it in ascending order.
    pub(crate) fn new(half_sum: u32, higher: &'a [ReadLayer]) -> Self {
        Self([1, 2].map(|rise| higher.iter().find(|layer| layer.half_sum == half_sum + rise)))
    }

    /// The value of a kept state.
    pub(crate) fn kept(&self, successor: &ReadSuccessor) -> Option<f64> {
        let layer = self.0[usize::from(successor.tile) - 1]?;
        let state = layer.keys.binary_search(&successor.key).ok()?;
        Some(layer.values[state])
    }

    /// The prediction for a canonical afterstate.
    pub(crate) fn prediction(&self, game: &ReadGame, after: u64) -> SuccessorPrediction {
        let (mut sum, mut known, mut missing, mut unreplaced) = (0.0, 0.0, 0.0, 0.0);
        // The cell of the last 2, with the value of the board if that is known.
        let mut two: Option<(usize, f64)> = None;
        let mut unknown = Vec::new();
        for successor in game.successors(after) {
            let p = successor.probability;
            let value = self.kept(&successor);
            let value = value.or_else(|| game.is_lost(successor.key).then_some(game.lost));
            let same_cell = two.filter(|&(cell, _)| successor.tile == 2 && cell == successor.cell);
            if let Some(v) = value {
                sum += p * v;
                known += p;
            } else if let Some((_, v)) = same_cell {
                sum += p * v;
                missing += p;
            } else {
                unreplaced += p;
                missing += p;
            }
            if successor.tile == 1 {
                two = value.map(|v| (successor.cell, v));
            }
            if value.is_none() {
                unknown.push((successor, same_cell.map(|(_, v)| v)));
            }
        }
        let summed = missing - unreplaced + known;
        let any_known = summed > 0.0;
        let mean = if any_known { sum + unreplaced * (sum / summed) } else { 0.0 };
        SuccessorPrediction { any_known, mean, missing, unknown }
    }
}
