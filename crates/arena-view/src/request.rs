//! What the page asks the solver.

use mdp2048_rules::Board;

use crate::arena_game::ArenaGame;

/// What the solver has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum SolverRequest {
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
        seed: u32,
        /// The first board.
        start: Board,
    },
}

impl SolverRequest {
    /// The boards of a request for values, as the solver reads them: separated by spaces.
    pub fn boards_text(boards: &[Board]) -> String {
        let texts: Vec<String> = boards.iter().map(|board| board.hex()).collect();
        texts.join(" ")
    }
}
