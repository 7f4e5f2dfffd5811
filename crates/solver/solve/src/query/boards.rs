//! The commonest questions about one board, which need no trait.

use mdp2048_model::{ActionValues, Game, Value, ValuedGame, Values};
use mdp2048_rules::{Action, Board};

use crate::Solution;

impl Solution {
    /// The game that was solved.
    pub const fn game(&self) -> &Game {
        self.totals.valued_game.game()
    }

    /// The game that was solved, and what was maximised.
    pub const fn valued_game(&self) -> &ValuedGame {
        &self.totals.valued_game
    }

    /// The value of the game under optimal play: the mean over the boards it starts from.
    ///
    /// ```
    /// use mdp2048::{Game, Solver};
    ///
    /// let solution = Solver::new(&Game::builder().board(3, 3).target(64).build()?).solve()?;
    /// let value = solution.start_value();
    /// assert_eq!(value.get(), 1.0, "to rounding");
    /// assert!(value.loss().is_some_and(|loss| (6.9e-18..7.1e-18).contains(&loss)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start_value(&self) -> Value {
        Values::start_value(self)
    }

    /// V of a board in any frame; `None` if no game reaches it with an action left.
    pub fn value_at(&self, board: Board) -> Option<Value> {
        Values::value_at(self, board)
    }

    /// Q of each action of a board, in the frame of that board; `None` as [`Solution::value_at`].
    pub fn action_values_at(&self, board: Board) -> Option<ActionValues> {
        Values::action_values_at(self, board)
    }

    /// The action that the optimal policy chooses on a board. Of several best actions it is the
    /// first on the canonical board.
    ///
    /// ```
    /// use mdp2048::{Action, Game, Solver};
    ///
    /// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
    /// assert_eq!(solution.best_at("0 8/4 8".parse()?), Some(Action::Up));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_at(&self, board: Board) -> Option<Action> {
        Values::best_at(self, board)
    }

    /// By how much an action on a board is worse than the best one, in the unit of the values.
    /// `None` if the action is not allowed, or as [`Solution::value_at`].
    pub fn regret_at(&self, board: Board, action: Action) -> Option<f64> {
        Values::regret_at(self, board, action)
    }
}
