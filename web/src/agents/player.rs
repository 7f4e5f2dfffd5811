//! An agent that plays seeded games.

use std::sync::Arc;

use js_sys::Date;
use mdp2048_agents::{
    ActionEstimates, Agent, AgentResources, AgentSpec, Network, SeededGame, Simulator,
};
use mdp2048_model::{Game, Probability, Seed, Status};
use mdp2048_rules::{Action, Board};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::network::AgentNetwork;

/// The number of moves between two questions to the clock.
const MOVES_PER_CHECK: u32 = 8;

/// An agent and its current game.
#[wasm_bindgen]
pub struct AgentPlayer {
    simulator: Simulator,
    agent: Box<dyn Agent>,
    game: SeededGame,
    /// What the agent thinks of the current position, once it was asked.
    considered: Option<(ActionEstimates, Option<Action>)>,
    /// The boards and the actions of the current game, three numbers for each move.
    moves: Vec<f64>,
    keeps_moves: bool,
}

#[wasm_bindgen]
impl AgentPlayer {
    /// An agent that needs no network, for games on a board such as `4x4`, with a target, or
    /// without one (0) for points. The agent is named as for `mdp2048 arena`.
    ///
    /// # Errors
    /// A sentence about the game or the agent.
    #[wasm_bindgen(constructor)]
    pub fn new(board: &str, target: u32, agent: &str) -> Result<Self, JsError> {
        Self::of(board, target, agent, None)
    }

    /// An agent that plays with a network.
    ///
    /// # Errors
    /// A sentence about the game or the agent.
    #[wasm_bindgen(js_name = withNetwork)]
    pub fn with_network(
        board: &str,
        target: u32,
        agent: &str,
        network: &AgentNetwork,
    ) -> Result<Self, JsError> {
        Self::of(board, target, agent, Some(network.network()))
    }

    /// Begins the game of a seed.
    pub fn start(&mut self, seed: u32) {
        self.game = SeededGame::new(self.simulator.clone(), seed.into());
        self.agent.reset(seed.into());
        self.considered = None;
        self.moves.clear();
    }

    /// Plays at most so many moves, and stops after the move in which so many milliseconds have
    /// passed. Returns eight numbers for each position from the current one on, the last one
    /// included: the upper and the lower half of the board's key, the index of the chosen action
    /// (-1 if the game has ended), the points so far, and the estimates of the four actions (NaN
    /// where an action is not allowed).
    pub fn play(&mut self, most: u32, milliseconds: f64) -> Vec<f64> {
        let end = Date::now() + milliseconds;
        let mut numbers = Vec::new();
        for played in 0.. {
            let (estimates, action) = self.consider();
            let position = self.game.position();
            numbers.extend(halves(position.board));
            numbers.push(index(action));
            numbers.push(position.points as f64);
            numbers.extend(estimates.map(|estimate| estimate.unwrap_or(f64::NAN)));
            let is_last = played >= most || played > 0 && Date::now() >= end;
            if is_last || !action.is_some_and(|action| self.act(action)) {
                break;
            }
        }
        numbers
    }

    /// Plays on for about so many milliseconds. Returns whether the game has ended.
    #[wasm_bindgen(js_name = playOn)]
    pub fn play_on(&mut self, milliseconds: f64) -> bool {
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

    /// Whether [`AgentPlayer::result`] has the moves of the game.
    #[wasm_bindgen(setter, js_name = keepsMoves)]
    pub fn set_keeps_moves(&mut self, keeps_moves: bool) {
        self.keeps_moves = keeps_moves;
    }

    /// The result so far: the points, the number of moves, the face of the largest tile, and 1 if
    /// the target is made, else 0. Three numbers follow for each move if they are kept: the upper
    /// and the lower half of the board's key, and the index of the action.
    pub fn result(&self) -> Vec<f64> {
        let result = self.game.result();
        let (largest, won) = (result.largest.face(), u32::from(result.won));
        let mut numbers =
            vec![result.points as f64, result.moves.into(), largest.into(), won.into()];
        numbers.extend(&self.moves);
        numbers
    }
}

impl AgentPlayer {
    fn of(
        board: &str,
        target: u32,
        agent: &str,
        network: Option<Arc<Network>>,
    ) -> Result<Self, JsError> {
        let target = Some(target).filter(|&target| target > 0);
        let objective = if target.is_some() { "win" } else { "score" };
        let four = Probability::SPAWN_FOUR.get();
        let game = Game::new(board.parse()?, objective.parse()?, target, 1.0, four)?;
        let simulator = Simulator::new(game);
        let resources = AgentResources { network, policy: None, clock: Some(Date::now) };
        let spec: AgentSpec = agent.parse()?;
        Ok(Self {
            agent: spec.build(&simulator, &resources)?,
            game: SeededGame::new(simulator.clone(), Seed::from(0)),
            simulator,
            considered: None,
            moves: Vec::new(),
            keeps_moves: false,
        })
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
                self.moves.extend(halves(board));
                self.moves.push(index(Some(action)));
            }
        }
        is_played
    }
}

/// The upper and the lower half of a board's key.
fn halves(board: Board) -> [f64; 2] {
    let key = board.key();
    [((key >> 32) as u32).into(), (key as u32).into()]
}

/// The index of an action as a number; -1 if there is none.
fn index(action: Option<Action>) -> f64 {
    action.map_or(-1.0, |action| action.index() as f64)
}
