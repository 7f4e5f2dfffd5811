//! Monte Carlo search by random games.

use mdp2048_model::Seed;
use mdp2048_rules::Action;

use super::playout::Playouts;
use crate::agent::{Agent, Position};
use crate::simulator::Simulator;

/// Plays random games from the board after each allowed move, and chooses the move of the highest
/// mean final score: the first of several in the order of [`Action::ALL`].
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    playouts: Playouts,
    games: u32,
}

impl MonteCarlo {
    /// The agent with a number of random games for each allowed move, at least 1.
    pub fn new(simulator: Simulator, games: u32) -> Self {
        Self { playouts: Playouts::new(simulator, 0), games: games.max(1) }
    }
}

impl Agent for MonteCarlo {
    fn reset(&mut self, seed: Seed) {
        // The tiles of the game come from the seed itself.
        self.playouts.reset(!seed.get());
    }

    fn choose(&mut self, position: Position) -> Option<Action> {
        let simulator = self.playouts.simulator().clone();
        let mut best: Option<(Action, u64)> = None;
        for (action, moved) in simulator.moves(position) {
            let points = position.points + u64::from(moved.points);
            let mut sum = 0;
            for _ in 0..self.games {
                let board = self.playouts.spawn(moved.after);
                sum += if moved.wins {
                    points
                } else {
                    self.playouts.points(Position { board, points })
                };
            }
            if best.is_none_or(|(_, greatest)| sum > greatest) {
                best = Some((action, sum));
            }
        }
        best.map(|(action, _)| action)
    }

    fn boxed(&self) -> Box<dyn Agent> {
        Box::new(self.clone())
    }
}
