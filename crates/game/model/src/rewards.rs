//! The rewards of a game, from which every objective is computed in the same way.

use crate::discount::Discount;
use crate::objective::Objective;

/// The rewards whose expected sum an optimal policy maximises.
///
/// All objectives use one Bellman equation. An action that makes the target has
/// Q(s, a) = `each_move` + `each_point` * points + `win`. Any other action has
/// Q(s, a) = `each_move` + `each_point` * points + `discount` * E, where E is the expected V of the
/// board after the random tile. V of a lost board is `lost`. V and Q are *expected returns* here;
/// [`Value`](crate::Value) converts them to the unit of the objective.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rewards {
    /// The reward of each action.
    pub each_move: f64,
    /// The reward of each point that an action's merges score.
    pub each_point: f64,
    /// The reward for making the target.
    pub win: f64,
    /// V of a board on which no action is allowed.
    pub lost: f64,
    /// The factor on the value that follows an action that does not end the game.
    pub discount: f64,
}

impl Rewards {
    /// Rewards whose expected sum is minus the probability of a loss.
    ///
    /// Maximising this value keeps the relative precision of a loss probability that is too small
    /// to be computed as 1 - p.
    pub(crate) const LOSING: Self =
        Self { each_move: 0.0, each_point: 0.0, win: 0.0, lost: -1.0, discount: 1.0 };

    /// The rewards of an objective; only the win objective uses the discount.
    pub(crate) const fn of(objective: Objective, discount: Discount) -> Self {
        let (facts, discount) = (objective.facts(), discount.get());
        Self {
            each_move: facts.each_move,
            each_point: facts.each_point,
            win: if objective.counts_wins() { discount } else { 0.0 },
            lost: facts.lost,
            discount: if objective.may_have_discount() { discount } else { 1.0 },
        }
    }

    /// Q of an action that scores these points and makes the target.
    #[inline(always)]
    pub fn winning(&self, points: f64) -> f64 {
        self.each_move + self.each_point * points + self.win
    }

    /// Q of an action that scores these points and does not make the target, where `expected` is
    /// the expected V of the board after the random tile.
    #[inline(always)]
    pub fn going_on(&self, points: f64, expected: f64) -> f64 {
        self.each_move + self.each_point * points + self.discount * expected
    }
}
