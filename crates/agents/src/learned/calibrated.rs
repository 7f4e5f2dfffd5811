//! Measures the ratios of a network: the points that follow the positions of the agent's games,
//! divided by the points that it expects there. Games of other seeds check the result:
//! docs/arena.md.

use std::sync::Arc;

use mdp2048_model::{Game, Objective};
use mdp2048_rules::Shape;

use super::agent::Learned;
use super::network::Network;
use super::ratios::SUMS;
use crate::agent::Agent as _;
use crate::arena::SeededGame;
use crate::simulator::Simulator;

/// The moves between two measurements in a game.
const MOVES: u32 = 100;

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
