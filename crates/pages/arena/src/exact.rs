//! What is known of the exact results of an agent's games.

use mdp2048_agents::{AgentSpec, Dependence};
use mdp2048_protocol::FollowedGames;
use serde::{Deserialize, Serialize};

use crate::arena_game::ArenaGame;
use crate::choice::OPTIMAL;
use crate::results::exact_players;

/// The exact results of all games of an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum ExactResults {
    /// They are not computed: the game is too large, or the agent plays another policy with every
    /// seed.
    #[default]
    None,
    /// They are being computed; this part is done.
    Running(f64),
    /// They are known.
    Known {
        /// The probability of a win.
        win: f64,
        /// The expected score.
        score: f64,
        /// The expected number of moves.
        moves: f64,
    },
}

impl ExactResults {
    /// The results of an agent before any work: those of some agents are stored.
    pub(crate) fn of_agent(agent: &str, game: &ArenaGame) -> Self {
        if agent == OPTIMAL {
            return Self::None;
        }
        if let Some(it) = exact_players(&game.name()).find(|it| it.player == agent) {
            return Self::Known { win: it.win, score: it.score, moves: it.moves };
        }
        let spec = agent.parse::<AgentSpec>().ok();
        let is_fixed = spec.is_some_and(|it| it.depends_on() == Dependence::Nothing);
        if game.is_solvable() && is_fixed { Self::Running(0.0) } else { Self::None }
    }

    /// The results in the answer of a worker.
    pub(crate) const fn of(FollowedGames { done, win, score, moves }: FollowedGames) -> Self {
        if done < 1.0 { Self::Running(done) } else { Self::Known { win, score, moves } }
    }

    /// The probability of a win, if it is known.
    pub const fn win(&self) -> Option<f64> {
        match *self {
            Self::Known { win, .. } => Some(win),
            _ => None,
        }
    }
}
