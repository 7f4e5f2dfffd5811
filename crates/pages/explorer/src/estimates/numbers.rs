//! What the learned agent has found so far.

use std::collections::HashMap;
use std::rc::Rc;

use mdp2048_model::{ActionValues, Game, Objective, Proportion, Valuation};
use mdp2048_rules::{Action, Board};
use serde::{Deserialize, Serialize};

use super::calibration::ACCURACY;
use mdp2048_review::Grade;

/// The least plies of an estimate that grades a move.
const GRADING_PLIES: u32 = 2;

/// Whether a game is that of the real board: 4x4 for the highest score, without a target. Nobody
/// can solve it, and the learned agent was trained for it.
pub fn is_estimated(game: &Game) -> bool {
    Game::builder().build().as_ref() == Ok(game)
}

/// What the learned agent has found about a position, in the frame of its board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PositionEstimate {
    /// The plies of the search that found the points.
    pub plies: u32,
    /// The points that are expected from the position on, for each action that is allowed: what
    /// followed on average, in measured games, where the search expects what it does here.
    pub points: [Option<f64>; 4],
    /// The games that were played on from the board after each action.
    pub games: [NextTileGames; 4],
}

/// Games that were played on from the board after an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextTileGames {
    /// The number of games.
    pub games: u32,
    /// How many of them made a tile twice as large as the largest of the position, and one four
    /// times as large.
    pub made: [u32; 2],
}

impl NextTileGames {
    /// The share of the games that made one of the two tiles.
    pub(super) fn share(&self, tile: usize) -> Proportion {
        Proportion { successes: self.made[tile].into(), trials: self.games.into() }
    }

    /// Its 95 % confidence interval.
    fn interval(&self, tile: usize) -> (f64, f64) {
        self.share(tile).interval()
    }
}

impl PositionEstimate {
    /// The estimate of a search that only grades a move.
    pub fn for_grading(points: [Option<f64>; 4]) -> Self {
        Self { plies: GRADING_PLIES, points, ..Self::default() }
    }

    /// The points as action values.
    pub const fn values(&self) -> ActionValues {
        ActionValues::new(self.points, Valuation::Expected(Objective::Score))
    }

    /// How good an action is; `None` if it is not allowed. It is indistinguishable from the best one
    /// if the points differ by less than 3 %, or if games were played on from both and the
    /// intervals of both tiles overlap.
    pub fn grade(&self, action: Action) -> Option<Grade> {
        let values = self.values();
        let error = 0.5 * ACCURACY * values.value()?.get();
        let grade = Grade::within(&values, error, action)?;
        let [own, best] = [action, values.choice()?].map(|it| self.games[it.index()]);
        let overlap = |tile: usize| {
            let ((low, high), (other_low, other_high)) = (own.interval(tile), best.interval(tile));
            low <= other_high && other_low <= high
        };
        let is_unclear = own.games > 0 && best.games > 0 && overlap(0) && overlap(1);
        Some(if is_unclear { grade.min(Grade::Indistinguishable) } else { grade })
    }

    /// The number of games that were played on from the action with the fewest.
    pub fn fewest_games(&self) -> u32 {
        let actions = self.points.iter().zip(&self.games).filter(|(points, _)| points.is_some());
        actions.map(|(_, games)| games.games).min().unwrap_or(0)
    }
}

/// The estimates of the positions that the agent was asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentEstimates(Rc<HashMap<u64, PositionEstimate>>);

impl AgentEstimates {
    /// Adds what was found about a board. Of what was found before, the points of a deeper search
    /// and a greater number of games are kept.
    pub fn insert(&mut self, board: Board, found: PositionEstimate) {
        let known = Rc::make_mut(&mut self.0).entry(board.key()).or_default();
        if found.plies >= known.plies {
            (known.plies, known.points) = (found.plies, found.points);
        }
        if found.fewest_games() >= known.fewest_games() {
            known.games = found.games;
        }
    }

    /// What is known of a board, if it was searched.
    pub fn of_board(&self, board: Board) -> Option<&PositionEstimate> {
        self.0.get(&board.key()).filter(|it| it.plies > 0)
    }

    /// What is known of a board, if it was searched deep enough to grade a move.
    pub fn for_grading(&self, board: Board) -> Option<&PositionEstimate> {
        self.of_board(board).filter(|it| it.plies >= GRADING_PLIES)
    }
}
