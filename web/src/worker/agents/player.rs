//! An agent that plays seeded games.

use std::sync::Arc;

use js_sys::Date;
use mdp2048_agents::{
    ActionEstimates, Agent, AgentResources, AgentSpec, Network, SeededGame, Simulator,
};
use mdp2048_model::{Game, Seed, Status};
use mdp2048_protocol::{AgentPosition, Decision, PlayedGame};
use mdp2048_rules::Action;

/// The number of moves between two questions to the clock.
const MOVES_PER_CHECK: u32 = 8;

/// An agent and its current game.
pub(crate) struct AgentPlayer {
    simulator: Simulator,
    agent: Box<dyn Agent>,
    game: SeededGame,
    /// What the agent thinks of the current position, once it was asked.
    considered: Option<(ActionEstimates, Option<Action>)>,
    /// The moves of the current game, if they are kept.
    decisions: Vec<Decision>,
    keeps_moves: bool,
}

impl AgentPlayer {
    /// An agent for a game, with a network if it needs one. It is named as for `mdp2048 arena`.
    ///
    /// # Errors
    /// A sentence about the agent.
    pub(crate) fn new(
        game: Game,
        agent: &str,
        network: Option<Arc<Network>>,
    ) -> Result<Self, String> {
        let simulator = Simulator::new(game);
        let resources = AgentResources { network, policy: None };
        let spec = agent.parse::<AgentSpec>().map_err(|error| error.to_string())?;
        let agent = spec.build(&simulator, &resources).map_err(|error| error.to_string())?;
        Ok(Self {
            agent,
            game: SeededGame::new(simulator.clone(), Seed::from(0)),
            simulator,
            considered: None,
            decisions: Vec::new(),
            keeps_moves: false,
        })
    }

    /// Begins the game of a seed.
    pub(crate) fn start(&mut self, seed: Seed, keeps_moves: bool) {
        self.game = SeededGame::new(self.simulator.clone(), seed);
        self.agent.reset(seed);
        self.considered = None;
        self.decisions.clear();
        self.keeps_moves = keeps_moves;
    }

    /// Plays at most so many moves, and stops after the move in which so many milliseconds have
    /// passed. Returns the positions from the current one on, the last one included.
    pub(crate) fn play(&mut self, most: u32, milliseconds: f64) -> Vec<AgentPosition> {
        let end = Date::now() + milliseconds;
        let mut positions = Vec::new();
        for played in 0.. {
            let (estimates, action) = self.consider();
            let position = self.game.position();
            let (board, points) = (position.board, position.points);
            let estimates = self.agent.shown(board, estimates);
            positions.push(AgentPosition { board, points, estimates, action });
            let is_last = played >= most || played > 0 && Date::now() >= end;
            if is_last || !action.is_some_and(|action| self.act(action)) {
                break;
            }
        }
        positions
    }

    /// Plays on for about so many milliseconds. Returns whether the game has ended.
    pub(crate) fn play_on(&mut self, milliseconds: f64) -> bool {
        let end = Date::now() + milliseconds;
        loop {
            for _ in 0..MOVES_PER_CHECK {
                let (_, action) = self.consider();
                if !action.is_some_and(|action| self.act(action)) {
                    return true;
                }
            }
            if Date::now() >= end {
                return false;
            }
        }
    }

    /// The result so far, with the moves if they are kept.
    pub(crate) fn result(&mut self) -> PlayedGame {
        let result = self.game.result();
        PlayedGame {
            points: result.points,
            largest: result.largest,
            is_won: result.won,
            decisions: std::mem::take(&mut self.decisions),
        }
    }

    /// The points and the number of moves so far.
    pub(crate) fn so_far(&self) -> (u64, u32) {
        let result = self.game.result();
        (result.points, result.moves)
    }

    /// What the agent thinks of the current position; nothing if the game has ended.
    fn consider(&mut self) -> (ActionEstimates, Option<Action>) {
        let Self { game, agent, .. } = self;
        *self.considered.get_or_insert_with(|| match game.status() {
            Status::Playing => agent.consider(game.position()),
            _ => ([None; 4], None),
        })
    }

    /// Plays an action; false if the game has ended.
    fn act(&mut self, action: Action) -> bool {
        let board = self.game.position().board;
        let is_played = self.game.play(action);
        if is_played {
            self.considered = None;
            if self.keeps_moves {
                self.decisions.push((board, action));
            }
        }
        is_played
    }
}
