//! What the page asks the solver.

use mdp2048_model::Seed;
use mdp2048_rules::Board;

use crate::arena_game::ArenaGame;

/// What the solver has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum SolverTask {
    /// Solve the game.
    Solve(ArenaGame),
    /// Find the values of boards.
    Values {
        /// Identifies the boards.
        number: u32,
        /// The boards.
        boards: Vec<Board>,
    },
    /// Play the optimal game of a seed from its start, for a lane.
    Optimal {
        /// The worker of the lane.
        worker: u32,
        /// The round of the lane.
        round: u32,
        /// The seed.
        seed: Seed,
        /// The first board.
        start: Board,
    },
}
