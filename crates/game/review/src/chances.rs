//! A game as a product: the chances of winning, what the moves keep of them, and what the random
//! tiles make of them.

use mdp2048_model::{Status, ValuedGame, Values};
use mdp2048_rules::Board;

/// The chances of winning in the course of a game. They satisfy `start` x `kept` x `luck` =
/// `outcome`, up to rounding.
///
/// All chances are discounted, if the game is.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    valued_game: &'a ValuedGame,
    discount: f64,
    /// The discount of the moves so far.
    weight: f64,
    chances: Chances,
}

impl<'a> ChancesSoFar<'a> {
    /// The chances of a game whose first board has this value, of a game with this start value;
    /// `None` unless the objective counts wins.
    pub(crate) fn new(values: &'a (impl Values + ?Sized), start: f64, first: f64) -> Option<Self> {
        let valued_game = values.valued_game();
        let game = valued_game.game();
        let [start, outcome] = [start, first].map(|value| valued_game.maximised(value));
        game.objective().counts_wins().then(|| Self {
            valued_game,
            discount: game.discount().get(),
            weight: 1.0,
            chances: Chances { start, kept: 1.0, luck: ratio(outcome, start), outcome },
        })
    }

    /// Multiplies by a move: the value of its board, that of its action, whether no action is
    /// better, and the board that follows with its value. Returns the share that the action keeps.
    pub(crate) fn add(
        &mut self,
        value: f64,
        action_value: f64,
        is_best: bool,
        next: Option<(Board, f64)>,
    ) -> f64 {
        let chance = self.valued_game.maximised(value);
        let kept = share_kept(self.valued_game, value, action_value, is_best);
        let next_chance = match next {
            // The winning move is discounted, too.
            None => self.discount,
            Some((next, value)) => match self.valued_game.game().status(next) {
                Status::Lost => 0.0,
                _ => self.discount * self.valued_game.maximised(value),
            },
        };
        self.chances.kept *= kept;
        self.chances.luck *= ratio(next_chance, chance * kept);
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
pub fn share_kept(valued_game: &ValuedGame, value: f64, action_value: f64, is_best: bool) -> f64 {
    let [chance, kept] = [value, action_value].map(|value| valued_game.maximised(value));
    if is_best { 1.0 } else { ratio(kept, chance).min(1.0 - f64::EPSILON) }
}

/// A quotient of two chances; 1 where both are 0: nothing was left to change.
fn ratio(numerator: f64, denominator: f64) -> f64 {
    if denominator > 0.0 { numerator / denominator } else { 1.0 }
}
