//! Grades of moves.

use mdp2048_model::{ActionValues, Objective, ValuedGame};
use mdp2048_rules::Action;

/// How good a move is, by its regret.
///
/// For win games the regret is compared with a probability; else with a share of the value of the
/// board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// One of the best moves; no move has a greater value, up to rounding.
    Perfect,
    /// It costs less than 0.005.
    Good,
    /// It costs less than 0.02.
    Inaccuracy,
    /// It costs less than 0.1.
    Mistake,
    /// It costs 0.1 or more.
    Blunder,
}

impl Grade {
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

    /// Returns the grade of an action, or `None` if it is not allowed.
    pub fn of(valued_game: &ValuedGame, values: &ActionValues, action: Action) -> Option<Self> {
        let regret = values.regret(action)?;
        if values.best().any(|best| best == action) {
            return Some(Self::Perfect);
        }
        let scale = match valued_game.game().objective() {
            Objective::Win => 1.0,
            _ => values.value()?.abs(),
        };
        let cost = regret / scale;
        Some(match cost {
            _ if cost < 0.005 => Self::Good,
            _ if cost < 0.02 => Self::Inaccuracy,
            _ if cost < 0.1 => Self::Mistake,
            _ => Self::Blunder,
        })
    }
}
