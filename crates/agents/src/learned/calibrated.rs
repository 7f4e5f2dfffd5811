//! The points that follow the positions of the agent's games, from the points that it expects.
//!
//! The network estimates the games of the trainer, which played by one ply and was worse at first,
//! so that it expects too few points early in the game, and too few of a search of more plies. From
//! boards with large tiles it expects too many. How many times the expected points followed was
//! measured by the sum of the tiles, in games of other seeds than those with which the result is
//! checked: `mdp2048 calibrate --agent learned:plies=2 --games 1000 --seed 2000000 --every 100`.

use mdp2048_rules::TileSum;

/// The distance between the tile sums of the ratios.
const STEP: f64 = 1_000.0;

/// For one and two plies, at the tile sums 0, 1,000, 2,000 and so on: how many times the
/// expected points followed.
const RATIOS: [[f32; 25]; 2] = [
    [
        1.370, 1.332, 1.274, 1.215, 1.162, 1.095, 1.023, 0.942, 0.943, 0.884, 0.878, 0.894, 0.886,
        0.820, 0.727, 0.722, 0.722, 0.621, 0.553, 0.474, 0.428, 0.359, 0.264, 0.185, 0.174,
    ],
    [
        2.022, 1.983, 1.924, 1.869, 1.801, 1.756, 1.639, 1.534, 1.452, 1.433, 1.446, 1.508, 1.482,
        1.399, 1.192, 1.120, 1.015, 0.822, 0.767, 0.662, 0.606, 0.511, 0.422, 0.310, 0.388,
    ],
];

/// The points that follow on average where the agent `learned`, with the network of this project
/// and a search of some plies, expects `expected` points from a position with this tile sum to the
/// end of the game.
///
/// It is for display: the best action is the one of the highest estimate. The ratio is interpolated
/// between the tile sums at which it was measured. More than two plies count as two.
pub fn calibrated_points(expected: f64, tile_sum: TileSum, plies: u32) -> f64 {
    let ratios = &RATIOS[plies.clamp(1, 2) as usize - 1];
    let at = (f64::from(tile_sum.get()) / STEP).min((ratios.len() - 1) as f64);
    let below = at as usize;
    let above = (below + 1).min(ratios.len() - 1);
    let part = at - at.floor();
    expected * ((1.0 - part) * f64::from(ratios[below]) + part * f64::from(ratios[above]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_interpolated() {
        let ratio = |sum, plies| calibrated_points(1.0, TileSum::new(sum), plies);
        let [low, high] = [ratio(3_000, 1), ratio(4_000, 1)];
        assert_eq!(low, f64::from(RATIOS[0][3]));
        assert!((ratio(3_250, 1) - (0.75 * low + 0.25 * high)).abs() < 1e-12);
        assert_eq!(ratio(900_000, 2), f64::from(RATIOS[1][24]));
        assert_eq!((ratio(500, 0), ratio(500, 6)), (ratio(500, 1), ratio(500, 2)));
        assert_eq!(calibrated_points(0.0, TileSum::new(500), 1), 0.0);
    }
}
