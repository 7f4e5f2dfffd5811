//! Predicts the sizes of the layers of a game before any board is found.

use mdp2048_model::Game;

use crate::half_sum::HalfSum;
use crate::options::Precision;
use crate::reachability::successors::MOST_RECORDED_BOARDS;
use crate::store::successors::SUCCESSOR_INDICES;

use super::candidates::{self, Candidates, LayerCounts};
use super::sizes::{LayerSizes, PAIR_COUNT, WORD};

/// What is assumed about the reachable boards of a game.
#[derive(Clone, Copy, Debug)]
struct Assumption {
    /// The share of the states among the boards that may be reachable.
    states: f64,
    /// The number of afterstates for each state.
    afterstates: f64,
}

impl Assumption {
    /// What is assumed for the least and for the most memory.
    ///
    /// The more kinds of tiles a game has, the less of the boards that may be reachable is
    /// reachable. The shares were measured on all games of up to 160 million states, on all board
    /// shapes, with random tiles of both kinds and of one kind only. With both kinds they fall from
    /// 0.71 to 0.81 with 4 kinds of cell contents to 0.28 with 11. With locked cells they fall
    /// faster: to 0.06 to 0.19 with 9 kinds, on the formations L3, 442 and 444.
    fn bounds(candidates: &Candidates) -> [Self; 2] {
        let (least, factor, range) = match candidates.random_tiles {
            1 => (0.5, 0.78, 1.6),
            _ => (0.65, 0.865, 1.4),
        };
        let least_factor = match (candidates.makes_all_tiles, candidates.has_locked) {
            // From late start boards, few boards may be reachable.
            (false, _) => 0.0,
            (true, true) => 0.6,
            (true, false) => factor,
        };
        let further = candidates.kinds.saturating_sub(4) as i32;
        let states = |factor: f64| least * factor.powi(further);
        [
            Self { states: states(least_factor), afterstates: 0.1 },
            Self { states: range * states(factor), afterstates: 0.9 },
        ]
    }
}

/// Returns the predicted sizes of the layers, descending by tile sum: with the least reachable
/// boards, and with the most.
pub(super) fn layers(game: &Game, precision: Precision) -> [Vec<LayerSizes>; 2] {
    let candidates = candidates::of(game);
    Assumption::bounds(&candidates).map(|assumption| {
        let sizes =
            |counts: &LayerCounts| assumption.sizes(*counts, candidates.corner_patterns, precision);
        candidates.layers.iter().rev().map(sizes).collect()
    })
}

impl Assumption {
    /// Returns the sizes of a layer.
    fn sizes(self, counts: LayerCounts, corner_patterns: f64, precision: Precision) -> LayerSizes {
        let words = (counts.bits / 64.0).ceil();
        let states = self.states * counts.candidates;
        let afterstates = self.afterstates * states;
        let is_recorded = precision == Precision::Double
            && states <= MOST_RECORDED_BOARDS as f64
            && afterstates < SUCCESSOR_INDICES as f64;
        let words = words as u64;
        let index = size_of::<u64>() as f64 * (corner_patterns + 1.0);
        LayerSizes {
            half_sum: HalfSum::new(counts.half_sum as u32),
            kept: index as u64 + (WORD + PAIR_COUNT) * words,
            states: states as u64,
            words,
            afterstates: afterstates as u64,
            successors: if is_recorded { precision.bytes() * states as u64 } else { 0 },
        }
    }
}
