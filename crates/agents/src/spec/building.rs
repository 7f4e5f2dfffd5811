//! What building an agent needs, and why it may fail.

use std::sync::Arc;

use mdp2048_model::Game;
use mdp2048_rules::Shape;
use thiserror::Error;

use crate::learned::Network;
use crate::optimal::SolvedPolicy;

/// What an agent needs besides its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentNeed {
    /// Nothing.
    Nothing,
    /// A network.
    Network,
    /// The policy of a solved game.
    Policy,
}

/// What an action of an agent depends on besides the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Nothing: the policy is a function of the board. Actions may be drawn, with probabilities
    /// that the agent states.
    Nothing,
    /// The points so far, at least by rounding.
    Points,
    /// The random games of the agent, which depend on the seed of the game.
    RandomGames,
}

/// What agents need besides their game.
#[derive(Clone, Debug, Default)]
pub struct AgentResources {
    /// The network of `learned`.
    pub network: Option<Arc<Network>>,
    /// The policy of `optimal`.
    pub policy: Option<SolvedPolicy>,
}

/// Why an agent cannot play a game.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The agent is for boards of another shape.
    #[error("the agent {agent} plays 4x4 only, not {shape}: choose another agent, or games on 4x4")]
    Shape {
        /// The name of the agent.
        agent: &'static str,
        /// The shape of the game.
        shape: Shape,
    },
    /// There is no network.
    #[error("the agent learned needs a network: give its file, or choose another agent")]
    NoNetwork,
    /// There is no policy.
    #[error("the agent optimal needs a solution or a policy: give its file with --policy")]
    NoPolicy,
    /// The policy is for other boards.
    #[error("the policy is of {found}, but the games are of {asked}: choose another --policy")]
    OtherGame {
        /// The game of the policy.
        found: Box<Game>,
        /// The game to play.
        asked: Box<Game>,
    },
    /// The policy is no function of the board.
    #[error("the policy of {agent} is no function of the board: {}", .dependence.advice())]
    NoBoardPolicy {
        /// The agent.
        agent: String,
        /// What its actions depend on as well.
        dependence: Dependence,
    },
}

impl Dependence {
    /// Why the policy of an agent is no function of the board, and what to do.
    const fn advice(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Points => {
                "it depends on the points so far; add :by-board, which takes the points of the \
                 tiles, or choose another agent"
            }
            Self::RandomGames => {
                "it depends on random games; add :by-board, which takes their random numbers from \
                 the board, or choose another agent"
            }
        }
    }
}
