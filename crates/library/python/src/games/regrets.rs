//! What the moves of many games cost against optimal play.

use std::sync::Arc;

use mdp2048::{Board, Solution, Values as _};

use super::batch::Games;
use super::state::{State, boards_of};

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
    /// The value of optimal play; 0 once the game is over, the value of a loss if it is lost at its
    /// start, NaN on a board that is not a state. It is the expected sum of the rewards that are to
    /// come, but for minus infinity where an objective asks for certainty and there is none.
    pub(crate) values: Vec<f64>,
    /// The probability of winning under optimal play, for the objective of winning without
    /// discount.
    pub(crate) win_probabilities: Vec<f64>,
    /// How much the last action lowered the value; 0 if none was played.
    pub(crate) regrets: Vec<f64>,
}

impl Regrets {
    /// The values of games that have not begun.
    pub(crate) fn new(solution: Arc<Solution>, count: usize) -> Self {
        let now = Valued {
            values: vec![0.0; count],
            win_probabilities: vec![0.0; count],
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
        let lost = games.game().rewards().lost;
        for (at, &action) in actions.iter().enumerate() {
            self.now.regrets[at] = if games.last.each[at].played {
                let values = self.action_values[at];
                let (best, played) = (best(values), values[action as usize]);
                // Actions of equal infinite values have no regret.
                if played == best { 0.0 } else { best - played }
            } else if games.last.each[at].ended && self.now.values[at] != lost {
                // An action that is not allowed lost the game, which was worth more than a loss.
                self.now.values[at] - lost
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
        self.win_probabilities.clear();
        for ((&board, &values), state) in boards.iter().zip(&*action_values).zip(states) {
            let (value, win) = if state.is_lost_at_start() {
                (games.game().rewards().lost, 0.0)
            } else if state.allowed == 0 {
                (0.0, f64::from(games.is_won(board)))
            } else {
                let value = valued_game.value(best(values));
                let counts_wins = games.game().objective().counts_wins();
                let value = if counts_wins { value.get() } else { value.expected_return() };
                (value, value)
            };
            self.values.push(value);
            self.win_probabilities.push(win);
        }
    }
}

/// The largest of some action values; NaN if there is none.
fn best(values: [f64; 4]) -> f64 {
    values.into_iter().fold(f64::NAN, f64::max)
}
