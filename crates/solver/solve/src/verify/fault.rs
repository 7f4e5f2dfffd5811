//! What verification may find wrong with a solution.

use std::fmt;

use mdp2048_model::Value;
use mdp2048_rules::{Board, CanonicalState};

/// An error in a solution whose file is intact.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// The value of a state is not the best of its action values.
    Value {
        /// The state.
        state: CanonicalState,
        /// The value in the solution.
        found: Value,
        /// The best action value, computed from the values of the successors.
        expected: Value,
    },
    /// A reachable state is not in the solution.
    Missing(CanonicalState),
    /// A state in the solution is not reachable.
    Unreachable(CanonicalState),
    /// A board in the solution is won, or no action is allowed on it.
    Outcome(CanonicalState),
    /// A board is stored under a bit that is another symmetry image's, so no query finds it.
    Misplaced(Board),
    /// The number of lost boards in the header is wrong.
    Lost {
        /// The number in the header.
        found: u64,
        /// The number of reachable lost boards.
        expected: u64,
    },
    /// The start value in the header is not the mean of the start states' values.
    StartValue {
        /// The value in the header.
        found: Value,
        /// The mean.
        expected: Value,
    },
    /// The game is nearly certain to be won, but the solution holds probabilities of winning, which
    /// do not determine the policy that loses least; or it is not, but the solution holds those of
    /// losing.
    Valuation {
        /// The mean of the start states' values.
        start_value: Value,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { state, found, expected } => write!(
                f,
                "the state {state} has the value {found:#}, but its best action has {expected:#}"
            ),
            Self::Missing(state) => write!(f, "the reachable state {state} is missing"),
            Self::Unreachable(state) => {
                write!(f, "the state {state} is in the solution, but no game reaches it")
            }
            Self::Outcome(state) => {
                write!(f, "the board {state} is not a state: it is won or lost")
            }
            Self::Misplaced(board) => {
                write!(f, "the board {board} is stored where no query looks for it")
            }
            Self::Lost { found, expected } => {
                write!(f, "the header counts {found} lost boards, but games reach {expected}")
            }
            Self::StartValue { found, expected } => write!(
                f,
                "the start value is {found:#}, but the mean over the start states is {expected:#}"
            ),
            Self::Valuation { start_value } if start_value.expected_return() > 0.0 => f.write_str(
                "the game is nearly certain to be won, so the solution must hold probabilities of \
                 losing, not of winning: solve it again with this build",
            ),
            Self::Valuation { start_value } => write!(
                f,
                "the solution holds probabilities of losing, but the game is lost with \
                 probability {}",
                start_value.loss().unwrap_or(0.0)
            ),
        }
    }
}

/// The number of faults found, and the first of them.
#[derive(Clone, Debug, Default)]
pub(super) struct FirstFaults {
    pub(super) count: u64,
    pub(super) first: Vec<Fault>,
}

/// The number of faults that a list keeps.
const MAX_KEPT: usize = 20;

impl FirstFaults {
    pub(super) fn add(&mut self, fault: Fault) {
        self.extend(Self { count: 1, first: vec![fault] });
    }

    /// Adds the faults of another part of the same layer, or of the next lower layer.
    pub(super) fn extend(&mut self, other: Self) {
        self.count += other.count;
        self.first.extend(other.first);
        self.first.truncate(MAX_KEPT);
    }
}
