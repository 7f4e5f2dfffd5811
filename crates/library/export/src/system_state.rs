//! The states, choices and transitions of a transition system.

use mdp2048_rules::CanonicalState;
use num_integer::Integer as _;

/// A state of a transition system with its choices.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemState {
    /// The number, from 0.
    pub number: u64,
    /// What the number refers to.
    pub kind: SystemStateKind,
    /// The choices; actions in the order left, right, up, down.
    pub choices: Vec<SystemChoice>,
}

/// What a state of a transition system is in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemStateKind {
    /// The empty board before the game starts.
    Start,
    /// A state of the game.
    Board(CanonicalState),
    /// The game is over.
    End(EndState),
}

/// The way in which a game is over. The discriminant is the offset from the first end state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndState {
    /// The target was made.
    Won,
    /// No action is allowed.
    Lost,
    /// The game was stopped by the discount. Exists only where the discount is below 1.
    Stopped,
}

impl EndState {
    /// The label: `won`, `lost` or `stopped`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Stopped => "stopped",
        }
    }
}

/// A choice of a state and the distribution of its successors.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemChoice {
    /// The name of the action, or `start`, or `end`.
    pub name: &'static str,
    /// Whether the choice is a move of the game.
    pub is_move: bool,
    /// The points that the choice scores.
    pub points: u32,
    /// The denominator of the probabilities, above 0.
    pub denominator: u128,
    /// The successors by ascending number, each once, with the numerators of their probabilities.
    /// The numerators are above 0 and sum to the denominator.
    pub successors: Vec<(u64, u128)>,
}

impl SystemChoice {
    /// Sorts the successors and adds up the weights of those that occur several times.
    #[must_use]
    pub(crate) fn merged(mut self) -> Self {
        self.successors.sort_unstable_by_key(|&(number, _)| number);
        self.successors.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 += next.1;
            }
            is_same
        });
        self
    }

    /// The successors with the numerators and denominators of their probabilities in lowest terms.
    pub fn fractions(&self) -> impl Iterator<Item = (u64, u128, u128)> {
        self.successors.iter().map(|&(number, weight)| {
            let factor = weight.gcd(&self.denominator);
            (number, weight / factor, self.denominator / factor)
        })
    }
}
