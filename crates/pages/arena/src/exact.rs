//! What is known of the exact results of an agent's games.

use mdp2048_agents::{AgentSpec, Dependence};
use mdp2048_display::time_left;
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
    /// They are being computed.
    Running {
        /// The part that is done, from 0 to 1.
        done: f64,
        /// About how many seconds the turns took that have computed it, and the games between them.
        seconds: f64,
    },
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
        let is_computed = game.is_solvable() && is_fixed;
        if is_computed { Self::Running { done: 0.0, seconds: 0.0 } } else { Self::None }
    }

    /// The results after an answer of a worker; a turn takes about so many milliseconds.
    pub(crate) fn after(self, answer: FollowedGames, milliseconds: f64) -> Self {
        let FollowedGames { done, win, score, moves } = answer;
        let before = if let Self::Running { seconds, .. } = self { seconds } else { 0.0 };
        match done {
            ..1.0 => Self::Running { done, seconds: before + milliseconds / 1000.0 },
            _ => Self::Known { win, score, moves },
        }
    }

    /// How far they are, and how long they still take: `exact rate: 40 % done, 12 s left`; `None`
    /// if they are not being computed.
    pub fn progress(&self) -> Option<String> {
        let &Self::Running { done, seconds } = self else { return None };
        let left = time_left(seconds, done).map_or_else(String::new, |it| format!(", {it}"));
        (done > 0.0).then(|| format!("exact rate: {:.0} % done{left}", (100.0 * done).floor()))
    }

    /// The probability of a win, if it is known.
    pub const fn win(&self) -> Option<f64> {
        match *self {
            Self::Known { win, .. } => Some(win),
            _ => None,
        }
    }
}
