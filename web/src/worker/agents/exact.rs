//! The exact results of an agent's games.

use js_sys::Date;
use mdp2048_agents::{AgentResources, AgentSpec, ExactGames, Simulator};
use mdp2048_model::Game;
use mdp2048_protocol::FollowedGames;
use mdp2048_rules::Exponent;

/// The number of boards between two questions to the clock.
const BOARDS_PER_CHECK: usize = 64;

/// A tile sum is at most about this many times the target where nearly all games end.
const LAST_SUM: f64 = 1.1;

/// All games of an agent at once, followed by tile sum.
pub(crate) struct AgentGames {
    games: ExactGames,
    target: Option<Exponent>,
}

impl AgentGames {
    /// The games of an agent without a network.
    ///
    /// # Errors
    /// A sentence about the agent.
    pub(crate) fn new(game: Game, agent: &str) -> Result<Self, String> {
        let simulator = Simulator::new(game);
        let spec = agent.parse::<AgentSpec>().map_err(|error| error.to_string())?;
        let games = ExactGames::new(&spec, &simulator, &AgentResources::default());
        Ok(Self { games: games.map_err(|error| error.to_string())?, target: game.target() })
    }

    /// Follows the games for about so many milliseconds. Returns the results so far.
    pub(crate) fn follow(&mut self, milliseconds: f64) -> FollowedGames {
        let end = Date::now() + milliseconds;
        let mut is_left = true;
        while is_left && Date::now() < end {
            is_left = self.games.follow(BOARDS_PER_CHECK);
        }
        let games = &self.games;
        let target = self.target.map_or(f64::INFINITY, |target| target.face().into());
        let part = f64::from(games.tile_sum()) / (LAST_SUM * target);
        let done = if is_left { part.max(games.ended()).min(0.999) } else { 1.0 };
        FollowedGames { done, win: games.win(), score: games.score(), moves: games.moves() }
    }
}
