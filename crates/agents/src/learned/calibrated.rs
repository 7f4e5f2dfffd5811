//! The points that follow the positions of the agent's games, from the points that it expects.
//!
//! The network estimates the games of the trainer, which played by one ply and was worse at first,
//! so that it expects too few points early in the game, and too few of a search of more plies. From
//! boards with large tiles it expects too many. So the file of a network also has ratios: how many
//! times the expected points followed in games of the agent, by the sum of the tiles. Games of other
//! seeds check the result: docs/arena.md.

use std::sync::Arc;

use mdp2048_model::{Game, Objective};
use mdp2048_rules::{Shape, TileSum};

use super::agent::Learned;
use super::network::Network;
use crate::agent::{ActionEstimates, Agent as _};
use crate::arena::SeededGame;
use crate::simulator::Simulator;

/// The tile sums at which the ratios are measured. The network expects more from the first boards
/// of a game than a few moves later, so the first two are close together.
const SUMS: [u32; 26] = [
    0, 100, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000, 11_000, 12_000,
    13_000, 14_000, 15_000, 16_000, 17_000, 18_000, 19_000, 20_000, 21_000, 22_000, 23_000, 24_000,
];

/// The moves between two measurements in a game.
const MOVES: u32 = 100;

/// For one and two plies, at [`SUMS`]: the points that followed divided by the points that were
/// expected.
pub(super) type Ratios = [[f32; SUMS.len()]; 2];

/// The ratios of a network that is not calibrated.
pub(super) const UNMEASURED: Ratios = [[1.0; SUMS.len()]; 2];

impl Network {
    /// The network with the ratios of so many games at one ply, and of so many at two.
    #[must_use]
    pub fn calibrated(self, games: [u32; 2]) -> Self {
        let network = Arc::new(self);
        let ratios = [1, 2].map(|plies| ratios(&network, plies, games[plies as usize - 1]));
        let mut network = Arc::unwrap_or_clone(network);
        network.ratios = ratios;
        network
    }

    /// The points that follow on average where a search of some plies expects `estimates` from a
    /// position with this tile sum to the end of the game.
    ///
    /// They are for display: the best action is the one of the highest estimate. The ratio is
    /// interpolated between the tile sums at which it was measured. More than two plies count as
    /// two.
    pub(super) fn followed(
        &self,
        estimates: ActionEstimates,
        tile_sum: TileSum,
        plies: u32,
    ) -> ActionEstimates {
        let ratios = &self.ratios[plies.clamp(1, 2) as usize - 1];
        let sum = tile_sum.get().min(SUMS[SUMS.len() - 1]);
        let above = SUMS.partition_point(|&other| other < sum);
        let below = above.saturating_sub(1);
        let part = f64::from(sum - SUMS[below]) / f64::from((SUMS[above] - SUMS[below]).max(1));
        let ratio = (1.0 - part) * f64::from(ratios[below]) + part * f64::from(ratios[above]);
        estimates.map(|estimate| estimate.map(|points| points * ratio))
    }
}

/// The ratios of some games, rounded to thousandths. Where no points were expected or none followed,
/// the ratio is that of the tile sum before.
fn ratios(network: &Arc<Network>, plies: u32, games: u32) -> [f32; SUMS.len()] {
    let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1);
    let simulator = Simulator::new(game.expect("4x4 has a game for points"));
    let agent = Learned::new(&simulator, Arc::clone(network), plies);
    let mut agent = agent.expect("the game is on 4x4");
    let mut measured = [(0.0, 0.0); SUMS.len()];
    for seed in 0..games {
        let mut game = SeededGame::new(simulator.clone(), seed.into());
        // The place of a position in SUMS, its points, and the points that are expected after it.
        let mut positions = Vec::new();
        loop {
            let position = game.position();
            let (estimates, action) = agent.consider(position);
            let Some(action) = action else { break };
            if game.result().moves.is_multiple_of(MOVES) {
                let expected = estimates.into_iter().flatten().fold(f64::NEG_INFINITY, f64::max);
                let sum = position.board.tile_sum().get();
                let nearest = (0..SUMS.len()).min_by_key(|&at| SUMS[at].abs_diff(sum));
                positions.push((nearest.unwrap_or_default(), position.points, expected));
            }
            game.play(action);
        }
        let score = game.position().points;
        for (at, points, expected) in positions {
            measured[at].0 += (score - points) as f64;
            measured[at].1 += expected;
        }
    }
    let mut before = 1.0;
    measured.map(|(followed, expected)| {
        if followed > 0.0 && expected > 0.0 {
            before = ((1e3 * followed / expected).round() / 1e3) as f32;
        }
        before
    })
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
