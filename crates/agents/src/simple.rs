//! Players that do not look ahead.

use mdp2048_model::Seed;
use mdp2048_rules::Action;
use rand_mt::Mt;

use crate::agent::{Agent, Position};
use crate::monte_carlo::random_action;
use crate::simulator::Simulator;

/// Chooses each allowed action with the same probability.
#[derive(Clone, Debug)]
pub struct Random {
    simulator: Simulator,
    words: Mt,
}

impl Random {
    /// The agent for a game.
    pub fn new(simulator: Simulator) -> Self {
        Self { simulator, words: Mt::new(0) }
    }
}

impl Agent for Random {
    fn reset(&mut self, seed: Seed) {
        // The tiles of the game come from the seed itself.
        self.words = Mt::new(!seed.get());
    }

    fn choose(&mut self, position: Position) -> Option<Action> {
        random_action(&self.simulator, position.board, &mut self.words).map(|(action, _)| action)
    }

    fn policy(&mut self, position: Position) -> [f64; 4] {
        let mut probabilities = [0.0; 4];
        let moves: Vec<_> = self.simulator.moves(position).collect();
        for (action, _) in &moves {
            probabilities[action.index()] = 1.0 / moves.len() as f64;
        }
        probabilities
    }

    fn boxed(&self) -> Box<dyn Agent> {
        Box::new(self.clone())
    }
}

/// Chooses the action of the most points, and the first of several in the order of
/// [`Action::ALL`].
#[derive(Clone, Debug)]
pub struct Greedy {
    simulator: Simulator,
}

impl Greedy {
    /// The agent for a game.
    pub const fn new(simulator: Simulator) -> Self {
        Self { simulator }
    }
}

impl Agent for Greedy {
    fn reset(&mut self, _: Seed) {}

    fn choose(&mut self, position: Position) -> Option<Action> {
        let moves = self.simulator.moves(position);
        // `max_by_key` returns the last of several.
        let moves = moves.collect::<Vec<_>>().into_iter().rev();
        moves.max_by_key(|(_, moved)| (moved.wins, moved.points)).map(|(action, _)| action)
    }

    fn boxed(&self) -> Box<dyn Agent> {
        Box::new(self.clone())
    }
}
