//! The exact results of an agent's games.

use js_sys::Date;
use mdp2048_agents::{AgentResources, ExactGames, Simulator};
use mdp2048_model::Game;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The number of boards between two questions to the clock.
const BOARDS_PER_CHECK: usize = 64;

/// A tile sum is at most about this many times the target where nearly all games end.
const LAST_SUM: f64 = 1.1;

/// All games of an agent at once, followed by tile sum.
#[wasm_bindgen]
pub struct AgentGames {
    games: ExactGames,
    target: u32,
}

#[wasm_bindgen]
impl AgentGames {
    /// The games of an agent without a network on a board such as `3x3`, to a target.
    ///
    /// # Errors
    /// A sentence about the game or the agent.
    #[wasm_bindgen(constructor)]
    pub fn new(board: &str, target: u32, agent: &str) -> Result<Self, JsError> {
        let simulator = Simulator::new(Game::reach(board.parse()?, target)?);
        let games = ExactGames::new(&agent.parse()?, &simulator, &AgentResources::default())?;
        Ok(Self { games, target })
    }

    /// Follows the games for about so many milliseconds. Returns four numbers: the part that is
    /// done (1 only at the end), the probability of a win, the expected score and the expected
    /// number of moves.
    pub fn follow(&mut self, milliseconds: f64) -> Vec<f64> {
        let end = Date::now() + milliseconds;
        let mut is_left = true;
        while is_left && Date::now() < end {
            is_left = self.games.follow(BOARDS_PER_CHECK);
        }
        let games = &self.games;
        let part = f64::from(games.tile_sum()) / (LAST_SUM * f64::from(self.target));
        let done = if is_left { part.max(games.ended()).min(0.999) } else { 1.0 };
        vec![done, games.win(), games.score(), games.moves()]
    }
}
