//! What the page asks its workers.

use mdp2048_rules::Board;

use crate::arena_game::ArenaGame;

/// What the worker of an agent has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentRequest {
    /// Make the agent for a board and a target (0 for none).
    Open {
        /// The shape of the board.
        board: String,
        /// The target, or 0.
        target: u32,
        /// The agent.
        agent: String,
    },
    /// Begin the game of a seed, and consider its first position.
    Begin {
        /// The seed.
        seed: u32,
    },
    /// Play on.
    Play {
        /// The most moves.
        most: u32,
        /// The time after which no other move begins.
        milliseconds: f64,
    },
    /// Go on computing the exact results of all games.
    Follow {
        /// The time after which the answer is sent.
        milliseconds: f64,
    },
    /// Play whole games.
    Race {
        /// The seed of the first game; the others follow it.
        seed: u32,
        /// The time of work after which no other game begins.
        milliseconds: f64,
        /// Whether the answer has all boards and actions.
        keeps_moves: bool,
    },
}

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
