//! The points that follow the positions of the agent's games, from the points that it expects.
//!
//! The network estimates the games of the trainer, which played by one ply and was worse at first,
//! so that it expects too few points early in the game, and too few of a search of more plies. From
//! boards with large tiles it expects too many. How many times the expected points followed was
//! measured by the sum of the tiles, every 100 moves of games of other seeds than those with which
//! the result is checked: docs/arena.md.

use mdp2048_rules::TileSum;

/// The tile sums at which the ratios are measured. The network expects more from the first boards
/// of a game than a few moves later, so the first two are close together.
const RATIO_SUMS: [u32; 26] = [
    0, 100, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000, 11_000, 12_000,
    13_000, 14_000, 15_000, 16_000, 17_000, 18_000, 19_000, 20_000, 21_000, 22_000, 23_000, 24_000,
];

/// For one and two plies, at [`RATIO_SUMS`]: the points that followed divided by the points that
/// were expected.
const RATIOS: [[f32; RATIO_SUMS.len()]; 2] = [
    [
        1.255, 1.370, 1.331, 1.275, 1.215, 1.162, 1.096, 1.021, 0.942, 0.943, 0.885, 0.877, 0.894,
        0.885, 0.820, 0.727, 0.722, 0.722, 0.621, 0.552, 0.474, 0.428, 0.359, 0.264, 0.185, 0.186,
    ],
    [
        1.856, 2.022, 1.983, 1.927, 1.875, 1.800, 1.760, 1.640, 1.532, 1.446, 1.419, 1.431, 1.491,
        1.466, 1.384, 1.187, 1.121, 1.014, 0.812, 0.757, 0.652, 0.599, 0.509, 0.415, 0.312, 0.417,
    ],
];

/// The points that follow on average where the agent `learned`, with the network of this project
/// and a search of some plies, expects `expected` points from a position with this tile sum to the
/// end of the game.
///
/// It is for display: the best action is the one of the highest estimate. The ratio is interpolated
/// between the tile sums at which it was measured. More than two plies count as two.
pub(crate) fn calibrated_points(expected: f64, tile_sum: TileSum, plies: u32) -> f64 {
    let ratios = &RATIOS[plies.clamp(1, 2) as usize - 1];
    let sum = tile_sum.get().min(RATIO_SUMS[RATIO_SUMS.len() - 1]);
    let above = RATIO_SUMS.partition_point(|&other| other < sum);
    let below = above.saturating_sub(1);
    let distance = (RATIO_SUMS[above] - RATIO_SUMS[below]).max(1);
    let part = f64::from(sum - RATIO_SUMS[below]) / f64::from(distance);
    expected * ((1.0 - part) * f64::from(ratios[below]) + part * f64::from(ratios[above]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_interpolated() {
        let ratio = |sum, plies| calibrated_points(1.0, TileSum::new(sum), plies);
        let [low, high] = [ratio(3_000, 1), ratio(4_000, 1)];
        assert_eq!(low, f64::from(RATIOS[0][4]));
        assert!((ratio(3_250, 1) - (0.75 * low + 0.25 * high)).abs() < 1e-12);
        let [start, soon] = [ratio(0, 1), ratio(100, 1)];
        assert_eq!([start, soon], [f64::from(RATIOS[0][0]), f64::from(RATIOS[0][1])]);
        assert!((ratio(30, 1) - (0.7 * start + 0.3 * soon)).abs() < 1e-12);
        for sum in [24_000, 24_001, 900_000] {
            assert_eq!(ratio(sum, 2), f64::from(RATIOS[1][25]));
        }
        assert_eq!((ratio(500, 0), ratio(500, 6)), (ratio(500, 1), ratio(500, 2)));
        assert_eq!(calibrated_points(0.0, TileSum::new(500), 1), 0.0);
    }
}
