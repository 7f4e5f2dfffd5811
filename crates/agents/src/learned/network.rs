//! A network with coarse weights, for play.

use mdp2048_rules::TileSum;

use super::ratios::{Ratios, ratio_at};
use super::tuples::{ENTRIES, TUPLES, for_each_index};
use crate::agent::ActionEstimates;

/// The values of afterstates on 4x4: the expected points that follow, as the sum of a weight for
/// each tuple and symmetry.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The weights of all tuples, one after the other, as multiples of the step: `TUPLES * ENTRIES`.
    pub(super) weights: Vec<i16>,
    /// The unit of the weights in points.
    pub(super) step: f32,
    /// What follows of the points that it expects.
    pub(super) ratios: Ratios,
}

impl Network {
    /// The unit of the weights in points.
    pub const fn step(&self) -> f32 {
        self.step
    }

    /// The value of an afterstate in points.
    #[inline(always)]
    pub(super) fn value(&self, after: u64) -> f32 {
        let tables: &[[i16; ENTRIES]] = self.weights.as_chunks().0;
        // The length of the array is checked once instead of for each weight.
        let Some(tables) = tables.first_chunk::<TUPLES>() else { return 0.0 };
        let mut sum = 0;
        for_each_index(after, |tuple, index| sum += i32::from(tables[tuple][index]));
        sum as f32 * self.step
    }
    /// The points that follow on average where a search of some plies expects `estimates` from a
    /// position with this tile sum to the end of the game, by the ratios of the network.
    ///
    /// They are for display: the best action is the one of the highest estimate.
    pub(super) fn followed(
        &self,
        estimates: ActionEstimates,
        tile_sum: TileSum,
        plies: u32,
    ) -> ActionEstimates {
        let ratio = ratio_at(&self.ratios, tile_sum, plies);
        estimates.map(|estimate| estimate.map(|points| points * ratio))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_interpolated() {
        let network = Network::from_bytes(Network::TRAINED).unwrap();
        let ratios = network.ratios;
        let ratio =
            |sum, plies| network.followed([Some(1.0); 4], TileSum::new(sum), plies)[0].unwrap();
        let [low, high] = [ratio(3_000, 1), ratio(4_000, 1)];
        assert_eq!(low, f64::from(ratios[0][4]));
        assert!((ratio(3_250, 1) - (0.75 * low + 0.25 * high)).abs() < 1e-12);
        let [start, soon] = [ratio(0, 1), ratio(100, 1)];
        assert_eq!([start, soon], [f64::from(ratios[0][0]), f64::from(ratios[0][1])]);
        assert!((ratio(30, 1) - (0.7 * start + 0.3 * soon)).abs() < 1e-12);
        for sum in [24_000, 24_001, 900_000] {
            assert_eq!(ratio(sum, 2), f64::from(ratios[1][25]));
        }
        assert_eq!((ratio(500, 0), ratio(500, 6)), (ratio(500, 1), ratio(500, 2)));
    }
}
