//! Players that do not look ahead.

use mdp2048_model::Seed;
use mdp2048_rules::Action;
use rand_mt::Mt;

use crate::agent::{ActionEstimates, Agent, Position};
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

    /// The probability of each action.
    fn estimates(&mut self, position: Position) -> ActionEstimates {
        let mut estimates = [None; 4];
        let moves: Vec<_> = self.simulator.moves(position).collect();
        for (action, _) in &moves {
            estimates[action.index()] = Some(1.0 / moves.len() as f64);
        }
        estimates
    }

    fn consider(&mut self, position: Position) -> (ActionEstimates, Option<Action>) {
        let drawn = random_action(&self.simulator, position.board, &mut self.words);
        (self.estimates(position), drawn.map(|(action, _)| action))
    }

    fn policy(&mut self, position: Position) -> [f64; 4] {
        self.estimates(position).map(Option::unwrap_or_default)
    }
}

/// Chooses an action that wins, or else the one of the most points.
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
    fn estimates(&mut self, position: Position) -> ActionEstimates {
        self.simulator.estimates(position, |moved| f64::from(moved.points))
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::Game;

    use super::*;

    #[test]
    fn a_move_that_wins_comes_before_one_of_more_points() {
        let board = "4 4 8/2 2 8/4 4 0".parse().unwrap();
        let choose = |target| {
            let game = Game::reach("3x3".parse().unwrap(), target).unwrap();
            let mut greedy = Greedy::new(Simulator::new(game));
            greedy.choose(Position { board, points: 0 }).unwrap()
        };
        // Left and right make 20 points, up and down the tile 16.
        assert!(matches!(choose(32), Action::Left | Action::Right));
        assert!(matches!(choose(16), Action::Up | Action::Down));
    }
}
