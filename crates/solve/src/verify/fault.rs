//! What a verification may find wrong.

use std::cmp::Ordering;
use std::fmt;

use mdp2048_rules::{Board, CanonicalState};

/// Something wrong with a solution whose bytes are sound.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// The value of a state is not the best of its actions' values.
    Value {
        /// The state.
        state: CanonicalState,
        /// The value that it has.
        found: f64,
        /// The best value of its actions, from the values of their successors.
        expected: f64,
    },
    /// A state that games come to is not there.
    Missing(CanonicalState),
    /// A state is there that no game comes to.
    Unreachable(CanonicalState),
    /// A board is there that is won, or on which no action is allowed.
    Outcome(CanonicalState),
    /// A board has a place that is another symmetric image's, so no query finds it.
    Misplaced(Board),
    /// The number of lost boards in the header is wrong.
    Lost {
        /// What the header says.
        found: u64,
        /// How many lost boards games come to.
        expected: u64,
    },
    /// The start value in the header is not the mean of the start states' values.
    StartValue {
        /// What the header says.
        found: f64,
        /// The mean.
        expected: f64,
    },
}

impl Fault {
    /// The order within a layer.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        (self.rank(), self.board()).cmp(&(other.rank(), other.board()))
    }

    const fn rank(&self) -> u8 {
        match self {
            Self::Misplaced(_) => 0,
            Self::Outcome(_) => 1,
            Self::Missing(_) => 2,
            Self::Unreachable(_) => 3,
            Self::Value { .. } => 4,
            Self::Lost { .. } => 5,
            Self::StartValue { .. } => 6,
        }
    }

    const fn board(&self) -> Option<Board> {
        match self {
            Self::Misplaced(board) => Some(*board),
            Self::Outcome(state)
            | Self::Missing(state)
            | Self::Unreachable(state)
            | Self::Value { state, .. } => Some(state.board()),
            Self::Lost { .. } | Self::StartValue { .. } => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { state, found, expected } => {
                write!(
                    f,
                    "the state {state} has the value {found}, but its best action is worth {expected}"
                )
            }
            Self::Missing(state) => {
                write!(f, "the state {state} is not there, but games come to it")
            }
            Self::Unreachable(state) => {
                write!(f, "the state {state} is there, but no game comes to it")
            }
            Self::Outcome(state) => {
                write!(f, "the board {state} is there, but it is no state: it is won or lost")
            }
            Self::Misplaced(board) => {
                write!(f, "the board {board} stands where no query looks for it")
            }
            Self::Lost { found, expected } => {
                write!(f, "the header counts {found} lost boards, but games come to {expected}")
            }
            Self::StartValue { found, expected } => write!(
                f,
                "the start value is {found}, but the mean over the start states is {expected}"
            ),
        }
    }
}

/// Faults as they are found, of which a few are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Faults {
    pub(super) count: u64,
    pub(super) kept: Vec<Fault>,
}

/// How many faults are kept.
const MOST: usize = 20;

impl Faults {
    pub(super) fn add(&mut self, fault: Fault) {
        self.count += 1;
        self.kept.push(fault);
        if self.kept.len() >= 2 * MOST {
            self.settle();
        }
    }

    /// Sorts the faults of a layer and keeps the first.
    pub(super) fn settle(&mut self) {
        self.kept.sort_by(Fault::order);
        self.kept.truncate(MOST);
    }

    /// Takes over the faults of a part of the same layer.
    pub(super) fn join(&mut self, part: Self) {
        self.count += part.count;
        self.kept.extend(part.kept);
        self.settle();
    }

    /// Takes over the faults of the next layer down.
    pub(super) fn append(&mut self, mut layer: Self) {
        layer.settle();
        self.count += layer.count;
        self.kept.extend(layer.kept);
        self.kept.truncate(MOST);
    }
}
