//! The learned agent's analysis of one position of the real board.

use js_sys::Date;
use mdp2048_agents::{NextTiles, PositionAnalysis, Simulator};
use mdp2048_model::{Game, Objective, Probability};
use mdp2048_rules::{Board, Shape};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::network::AgentNetwork;

/// The most milliseconds that a step of a search may take on average, as far as that can be
/// foreseen.
const LONGEST_STEP: f64 = 100.0;

/// The plies whose steps always take little time.
const SHORT_PLIES: u32 = 3;

/// How many times longer a step takes at one more ply, about.
const GROWTH: f64 = 20.0;

/// The moves that are played between two questions to the clock.
const MOVES: u32 = 64;

/// The games from each move after which the analysis ends.
const MOST_GAMES: u32 = 2000;

/// The search that grades moves, in plies.
const GRADING_PLIES: u32 = 2;

/// What the learned agent finds about a position of 4x4 without target, the longer the more.
#[wasm_bindgen]
pub struct AgentAnalysis {
    analysis: PositionAnalysis,
    /// The number of steps at the current number of plies, and their time in milliseconds.
    steps: u32,
    time: f64,
    /// Whether games are played on next, instead of searching deeper.
    plays: bool,
}

#[wasm_bindgen]
impl AgentAnalysis {
    /// The analysis of a board, which is given by its exponents in hexadecimal digits.
    ///
    /// # Errors
    /// A sentence about the board.
    #[wasm_bindgen(constructor)]
    pub fn new(board: &str, network: &AgentNetwork) -> Result<Self, JsError> {
        let board = Board::from_hex(Shape::FOUR_BY_FOUR, board)?;
        let analysis = PositionAnalysis::new(&simulator()?, network.network(), board);
        let analysis = analysis.ok_or_else(|| JsError::new("the board is not 4x4"))?;
        Ok(Self { analysis, steps: 0, time: 0.0, plays: false })
    }

    /// Searches deeper and plays games on in turn, for about so many milliseconds each time it is
    /// called. Returns false when nothing is left to do.
    pub fn work(&mut self, milliseconds: f64) -> bool {
        let begin = Date::now();
        let (can_deepen, can_play) = (self.can_deepen(), self.can_play());
        self.plays = can_play && (!can_deepen || !self.plays && self.analysis.plies() > 0);
        while Date::now() - begin < milliseconds {
            if self.plays {
                self.analysis.play_on(MOVES);
            } else if self.can_deepen() {
                self.deepen();
            } else {
                break;
            }
        }
        can_deepen || can_play
    }

    /// What is found: the plies of the search, the expected points of the four actions, corrected
    /// by what follows on average (NaN where an action is not allowed), and three numbers for each
    /// action: the games that were played on, and how many of them made the next tile and the one
    /// after it.
    pub fn numbers(&self) -> Vec<f64> {
        let mut numbers = vec![f64::from(self.analysis.plies())];
        numbers.extend(self.analysis.calibrated().map(|it| it.unwrap_or(f64::NAN)));
        for NextTiles { games, made: [first, second] } in *self.analysis.games() {
            numbers.extend([games, first, second].map(f64::from));
        }
        numbers
    }
}

impl AgentAnalysis {
    fn deepen(&mut self) {
        let begin = Date::now();
        let is_finished = self.analysis.deepen();
        self.steps += 1;
        self.time += Date::now() - begin;
        if is_finished && self.can_deepen() {
            (self.steps, self.time) = (0, 0.0);
        }
    }

    /// Whether the next step of a search takes little time.
    fn can_deepen(&self) -> bool {
        let has_short_steps = self.analysis.plies() < SHORT_PLIES
            || self.time * GROWTH < LONGEST_STEP * f64::from(self.steps);
        let may_deepen = self.analysis.is_deepening() || has_short_steps;
        may_deepen && self.analysis.can_deepen()
    }

    fn can_play(&self) -> bool {
        self.analysis.fewest_games().is_some_and(|games| games < MOST_GAMES)
    }
}

/// The expected points of the four actions of boards, corrected by what follows on average (NaN
/// where an action is not allowed), by the search that grades moves. The boards are separated by
/// spaces.
///
/// # Errors
/// A sentence about a board.
#[wasm_bindgen(js_name = gradingEstimates)]
pub fn grading_estimates(boards: &str, network: &AgentNetwork) -> Result<Vec<f64>, JsError> {
    let mut numbers = Vec::new();
    for board in boards.split_whitespace() {
        let mut analysis = AgentAnalysis::new(board, network)?.analysis;
        while analysis.plies() < GRADING_PLIES && analysis.deepen() {}
        numbers.extend(analysis.calibrated().map(|it| it.unwrap_or(f64::NAN)));
    }
    Ok(numbers)
}

/// The simulator of the game 4x4 for points.
fn simulator() -> Result<Simulator, JsError> {
    let four = Probability::SPAWN_FOUR.get();
    let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, four)?;
    Ok(Simulator::new(game))
}
