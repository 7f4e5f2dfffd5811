//! Monte Carlo search by random games.

use mdp2048_model::Seed;

use super::playout::Playouts;
use crate::agent::{ActionEstimates, Agent, Position};
use crate::simulator::Simulator;

/// Plays random games from the board after each allowed move, and chooses the move of the highest
/// mean final score.
#[derive(Clone, Debug)]
pub(crate) struct MonteCarlo {
    playouts: Playouts,
    games: u32,
}

impl MonteCarlo {
    /// The agent with a number of random games for each allowed move, at least 1.
    pub(crate) fn new(simulator: Simulator, games: u32) -> Self {
        Self { playouts: Playouts::new(simulator, 0), games: games.max(1) }
    }
}

impl Agent for MonteCarlo {
    fn reset(&mut self, seed: Seed) {
        // The tiles of the game come from the seed itself.
        self.playouts.reset(!seed.get());
    }

    fn estimates(&mut self, position: Position) -> ActionEstimates {
        let (simulator, playouts) = (self.playouts.simulator().clone(), &mut self.playouts);
        simulator.estimates(position, |moved| {
            let points = position.points + u64::from(moved.points);
            let mut game = || playouts.points_after(moved.after, points);
            let sum: u64 = (0..self.games).map(|_| game()).sum();
            sum as f64 / f64::from(self.games)
        })
    }
}
