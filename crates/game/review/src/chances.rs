//! A game as a product: the chances of winning, what the moves keep of them, and what the random
//! tiles make of them.

use mdp2048_model::{Game, Status, Value, Values};
use mdp2048_rules::Board;
use serde::Serialize;

/// The chances of winning in the course of a game. They satisfy `start` x `kept` x `luck` =
/// `outcome`, up to rounding.
///
/// All chances are discounted, if the game is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Chances {
    /// The mean over all first boards if the game starts from one of them; else the chance of the
    /// first board.
    pub start: f64,
    /// The product of [`MoveReview::kept`](crate::MoveReview::kept): 1 if all moves are the best.
    pub kept: f64,
    /// The product of what the random tiles change: the chance of the next board over its
    /// expectation, which is 1 on average. The first two tiles are a factor as well.
    pub luck: f64,
    /// The chance after the last move: 1 after a win, times the discount for each move; 0 after a
    /// loss.
    pub outcome: f64,
}

/// Chances that are multiplied move by move.
pub(crate) struct ChancesSoFar<'a> {
    game: &'a Game,
    discount: f64,
    /// The discount of the moves so far.
    weight: f64,
    chances: Chances,
}

impl<'a> ChancesSoFar<'a> {
    /// The chances of a game whose first board has this value, of a game with this start value;
    /// `None` unless the objective counts wins.
    pub(crate) fn new(
        values: &'a (impl Values + ?Sized),
        start: Value,
        first: Value,
    ) -> Option<Self> {
        let game = values.game();
        let [start, outcome] = [start, first].map(Value::get);
        game.objective().counts_wins().then(|| Self {
            game,
            discount: game.discount().get(),
            weight: 1.0,
            chances: Chances { start, kept: 1.0, luck: ratio(outcome, start), outcome },
        })
    }

    /// Multiplies by a move: the value of its board, that of its action, whether no action is
    /// better, and the board that follows with its value. Returns the share that the action keeps.
    pub(crate) fn add(
        &mut self,
        value: Value,
        action_value: Value,
        is_best: bool,
        next: Option<(Board, Value)>,
    ) -> f64 {
        let kept = share_kept(value, action_value, is_best);
        let next_chance = match next {
            // The winning move is discounted, too.
            None => self.discount,
            Some((next, value)) => match self.game.status(next) {
                Status::Lost => 0.0,
                _ => self.discount * value.get(),
            },
        };
        self.chances.kept *= kept;
        self.chances.luck *= ratio(next_chance, value.get() * kept);
        self.chances.outcome = self.weight * next_chance;
        self.weight *= self.discount;
        kept
    }

    /// The chances after the last move.
    pub(crate) fn finish(self) -> Chances {
        self.chances
    }
}

/// The share of the chance of a board that an action keeps, from the values of both; 1 exactly if
/// no action is better.
pub fn share_kept(value: Value, action_value: Value, is_best: bool) -> f64 {
    if is_best { 1.0 } else { ratio(action_value.get(), value.get()).min(1.0 - f64::EPSILON) }
}

/// A quotient of two chances; 1 where both are 0: nothing was left to change.
fn ratio(numerator: f64, denominator: f64) -> f64 {
    if denominator > 0.0 { numerator / denominator } else { 1.0 }
}
