//! The messages of a worker in which an agent plays games.

use mdp2048_model::{Game, Seed};
use mdp2048_rules::{Action, Board, Exponent};
use serde::{Deserialize, Serialize};

/// A request to the worker of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AgentRequest {
    /// Make the agent for a game. Its network is downloaded first, if it needs one.
    Open {
        /// The game.
        game: Game,
        /// The agent, as for `mdp2048 arena`.
        agent: String,
    },
    /// Begin the game of a seed, and consider its first position.
    Begin {
        /// The seed.
        seed: Seed,
    },
    /// Play on.
    Play {
        /// The most moves.
        most: u32,
        /// The time in milliseconds after which no other move begins.
        milliseconds: f64,
    },
    /// Go on computing the exact results of all games.
    Follow {
        /// The time in milliseconds after which the answer is sent.
        milliseconds: f64,
    },
    /// Play whole games.
    Race {
        /// The seed of the first game; the others follow it.
        seed: Seed,
        /// The time of work in milliseconds after which no other game begins.
        milliseconds: f64,
        /// Whether the answer has all boards and actions.
        keeps_moves: bool,
    },
    /// Let the games of a race wait, or go on. It has no answer.
    Hold(bool),
    /// End a race without an answer.
    Stop,
}

/// An answer of the worker of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AgentAnswer {
    /// So many bytes of the network are downloaded, of so many (0 if that is not known).
    Downloaded(f64, f64),
    /// The agent is made.
    Opened,
    /// The agent has played: the positions from the current one on.
    Played(Vec<AgentPosition>),
    /// The points and the moves of the race's current game, which is a long one.
    Playing(u64, u32),
    /// The games of a race.
    Finished(Vec<PlayedGame>),
    /// The exact results of all games, as far as they are computed.
    Followed(FollowedGames),
    /// The request cannot be answered, for the given reason.
    Failed(String),
}

/// A position of an agent's game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentPosition {
    /// The tiles.
    pub board: Board,
    /// The points so far.
    pub points: u64,
    /// What each action is worth to the agent, as it is shown, by [`Action::index`].
    pub estimates: [Option<f64>; 4],
    /// The action that it chooses; `None` if the game has ended.
    pub action: Option<Action>,
}

/// A board, and the action that was chosen on it.
pub type Decision = (Board, Action);

/// A finished game of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The points.
    pub points: u64,
    /// The largest tile.
    pub largest: Exponent,
    /// Whether the target is made.
    pub is_won: bool,
    /// All moves, if they are kept.
    pub decisions: Vec<Decision>,
}

/// The exact results of all games of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FollowedGames {
    /// The part of the computation that is done, 1 only at the end.
    pub done: f64,
    /// The probability of a win.
    pub win: f64,
    /// The expected score.
    pub score: f64,
    /// The expected number of moves.
    pub moves: f64,
}
