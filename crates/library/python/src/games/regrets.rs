//! What the moves of many games cost against optimal play.

use std::sync::Arc;

use mdp2048::{Board, Solution};

use super::batch::Games;
use super::state::{State, boards_of};
use crate::units::Number;

/// The exact values of the boards of many games, and the regrets of their last moves.
pub(crate) struct Regrets {
    pub(crate) solution: Arc<Solution>,
    /// By game: Q of each action on its board; NaN where it is not allowed.
    action_values: Vec<[f64; 4]>,
    /// By game.
    pub(crate) now: Valued,
    /// The games that ended and are to begin again in the same step, in their order.
    pub(crate) finals: Valued,
}

/// What a solution tells of some games.
#[derive(Default)]
pub(crate) struct Valued {
    /// The value of optimal play from the board in the unit of the objective. Once the game is over
    /// it is that of a won or of a lost board; NaN on a board that is not a state.
    pub(crate) values: Vec<f64>,
    /// The probability of losing under optimal play; NaN for objectives that have none.
    pub(crate) losses: Vec<f64>,
    /// How much the last action lowered the value; 0 if none was played.
    pub(crate) regrets: Vec<f64>,
}

impl Regrets {
    /// The values of games that have not begun.
    pub(crate) fn new(solution: Arc<Solution>, count: usize) -> Self {
        let now = Valued {
            values: vec![0.0; count],
            losses: vec![0.0; count],
            regrets: vec![0.0; count],
        };
        let action_values = vec![[f64::NAN; 4]; count];
        Self { solution, action_values, now, finals: Valued::default() }
    }

    /// Values the boards as they are; no action was played.
    pub(crate) fn begin(&mut self, games: &Games) {
        self.now.regrets.fill(0.0);
        self.value(games);
    }

    /// Computes what the actions of a step cost, before games begin again.
    pub(crate) fn step(&mut self, games: &Games, actions: &[i64]) {
        let valued_game = self.solution.valued_game();
        let lost = valued_game.rewards().lost;
        let value_lost = Number::Value.of(valued_game, lost);
        for (at, &action) in actions.iter().enumerate() {
            let values = self.action_values[at];
            let best = best(values);
            self.now.regrets[at] = if games.last.each[at].played {
                let played = values[action as usize];
                // Actions of equal infinite values have no regret.
                if played == best { 0.0 } else { best - played }
            } else if games.last.each[at].ended && self.now.values[at] != value_lost {
                // An action that is not allowed lost the game, which was worth more than a loss.
                best - lost
            } else {
                0.0
            };
        }
        let finals = &games.last.finals;
        let ended = games.last.restarting.iter().take(finals.len());
        self.finals.regrets = ended.map(|&at| std::mem::take(&mut self.now.regrets[at])).collect();
        let mut action_values = vec![[f64::NAN; 4]; finals.len()];
        self.finals.value(&self.solution, games, finals, &mut action_values);
    }

    /// Values the boards as they are.
    pub(crate) fn value(&mut self, games: &Games) {
        self.now.value(&self.solution, games, games.states(), &mut self.action_values);
    }
}

impl Valued {
    /// Values the boards of some games.
    fn value(
        &mut self,
        solution: &Solution,
        games: &Games,
        states: &[State],
        action_values: &mut [[f64; 4]],
    ) {
        let boards: Vec<Board> = boards_of(states, games.game().shape()).collect();
        solution.action_returns_of(&boards, action_values);
        let valued_game = solution.valued_game();
        self.values.clear();
        self.losses.clear();
        let rewards = valued_game.rewards();
        // A game that is won after no more moves has not been discounted by them.
        let won = rewards.win / rewards.discount;
        for ((&board, &values), state) in boards.iter().zip(&*action_values).zip(states) {
            let value = match state.allowed {
                0 if games.is_won(board) => won,
                0 => rewards.lost,
                _ => best(values),
            };
            self.values.push(Number::Value.of(valued_game, value));
            self.losses.push(Number::Loss.of(valued_game, value));
        }
    }
}

/// The largest of some action values; NaN if there is none.
fn best(values: [f64; 4]) -> f64 {
    values.into_iter().fold(f64::NAN, f64::max)
}
