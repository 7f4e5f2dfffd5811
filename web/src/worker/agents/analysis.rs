//! The learned agent's analysis of one position of the real board.

use std::sync::Arc;

use js_sys::Date;
use mdp2048_agents::{Network, NextTiles, PositionAnalysis, Simulator};
use mdp2048_explorer::{NextTileGames, PositionEstimate};
use mdp2048_model::Game;
use mdp2048_rules::Board;

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
pub(crate) struct AgentAnalysis {
    analysis: PositionAnalysis,
    /// The number of steps at the current number of plies, and their time in milliseconds.
    steps: u32,
    time: f64,
    /// Whether games are played on next, instead of searching deeper.
    plays: bool,
}

impl AgentAnalysis {
    /// The analysis of a board of 4x4.
    ///
    /// # Errors
    /// A sentence about the board.
    pub(crate) fn new(board: Board, network: Arc<Network>) -> Result<Self, String> {
        let game = Game::builder().build().map_err(|error| error.to_string())?;
        let simulator = Simulator::new(game);
        let analysis = PositionAnalysis::new(&simulator, network, board);
        let analysis = analysis.ok_or_else(|| "the board is not 4x4".to_owned())?;
        Ok(Self { analysis, steps: 0, time: 0.0, plays: false })
    }

    /// Searches deeper and plays games on in turn, for about so many milliseconds each time it is
    /// called. Returns false when nothing is left to do.
    pub(crate) fn work(&mut self, milliseconds: f64) -> bool {
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

    /// What is found. The points are corrected by what follows on average.
    pub(crate) fn estimate(&self) -> PositionEstimate {
        let played_on = |&NextTiles { games, made }: &NextTiles| NextTileGames { games, made };
        PositionEstimate {
            plies: self.analysis.plies(),
            points: self.analysis.calibrated(),
            games: self.analysis.games().each_ref().map(played_on),
        }
    }

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

/// The expected points of the four actions of a board, by the search that grades moves.
///
/// # Errors
/// A sentence about the board.
pub(crate) fn grading_points(
    board: Board,
    network: Arc<Network>,
) -> Result<[Option<f64>; 4], String> {
    let mut analysis = AgentAnalysis::new(board, network)?.analysis;
    while analysis.plies() < GRADING_PLIES && analysis.deepen() {}
    Ok(analysis.calibrated())
}
