//! A game and what the values of its states are.

use crate::discount::Discount;
use crate::game::Game;
use crate::probability::Probability;
use crate::rewards::Rewards;

/// What the values of a game's states are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Valuation {
    /// The expected value of what the objective maximises.
    Objective,
    /// Minus the probability of losing, for a game that is nearly certain to be won.
    ///
    /// Both valuations have the same optimal policies. But a win probability near 1 does not have
    /// the digits of the probability of losing: two actions may have equal win probabilities to
    /// rounding though one loses a thousand times as often as the other.
    Losing,
}

/// A game and what the values of its states are.
///
/// It determines the rewards, and what a value means to people.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValuedGame {
    game: Game,
    // `Losing` only if the game counts wins without discount.
    valuation: Valuation,
}

impl From<Game> for ValuedGame {
    /// The game with the values of its objective.
    fn from(game: Game) -> Self {
        Self { game, valuation: Valuation::Objective }
    }
}

impl ValuedGame {
    /// A game is nearly certain to be won if the probability of losing is below this.
    pub const NEARLY_CERTAIN: f64 = 1e-3;

    /// The game with the probabilities of losing as values; `None` unless its objective is the
    /// win objective without discount.
    pub fn losing(game: Game) -> Option<Self> {
        counts_wins(&game).then_some(Self { game, valuation: Valuation::Losing })
    }

    /// The game with the valuation that its solution has, given the start value under its
    /// objective.
    pub fn of_solution(game: Game, start_value: f64) -> Self {
        let is_nearly_certain = 1.0 - start_value < Self::NEARLY_CERTAIN;
        Self::losing(game).filter(|_| is_nearly_certain).unwrap_or(game.into())
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What the values are.
    pub const fn valuation(&self) -> Valuation {
        self.valuation
    }

    /// The rewards of which the values are expected sums.
    pub const fn rewards(&self) -> Rewards {
        match self.valuation {
            Valuation::Objective => self.game.rewards(),
            Valuation::Losing => Rewards::LOSING,
        }
    }

    /// The number that people read for a value: a probability of winning or of losing, points or
    /// moves; `None` if it is infinite.
    pub fn measured(&self, value: f64) -> Option<f64> {
        match self.valuation {
            Valuation::Objective => self.game.objective().measured(value),
            Valuation::Losing => Some(Probability::clamp_unit(-value)),
        }
    }

    /// A value in the unit of the objective: a probability of winning, points or moves; `None` if
    /// it is infinite.
    ///
    /// ```
    /// use mdp2048::{Game, ValuedGame};
    ///
    /// let game = Game::builder().board(2, 2).target(8).build()?;
    /// let losing = ValuedGame::losing(game).ok_or("not a win game")?;
    /// assert_eq!(losing.objective_value(-0.25), Some(0.75));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn objective_value(&self, value: f64) -> Option<f64> {
        self.game.objective().measured(self.maximised(value))
    }

    /// A value of what the objective maximises: as [`Self::objective_value`], but minus the number
    /// of moves where few are wanted, and infinite where they have no bound.
    pub fn maximised(&self, value: f64) -> f64 {
        let value = match self.valuation {
            Valuation::Objective => value,
            Valuation::Losing => 1.0 + value,
        };
        // The rounding errors of a sum of probabilities may exceed 1.
        if self.game.objective().counts_wins() { Probability::clamp_unit(value) } else { value }
    }

    /// The share of V that an action of this regret gives up in a state of value V. Where wins
    /// count, V is the chance of winning.
    pub fn share_lost(&self, value: f64, regret: f64) -> f64 {
        regret / self.maximised(value).abs()
    }

    /// The probability of losing that a value represents; `None` unless the objective is the win
    /// objective without discount.
    pub fn lose_probability(&self, value: f64) -> Option<f64> {
        match self.valuation {
            Valuation::Losing => self.measured(value),
            Valuation::Objective => {
                counts_wins(&self.game).then(|| Probability::clamp_unit(1.0 - value))
            }
        }
    }
}

/// Whether values of the objective are probabilities of winning.
fn counts_wins(game: &Game) -> bool {
    game.objective().counts_wins() && game.discount() == Discount::NONE
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
        let valuation = |objective, discount, start_value| {
            ValuedGame::of_solution(game(objective, discount), start_value).valuation()
        };
        assert_eq!(valuation(Objective::Win, 1.0, 1.0), Valuation::Losing);
        assert_eq!(valuation(Objective::Win, 1.0, 0.9991), Valuation::Losing);
        assert_eq!(valuation(Objective::Win, 1.0, 0.9989), Valuation::Objective);
        assert_eq!(valuation(Objective::Win, 0.99, 1.0), Valuation::Objective);
        assert_eq!(valuation(Objective::Score, 1.0, 1.0), Valuation::Objective);
    }

    #[test]
    fn values_have_a_meaning_to_people() {
        let losing = ValuedGame::losing(game(Objective::Win, 1.0)).expect("a win game");
        assert_eq!(losing.objective_value(-0.25), Some(0.75));
        assert_eq!(losing.lose_probability(-7e-18), Some(7e-18));
        assert!(losing.lose_probability(0.0).is_some_and(f64::is_sign_positive));
        let winning = ValuedGame::from(game(Objective::Win, 1.0));
        assert_eq!(winning.lose_probability(0.75), Some(0.25));
        assert_eq!(winning.lose_probability(1.0 + f64::EPSILON), Some(0.0));
        let fewest = ValuedGame::from(game(Objective::Fewest, 1.0));
        assert_eq!(fewest.objective_value(-4.0), Some(4.0));
        assert_eq!(fewest.lose_probability(-4.0), None);
    }

    #[test]
    fn a_regret_is_a_share_of_the_value() {
        let losing = ValuedGame::losing(game(Objective::Win, 1.0)).expect("a win game");
        let shares = [
            ValuedGame::from(game(Objective::Win, 1.0)).share_lost(0.25, 0.125),
            losing.share_lost(-0.75, 0.125),
            ValuedGame::from(game(Objective::Score, 1.0)).share_lost(40.0, 20.0),
            ValuedGame::from(game(Objective::Fewest, 1.0)).share_lost(-4.0, 2.0),
        ];
        assert_eq!(shares, [0.5; 4]);
    }
}
