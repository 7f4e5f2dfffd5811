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
    /// The games of a race, and the time that the agent has worked for them in milliseconds.
    Finished(f64, Vec<PlayedGame>),
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
    /// What the agent thinks each action is worth, by [`Action::index`].
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
    /// The number of moves.
    pub moves: u32,
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

#[cfg(test)]
mod tests {
    use mdp2048_rules::Shape;

    use super::*;
    use crate::tests::survives;

    #[test]
    fn messages_survive_the_way_to_the_worker_and_back() {
        let board = Board::from_hex(Shape::FOUR_BY_FOUR, "f123456789abcde0").unwrap();
        let game = Game::reach(Shape::THREE_BY_THREE, 512).unwrap();
        let (seed, milliseconds) = (Seed::from(u32::MAX), 12.5);
        for request in [
            AgentRequest::Open { game, agent: "learned:plies=2".to_owned() },
            AgentRequest::Begin { seed },
            AgentRequest::Play { most: 1_000, milliseconds },
            AgentRequest::Follow { milliseconds },
            AgentRequest::Race { seed, milliseconds, keeps_moves: true },
            AgentRequest::Hold(true),
            AgentRequest::Stop,
        ] {
            survives(&request);
        }
        let points = [Some(0.25), None, Some(-1e300), Some(0.0)];
        let action = Some(Action::Down);
        let position = AgentPosition { board, points: u64::MAX, estimates: points, action };
        let over = AgentPosition { action: None, ..position };
        let played = PlayedGame {
            points: 600,
            moves: 60,
            largest: Exponent::MAX,
            is_won: true,
            decisions: vec![(board, Action::Left), (board, Action::Up)],
        };
        for answer in [
            AgentAnswer::Downloaded(1e9, 0.0),
            AgentAnswer::Opened,
            AgentAnswer::Played(vec![position, over]),
            AgentAnswer::Playing(5_000, 300),
            AgentAnswer::Finished(20.0, vec![played; 2]),
            AgentAnswer::Followed(FollowedGames { done: 1.0, win: 0.5, score: 300.0, moves: 60.0 }),
            AgentAnswer::Failed("it ended".to_owned()),
        ] {
            survives(&answer);
        }
    }
}
