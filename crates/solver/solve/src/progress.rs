//! Progress reports and errors of a solve.

use std::fmt;
use std::ops::ControlFlow;

use mdp2048_model::ValuedGame;
use mdp2048_rules::TileSum;
use thiserror::Error;

use crate::allocate::AllocationError;
use crate::bits::ranked::CountError;
use crate::options::Precision;
use crate::solution::contradiction::Contradiction;
use crate::work::error::WorkError;

/// A pass of a solve, or a pass over a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The forward pass of a solve, which finds the reachable states, from the lowest tile sum up.
    Reaching,
    /// The backward pass of a solve, which computes the values, from the highest tile sum down.
    Valuing,
    /// The forward pass of a game that is solved again: see [`Solver::new`](crate::Solver::new).
    ReachingAgain,
    /// The backward pass of a solve for the probabilities of losing.
    ValuingLosses,
    /// The verification of a solution file or of a work folder, from the highest tile sum down.
    Verifying,
    /// A forward pass over a solution, which follows the games under a policy.
    Following,
    /// The export of a solution, from the lowest tile sum up.
    Writing,
}

impl Phase {
    /// Returns the same pass in a solve with this valuation, which is the second one or not.
    pub(crate) const fn of_solve(self, valued_game: &ValuedGame, is_second: bool) -> Self {
        match self {
            Self::Reaching if is_second => Self::ReachingAgain,
            Self::Valuing if valued_game.is_losing() => Self::ValuingLosses,
            other => other,
        }
    }
}

/// The progress of a pass, reported after each layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The pass.
    pub phase: Phase,
    /// The tile sum of the layer that was finished.
    pub layer: TileSum,
    /// The number of layers finished in this pass.
    pub layers: usize,
    /// The number of layers of the pass; not known in the first pass of a solve.
    pub layers_in_all: Option<usize>,
    /// The number of states finished in this pass.
    pub states: u64,
    /// The number of states of the pass; not known in the first pass of a solve.
    pub states_in_all: Option<u64>,
    /// The least and the most states that the first pass of a solve still finds, as far as other
    /// games predict it; `None` where the number is known or there is no memory limit.
    pub states_left: Option<[u64; 2]>,
    /// How much memory the process needs for a solve. In the first pass it is a prediction, made
    /// only if there is a memory limit; in the passes after it the bounds are equal. It includes
    /// the process itself, but not what else it holds, such as other solutions.
    pub memory: Option<MemoryNeed>,
}

impl Progress {
    /// The progress after a layer of a pass of which nothing else is known.
    pub const fn new(phase: Phase, layer: TileSum, layers: usize, states: u64) -> Self {
        Self {
            phase,
            layer,
            layers,
            layers_in_all: None,
            states,
            states_in_all: None,
            states_left: None,
            memory: None,
        }
    }

    /// Reports the progress.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if the callback breaks.
    pub fn report(self, progress: ProgressCallback<'_>) -> Result<(), SolveError> {
        match progress(self) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(SolveError::Interrupted),
        }
    }
}

/// Bounds of the peak memory of the process during a solve, in bytes.
///
/// Before all states are found, the lower bound is predicted from the share of boards that is
/// reachable in other games, and it is no promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryNeed {
    /// The lower bound.
    pub least: u64,
    /// The upper bound.
    pub most: u64,
}

/// What a solve needs, estimated before it starts. The number of states may lie outside of the
/// range by a fifth, and by more if it is below 10,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveEstimate {
    /// The peak memory of the process.
    pub memory: MemoryNeed,
    /// The least number of states, as far as other games predict it.
    pub least_states: u64,
    /// The most states.
    pub most_states: u64,
}

/// Called after each layer of a pass with the progress so far; [`ControlFlow::Break`] stops the
/// pass.
pub type ProgressCallback<'a> = &'a mut (dyn FnMut(Progress) -> ControlFlow<()> + Send);

/// The function that a builder calls on progress, if there is one. Every builder with a method
/// `on_progress` holds one of these.
#[derive(Default)]
pub struct OnProgress<'a>(Option<Box<dyn FnMut(Progress) -> ControlFlow<()> + Send + 'a>>);

impl<'a> OnProgress<'a> {
    /// Calls this function on progress.
    pub fn new(progress: impl FnMut(Progress) -> ControlFlow<()> + Send + 'a) -> Self {
        Self(Some(Box::new(progress)))
    }

    /// Runs some work with a callback that calls the function.
    pub fn run<T>(self, work: impl FnOnce(ProgressCallback<'_>) -> T) -> T {
        match self.0 {
            Some(mut progress) => work(&mut *progress),
            None => work(&mut ignore_progress),
        }
    }
}

impl fmt::Debug for OnProgress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "OnProgress" } else { "none" })
    }
}

/// A [`ProgressCallback`] that does nothing and lets the pass continue.
pub(crate) const fn ignore_progress(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Why a game was not solved, or a pass over a solution not completed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The game needs more memory than allowed.
    #[error(
        "this game needs {} to {} bytes of memory and {limit} may be used: choose a smaller board \
         or target{}, or allow more",
        need.least, need.most, smaller_precision(*.precision)
    )]
    Memory {
        /// How much memory the game needs.
        need: MemoryNeed,
        /// The bytes that are allowed.
        limit: u64,
        /// The precision of the values.
        precision: Precision,
    },
    /// The numbers of boards do not fit the solver's tables, whatever the memory.
    #[error("this game has more boards than can be numbered: choose a smaller board or target")]
    TooManyBoards,
    /// The system does not provide the memory of an array.
    #[error("{0}: choose a smaller board or target, or hold values in single precision")]
    Allocation(#[from] AllocationError),
    /// The progress callback stopped the solve.
    #[error("the solve was interrupted")]
    Interrupted,
    /// A solution contradicts itself.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// A work folder cannot be used.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The threads could not be started; the text is the reason.
    #[error("the threads could not be started ({0}): ask for fewer")]
    Threads(String),
}

impl From<CountError> for SolveError {
    fn from(error: CountError) -> Self {
        match error {
            CountError::TooMany => Self::TooManyBoards,
            CountError::Allocation(error) => Self::Allocation(error),
        }
    }
}

/// Returns the advice to hold values in a smaller precision, as a part of an error message.
const fn smaller_precision(precision: Precision) -> &'static str {
    match precision {
        Precision::Double => ", hold values in single precision",
        Precision::Single => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_how_much_memory_is_needed() {
        let message = |precision| {
            let need = MemoryNeed { least: 3 << 30, most: 4 << 30 };
            SolveError::Memory { need, limit: 2 << 30, precision }.to_string()
        };
        assert_eq!(
            message(Precision::Single),
            "this game needs 3221225472 to 4294967296 bytes of memory and 2147483648 may be used: \
             choose a smaller board or target, or allow more"
        );
        let advice = "or target, hold values in single precision, or allow more";
        assert!(message(Precision::Double).ends_with(advice));
    }
}
