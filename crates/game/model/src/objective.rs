//! The objective of a game: which quantity an optimal policy optimises.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::alternatives;

/// What an optimal policy optimises.
///
/// What the program knows of an objective is in its row, [`Objective::facts`].
///
/// ```
/// use mdp2048::Objective;
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

/// The unit of values and regrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueUnit {
    /// Probabilities of winning, or what a discount leaves of them.
    Probability,
    /// Points of the score.
    Points,
    /// Moves.
    Moves,
}

/// What is known of an objective.
#[derive(Clone, Copy, Debug)]
pub struct ObjectiveFacts {
    /// The name on the command line and in links.
    pub name: &'static str,
    /// What a player aims at.
    pub goal: &'static str,
    /// The phrase in the name of a game, empty for the usual objective.
    pub phrase: &'static str,
    /// What a value is, as a sentence without its stop.
    pub help: &'static str,
    /// The name of a game's value, without a discount.
    pub value_name: &'static str,
    /// The name of a state's value, which does not count what was before the state.
    pub value_to_come: &'static str,
    /// The unit of values and regrets.
    pub unit: ValueUnit,
    /// Whether the objective is defined only for a game with a target.
    pub needs_target: bool,
    /// The reward of each move. If it is negative, the value of a state is minus its expected
    /// return.
    pub each_move: f64,
    /// The reward of each point.
    pub each_point: f64,
    /// The expected return of a lost board.
    pub lost: f64,
}

/// The text is not the name of an objective.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{0}' is not an objective: write {names}",
    names = alternatives(&Objective::ALL.map(|it| it.facts().name))
)]
pub struct ObjectiveError(pub String);

impl Objective {
    /// Every objective.
    pub const ALL: [Self; 4] = [Self::Win, Self::Score, Self::Moves, Self::Fewest];

    /// The row of an objective. All other code treats objectives alike, by their rows.
    pub const fn facts(self) -> &'static ObjectiveFacts {
        match self {
            Self::Win => &ObjectiveFacts {
                name: "win",
                goal: "reach the target",
                phrase: "",
                help: "The probability of reaching the target",
                value_name: "win probability",
                value_to_come: "win probability",
                unit: ValueUnit::Probability,
                needs_target: true,
                each_move: 0.0,
                each_point: 0.0,
                lost: 0.0,
            },
            Self::Score => &ObjectiveFacts {
                name: "score",
                goal: "highest score",
                phrase: "highest score",
                help: "The expected score",
                value_name: "expected score",
                value_to_come: "expected score to come",
                unit: ValueUnit::Points,
                needs_target: false,
                each_move: 0.0,
                each_point: 1.0,
                lost: 0.0,
            },
            Self::Moves => &ObjectiveFacts {
                name: "moves",
                goal: "most moves",
                phrase: "most moves",
                help: "The expected number of moves",
                value_name: "expected moves",
                value_to_come: "expected moves to come",
                unit: ValueUnit::Moves,
                needs_target: false,
                each_move: 1.0,
                each_point: 0.0,
                lost: 0.0,
            },
            Self::Fewest => &ObjectiveFacts {
                name: "fewest",
                goal: "fewest moves to the target",
                phrase: "fewest moves",
                help: "The smallest expected number of moves to a target that is reached for \
                       certain",
                value_name: "fewest moves",
                value_to_come: "fewest expected moves to come",
                unit: ValueUnit::Moves,
                needs_target: true,
                each_move: -1.0,
                each_point: 0.0,
                lost: f64::NEG_INFINITY,
            },
        }
    }

    /// Whether the objective is defined only for a game with a target.
    pub const fn needs_target(self) -> bool {
        self.facts().needs_target
    }

    /// Whether a game may have a discount below 1.
    pub const fn may_have_discount(self) -> bool {
        self.counts_wins()
    }

    /// Whether values are probabilities of winning, or what is left of them with a discount.
    pub const fn counts_wins(self) -> bool {
        matches!(self.facts().unit, ValueUnit::Probability)
    }

    /// Whether a policy that may lose has an infinite value.
    pub const fn needs_certainty(self) -> bool {
        self.facts().lost.is_infinite()
    }

    /// Whether the smallest value is the best.
    pub const fn wants_few(self) -> bool {
        self.facts().each_move < 0.0
    }
}

impl fmt::Display for Objective {
    /// Writes the name on the command line: `win`, `score`, `moves` or `fewest`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.facts().name)
    }
}

impl FromStr for Objective {
    type Err = ObjectiveError;

    /// Reads a name as [`Display`](fmt::Display) writes it.
    fn from_str(text: &str) -> Result<Self, ObjectiveError> {
        Self::ALL
            .into_iter()
            .find(|objective| objective.facts().name == text)
            .ok_or_else(|| ObjectiveError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_fewest_moves_need_certainty() {
        let certain = Objective::ALL.map(Objective::needs_certainty);
        assert_eq!(certain, [false, false, false, true]);
    }

    #[test]
    fn names_read_back_as_the_same_objective() {
        for objective in Objective::ALL {
            assert_eq!(objective.to_string().parse(), Ok(objective));
        }
        for bad in ["", "Win", "points"] {
            assert_eq!(bad.parse::<Objective>(), Err(ObjectiveError(bad.to_owned())));
        }
        let message = ObjectiveError("points".to_owned()).to_string();
        assert_eq!(message, "'points' is not an objective: write win, score, moves or fewest");
    }
}
