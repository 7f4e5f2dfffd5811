//! How many times the points that a network expects follow in games of the agent, by the sum of the
//! tiles.
//!
//! The network estimates the games of the trainer, which played by one ply and was worse at first,
//! so that it expects too few points early in the game, and too few of a search of more plies. From
//! boards with large tiles it expects too many. So its file also has these ratios.

use mdp2048_rules::TileSum;

/// The tile sums at which the ratios are measured. The network expects more from the first boards
/// of a game than a few moves later, so the first two are close together.
pub(super) const SUMS: [u32; 26] = [
    0, 100, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000, 11_000, 12_000,
    13_000, 14_000, 15_000, 16_000, 17_000, 18_000, 19_000, 20_000, 21_000, 22_000, 23_000, 24_000,
];

/// For one and two plies, at [`SUMS`]: the points that followed divided by the points that were
/// expected.
pub(super) type Ratios = [[f32; SUMS.len()]; 2];

/// The ratios of a network that is not calibrated.
pub(super) const UNMEASURED: Ratios = [[1.0; SUMS.len()]; 2];

/// The ratio at a tile sum after a search of some plies. It is interpolated between the tile sums at
/// which it was measured. More than two plies count as two.
pub(super) fn ratio_at(ratios: &Ratios, tile_sum: TileSum, plies: u32) -> f64 {
    let ratios = &ratios[plies.clamp(1, 2) as usize - 1];
    let sum = tile_sum.get().min(SUMS[SUMS.len() - 1]);
    let above = SUMS.partition_point(|&other| other < sum);
    let below = above.saturating_sub(1);
    let part = f64::from(sum - SUMS[below]) / f64::from((SUMS[above] - SUMS[below]).max(1));
    (1.0 - part) * f64::from(ratios[below]) + part * f64::from(ratios[above])
}
