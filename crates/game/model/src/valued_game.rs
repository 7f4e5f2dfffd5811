//! A game and what the solver maximises for it.

use crate::action_values::ActionValues;
use crate::discount::Discount;
use crate::game::Game;
use crate::rewards::Rewards;
use crate::valuation::Valuation;
use crate::value::Value;

/// A game and what the solver maximises for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValuedGame {
    game: Game,
    // `Losing` only if the game counts wins without discount.
    valuation: Valuation,
}

impl From<Game> for ValuedGame {
    /// The game with the rewards of its objective.
    fn from(game: Game) -> Self {
        let valuation = match game.objective() {
            objective if !objective.counts_wins() => Valuation::Expected(objective),
            _ if game.discount() == Discount::NONE => Valuation::Probability,
            _ => Valuation::Discounted,
        };
        Self { game, valuation }
    }
}

impl ValuedGame {
    /// A game is nearly certain to be won if the probability of losing is below this.
    pub const NEARLY_CERTAIN: f64 = 1e-3;

    /// The game with minus the probability of losing as expected return; `None` unless its
    /// objective is the win objective without discount.
    pub fn losing(game: Game) -> Option<Self> {
        let counts_losses = Self::from(game).valuation == Valuation::Probability;
        counts_losses.then_some(Self { game, valuation: Valuation::Losing })
    }

    /// The game with the valuation that its solution probably has. A solve begins with this one, so
    /// that only a game for which it is wrong is solved twice.
    ///
    /// Of the games on boards from 2x2 to 3x4 without locked cells that were solved, each is nearly
    /// certain to be won whose target is 2 to the power of two less than the cells, or a lower
    /// power, and of the others only 2x2 to 8 and 2x3 to 32. With locked cells or other start boards
    /// more cells are needed.
    pub fn likely(game: Game) -> Self {
        let is_usual = game.given_starts().len() == 0 && !game.shape().has_locked();
        let spare = if is_usual { 2 } else { 4 };
        let exponent = game.target().map_or(usize::MAX, |target| usize::from(target.get()));
        let is_likely = exponent.saturating_add(spare) <= game.shape().free_cells();
        Self::losing(game).filter(|_| is_likely).unwrap_or(game.into())
    }

    /// The game with the valuation that its solution has, given the expected return of the start
    /// under this one.
    pub fn of_solution(self, start_return: f64) -> Self {
        let loss = if self.is_losing() { -start_return } else { 1.0 - start_return };
        let is_nearly_certain = loss < Self::NEARLY_CERTAIN;
        Self::losing(self.game).filter(|_| is_nearly_certain).unwrap_or(self.game.into())
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What expected returns are.
    pub const fn valuation(&self) -> Valuation {
        self.valuation
    }

    /// Whether expected returns are minus the probability of losing.
    pub const fn is_losing(&self) -> bool {
        matches!(self.valuation, Valuation::Losing)
    }

    /// The rewards of which expected returns are expected sums.
    pub const fn rewards(&self) -> Rewards {
        match self.valuation {
            Valuation::Losing => Rewards::LOSING,
            _ => self.game.rewards(),
        }
    }

    /// The value of this expected return.
    ///
    /// ```
    /// use mdp2048::{Game, ValuedGame};
    ///
    /// let game = Game::builder().board(2, 2).target(8).build()?;
    /// let losing = ValuedGame::losing(game).ok_or("not a win game")?;
    /// assert_eq!(losing.value(-0.25).get(), 0.75);
    /// assert_eq!(losing.value(-0.25).loss(), Some(0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn value(&self, expected_return: f64) -> Value {
        Value::new(expected_return, self.valuation)
    }

    /// The action values of these expected returns by [`Action::index`](mdp2048_rules::Action);
    /// `None` where the action is not allowed.
    pub const fn action_values(&self, expected_returns: [Option<f64>; 4]) -> ActionValues {
        ActionValues::new(expected_returns, self.valuation)
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_rules::Shape;

    use super::*;
    use crate::objective::Objective;

    fn game(objective: Objective, discount: f64) -> Game {
        Game::new(Shape::TWO_BY_TWO, objective, Some(8), discount, 0.1).expect("a game")
    }

    #[test]
    fn only_nearly_certain_games_are_valued_by_losing() {
        let valuation = |objective, discount, start_return| {
            ValuedGame::from(game(objective, discount)).of_solution(start_return).valuation()
        };
        let score = Valuation::Expected(Objective::Score);
        assert_eq!(valuation(Objective::Win, 1.0, 1.0), Valuation::Losing);
        assert_eq!(valuation(Objective::Win, 1.0, 0.9991), Valuation::Losing);
        assert_eq!(valuation(Objective::Win, 1.0, 0.9989), Valuation::Probability);
        assert_eq!(valuation(Objective::Win, 0.99, 1.0), Valuation::Discounted);
        assert_eq!(valuation(Objective::Score, 1.0, 1.0), score);
        let losing = ValuedGame::losing(game(Objective::Win, 1.0)).expect("a win game");
        assert_eq!(losing.of_solution(-0.0009), losing);
        assert_eq!(losing.of_solution(-0.0011), game(Objective::Win, 1.0).into());
    }
}
