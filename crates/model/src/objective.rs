//! The objective of a game: which quantity an optimal policy optimises.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::probability::Probability;

/// What an optimal policy optimises.
///
/// Code that depends on the objective names all of them, so that the compiler lists what a new one
/// must decide.
///
/// ```
/// use mdp2048_model::Objective;
///
/// assert_eq!("score".parse(), Ok(Objective::Score));
/// assert!(Objective::Fewest.needs_target());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// Reach the target tile. A win after n moves has the value discount^n.
    Win,
    /// The highest expected score, which is the sum of the faces of all tiles made by merging.
    Score,
    /// The largest expected number of moves.
    Moves,
    /// The smallest expected number of moves to the target, among the policies that reach it with
    /// certainty.
    Fewest,
}

/// The text is not the name of an objective.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not an objective: write win, score, moves or fewest")]
pub struct ObjectiveError(pub String);

impl Objective {
    /// Every objective.
    pub const ALL: [Self; 4] = [Self::Win, Self::Score, Self::Moves, Self::Fewest];

    /// Whether the objective is defined only for a game with a target.
    pub const fn needs_target(self) -> bool {
        match self {
            Self::Win | Self::Fewest => true,
            Self::Score | Self::Moves => false,
        }
    }

    /// Whether a game may have a discount below 1.
    pub const fn may_have_discount(self) -> bool {
        match self {
            Self::Win => true,
            Self::Score | Self::Moves | Self::Fewest => false,
        }
    }

    /// Whether values are probabilities of winning, or what is left of them with a discount.
    pub const fn counts_wins(self) -> bool {
        match self {
            Self::Win => true,
            Self::Score | Self::Moves | Self::Fewest => false,
        }
    }

    /// Whether a policy that may lose has an infinite value.
    pub const fn needs_certainty(self) -> bool {
        match self {
            Self::Fewest => true,
            Self::Win | Self::Score | Self::Moves => false,
        }
    }

    /// A value in the unit in which people read it: a probability (within 0..=1, which rounding
    /// errors may exceed), points or moves; `None` if it is infinite.
    ///
    /// The fewest-moves objective maximises minus the number of moves; its value is minus infinity
    /// where no policy reaches the target with certainty.
    pub fn measured(self, value: f64) -> Option<f64> {
        match self {
            Self::Win => Some(Probability::rounded(value)),
            Self::Fewest => value.is_finite().then_some(-value),
            Self::Score | Self::Moves => Some(value),
        }
    }
}

impl fmt::Display for Objective {
    /// Writes the name on the command line: `win`, `score`, `moves` or `fewest`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Win => "win",
            Self::Score => "score",
            Self::Moves => "moves",
            Self::Fewest => "fewest",
        })
    }
}

impl FromStr for Objective {
    type Err = ObjectiveError;

    /// Reads a name as [`Display`](fmt::Display) writes it.
    fn from_str(text: &str) -> Result<Self, ObjectiveError> {
        Self::ALL
            .into_iter()
            .find(|objective| objective.to_string() == text)
            .ok_or_else(|| ObjectiveError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_as_the_same_objective() {
        for objective in Objective::ALL {
            assert_eq!(objective.to_string().parse(), Ok(objective));
        }
        for bad in ["", "Win", "points"] {
            assert_eq!(bad.parse::<Objective>(), Err(ObjectiveError(bad.to_owned())));
        }
    }
}
