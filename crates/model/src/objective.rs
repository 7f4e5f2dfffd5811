//! What is maximised.

use serde::{Deserialize, Serialize};

use crate::Discount;

/// What a player wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Objective {
    /// Reaching the target tile: winning after n moves is worth discount^n.
    Win,
    /// The highest expected score: the sum of the faces of all tiles made by merging.
    Score,
    /// The most expected moves.
    Moves,
    /// The fewest expected moves to the target, among the ways that are certain to reach it.
    Fewest,
}

impl Objective {
    /// Every objective.
    pub const ALL: [Self; 4] = [Self::Win, Self::Score, Self::Moves, Self::Fewest];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Score => "score",
            Self::Moves => "moves",
            Self::Fewest => "fewest",
        }
    }

    /// Whether it makes no sense without a target.
    pub const fn needs_target(self) -> bool {
        matches!(self, Self::Win | Self::Fewest)
    }

    pub(crate) const fn rewards(self, discount: Discount) -> Rewards {
        let none = Rewards { each_move: 0.0, each_point: 0.0, win: 0.0, lost: 0.0, discount: 1.0 };
        match self {
            Self::Win => Rewards { win: discount.get(), discount: discount.get(), ..none },
            Self::Score => Rewards { each_point: 1.0, ..none },
            Self::Moves => Rewards { each_move: 1.0, ..none },
            Self::Fewest => Rewards { each_move: -1.0, lost: f64::NEG_INFINITY, ..none },
        }
    }

    /// A value as a reader measures it: a probability, points or moves; `None` if it has none.
    ///
    /// What is maximised for the fewest moves is minus their number, and minus infinity where
    /// reaching the target is not certain.
    pub fn measured(self, value: f64) -> Option<f64> {
        match self {
            Self::Fewest => value.is_finite().then_some(-value),
            _ => Some(value),
        }
    }
}

/// What an optimal policy maximises the expected sum of.
///
/// One mechanism for every objective: Q(s, a) = each_move + each_point * points + what follows,
/// which is `win` if the action makes the target, else discount * the mean of V over the random
/// tile; V of a lost board is `lost`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rewards {
    /// For each action.
    pub each_move: f64,
    /// For each point of an action's merges.
    pub each_point: f64,
    /// For making the target.
    pub win: f64,
    /// V of a board on which no action is allowed.
    pub lost: f64,
    /// The factor on what follows an action that does not end the game.
    pub discount: f64,
}

impl Rewards {
    /// Minus the probability of losing: maximising this keeps the relative precision of a
    /// probability too small to be told from 0 in 1 - p.
    pub const LOSING: Self =
        Self { each_move: 0.0, each_point: 0.0, win: 0.0, lost: -1.0, discount: 1.0 };

    /// Q of an action with these points that makes the target.
    #[inline(always)]
    pub fn winning(&self, points: f64) -> f64 {
        self.each_move + self.each_point * points + self.win
    }

    /// Q of an action with these points after which V is expected to be `mean`.
    #[inline(always)]
    pub fn going_on(&self, points: f64, mean: f64) -> f64 {
        self.each_move + self.each_point * points + self.discount * mean
    }
}
