//! Grades of moves.

use mdp2048_model::{ActionValues, Valuation, ValueUnit, ValuedGame};
use mdp2048_rules::Action;

/// How good a move is, by its regret.
///
/// The cost is that of [`ValuedGame::cost`]: for win games a probability, else a share of the
/// value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// One of the best moves; no move has a greater value, up to rounding.
    Perfect,
    /// It costs less than [`Grade::GOOD`].
    Good,
    /// It costs less than 0.02.
    Inaccuracy,
    /// It costs less than 0.1.
    Mistake,
    /// It costs 0.1 or more.
    Blunder,
}

impl Grade {
    /// What a good move costs less than.
    pub const GOOD: f64 = 0.005;

    /// All grades, the best first.
    pub const ALL: [Self; 5] =
        [Self::Perfect, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Perfect => "perfect",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Whether the move is worth going back to: an inaccuracy or worse.
    pub fn is_mistake(self) -> bool {
        self > Self::Good
    }

    /// Whether a regret means nothing to a player: a win probability of less than 0.01 percentage
    /// points, or less than 0.01 of the score or of a move. Small probabilities of losing always
    /// mean something.
    pub fn is_as_good(valued_game: &ValuedGame, regret: f64) -> bool {
        let least = match valued_game.game().objective().facts().unit {
            ValueUnit::Probability => 1e-4,
            ValueUnit::Points | ValueUnit::Moves => 0.01,
        };
        valued_game.valuation() != Valuation::Losing && regret < least
    }

    /// Returns the grade of an action, or `None` if it is not allowed.
    ///
    /// ```
    /// use mdp2048_explorer::Grade;
    /// use mdp2048_model::{ActionValues, Game};
    /// use mdp2048_rules::Action;
    ///
    /// let game = Game::builder().board(2, 2).target(8).build()?.into();
    /// let values = ActionValues::new([Some(0.75), Some(0.7), None, None]);
    /// assert_eq!(Grade::of(&game, &values, Action::Right), Some(Grade::Mistake));
    /// # Ok::<(), mdp2048_model::GameError>(())
    /// ```
    pub fn of(valued_game: &ValuedGame, values: &ActionValues, action: Action) -> Option<Self> {
        let regret = values.regret(action)?;
        if values.best().any(|best| best == action) {
            return Some(Self::Perfect);
        }
        let cost = valued_game.cost(values.value()?, regret);
        Some(match cost {
            _ if cost < Self::GOOD => Self::Good,
            _ if cost < 0.02 => Self::Inaccuracy,
            _ if cost < 0.1 => Self::Mistake,
            _ => Self::Blunder,
        })
    }
}
