//! What the moves of many games cost against optimal play.

use std::sync::Arc;

use mdp2048::{Board, Solution, Values as _};

use super::batch::Games;

/// The exact values of the boards of many games, and the regrets of their last moves.
#[derive(Clone)]
pub(crate) struct Regrets {
    solution: Arc<Solution>,
    boards: Vec<Board>,
    /// By game: Q of each action on its board; NaN where it is not allowed.
    action_values: Vec<[f64; 4]>,
    /// By game: the expected sum of the rewards that are to come under optimal play; 0 once the
    /// game is over, NaN on a board that is not a state.
    pub(crate) values: Vec<f64>,
    /// By game: how much the last action lowered the value; 0 if it began with that step.
    pub(crate) regrets: Vec<f64>,
    /// The regrets of the games that ended and began again in the last step, in their order.
    pub(crate) finals: Vec<f64>,
}

impl Regrets {
    /// The values of games that have not begun.
    pub(crate) fn new(solution: Arc<Solution>, count: usize) -> Self {
        Self {
            solution,
            boards: Vec::with_capacity(count),
            action_values: vec![[f64::NAN; 4]; count],
            values: vec![0.0; count],
            regrets: vec![0.0; count],
            finals: Vec::new(),
        }
    }

    /// Values the boards as they are; no action was played.
    pub(crate) fn begin(&mut self, games: &Games) {
        self.regrets.fill(0.0);
        self.value(games);
    }

    /// Values the boards after a step by these actions.
    pub(crate) fn step(&mut self, games: &Games, actions: &[i64]) {
        let lost = games.game().rewards().lost;
        for (at, &action) in actions.iter().enumerate() {
            self.regrets[at] = if games.last.played[at] {
                let values = self.action_values[at];
                let (best, played) = (best(values), values[action as usize]);
                // Actions of equal infinite values have no regret.
                if played == best { 0.0 } else { best - played }
            } else if games.last.ended[at] {
                // An action that is not allowed lost the game.
                self.values[at] - lost
            } else {
                0.0
            };
        }
        self.finals.clear();
        for last in &games.last.finals {
            self.finals.push(std::mem::take(&mut self.regrets[last.at]));
        }
        self.value(games);
    }

    fn value(&mut self, games: &Games) {
        self.boards.clear();
        self.boards.extend(games.boards());
        self.solution.action_values_of(&self.boards, &mut self.action_values);
        let valued_game = self.solution.valued_game();
        let boards = self.values.iter_mut().zip(&self.action_values).zip(games.allowed());
        for ((value, &values), &allowed) in boards {
            *value = if allowed == 0 { 0.0 } else { valued_game.maximised(best(values)) };
        }
    }

    /// By game: the probability of winning under optimal play, for the objective of winning
    /// without discount.
    pub(crate) fn win_probabilities(&self, games: &Games) -> Vec<f64> {
        let boards = self.boards.iter().zip(&self.values).zip(games.allowed());
        let win = |((&board, &value), &allowed): ((&Board, &f64), &u8)| {
            if allowed == 0 { f64::from(games.is_won(board)) } else { value }
        };
        boards.map(win).collect()
    }
}

/// The largest of some action values; NaN if there is none.
fn best(values: [f64; 4]) -> f64 {
    values.into_iter().fold(f64::NAN, f64::max)
}
