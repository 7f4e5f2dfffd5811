//! The header of a solution file.

use mdp2048_model::{FileKind, ValuedGame};
use serde::{Deserialize, Serialize};

use crate::half_sum::HalfSum;
use crate::options::Precision;
use crate::solution::totals::{LayerSummary, SolutionTotals};

/// The file of a solution.
pub static SOLUTION: FileKind = FileKind {
    name: "solution",
    magic: *b"MDP2048S",
    version: 2,
    remedy: "solve the game again with this build",
};

/// The header of a solution file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SolutionHeader {
    pub(super) valued_game: ValuedGame,
    pub(super) precision: Precision,
    pub(super) states: u64,
    pub(super) lost: u64,
    pub(super) start_return: f64,
    pub(super) layers: Vec<LayerRecord>,
}

impl SolutionHeader {
    /// The totals of the solution.
    pub(super) fn totals(&self) -> SolutionTotals {
        let summary = |layer: &LayerRecord| LayerSummary {
            sum: layer.half_sum.tile_sum(),
            states: layer.states,
        };
        SolutionTotals {
            valued_game: self.valued_game,
            precision: self.precision,
            states: self.states,
            lost: self.lost,
            start_return: self.start_return,
            layers: self.layers.iter().map(summary).collect(),
        }
    }
}

/// The header's record of a layer. The layers follow the header in the order of their records.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct LayerRecord {
    /// Half the tile sum of the layer's states.
    pub(super) half_sum: HalfSum,
    pub(super) states: u64,
    /// The length of the bitmap in 64-bit words.
    pub(super) words: u64,
    /// The CRC-32 of the layer's bytes.
    pub(super) checksum: u32,
}

impl LayerRecord {
    /// The length of the layer in bytes; `None` if it exceeds 64 bits.
    pub(super) fn bytes(&self, precision: Precision) -> Option<u64> {
        let values = self.states.checked_mul(precision.bytes())?;
        self.words.checked_mul(8)?.checked_add(values)
    }
}
