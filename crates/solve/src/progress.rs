//! How a solve is asked for, watched and stopped.

use std::ops::ControlFlow;

use mdp2048_rules::TileSum;
use thiserror::Error;

use crate::options::Precision;

/// The passes of a solve, and those over a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// From the start states up: which states can be reached.
    Reaching,
    /// From the highest layer down: what each state is worth.
    Valuing,
    /// From the highest layer of a solution file down: whether each state's value is right.
    Verifying,
    /// From the start states up: how games under the optimal policy go.
    Following,
    /// From the lowest layer of a solution up: what other programs read of it.
    Writing,
}

/// How far a solve has come; reported after each layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The pass.
    pub phase: Phase,
    /// The tile sum of the layer just done.
    pub layer: TileSum,
    /// Layers done in this pass.
    pub layers: usize,
    /// Layers in all, known from the second pass on.
    pub layers_in_all: Option<usize>,
    /// States done in this pass.
    pub states: u64,
    /// States in all, known from the second pass on.
    pub states_in_all: Option<u64>,
    /// Bytes that a solve takes at its peak, known from the second pass on.
    pub bytes_in_all: Option<u64>,
}

/// Called after each layer of a pass with the progress so far; [`ControlFlow::Break`] stops the
/// pass.
///
/// [`ignore_progress`] is the callback that does nothing.
pub type ProgressCallback<'a> = &'a mut (dyn FnMut(Progress) -> ControlFlow<()> + Send);

/// A [`ProgressCallback`] that does nothing and lets the pass continue.
pub const fn ignore_progress(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The game would take more memory than allowed.
    #[error(
        "this game takes at least {} of memory and {} may be used: choose a smaller board or target{}, or allow more",
        bytes(*.needed), bytes(*.limit), instead_of(*.precision)
    )]
    Memory {
        /// Bytes needed at least.
        needed: u64,
        /// Bytes allowed.
        limit: u64,
        /// The precision that values would be held in.
        precision: Precision,
    },
    /// The tables cannot number the boards of the game, whatever the memory.
    #[error("this game has more boards than can be numbered: choose a smaller board or target")]
    TooManyBoards,
    /// The watcher stopped the solve.
    #[error("the solve was interrupted")]
    Interrupted,
    /// The threads could not be started.
    #[error("the threads could not be started ({0}): ask for fewer")]
    Threads(String),
}

/// What takes less memory than values of a precision.
const fn instead_of(precision: Precision) -> &'static str {
    match precision {
        Precision::Double => ", hold values in single precision",
        Precision::Single => "",
    }
}

/// Bytes for people, in binary units.
fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["MiB", "GiB", "TiB", "PiB", "EiB", "ZiB"];
    let mut number = bytes as f64 / f64::from(1 << 20);
    let mut units = UNITS.iter();
    let mut unit = units.next().unwrap_or(&"MiB");
    while number >= 1024.0 {
        let Some(next) = units.next() else { break };
        number /= 1024.0;
        unit = next;
    }
    format!("{number:.1} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_how_much_memory() {
        let told = |precision| {
            SolveError::Memory { needed: 3 << 39, limit: 5 << 29, precision }.to_string()
        };
        assert_eq!(
            told(Precision::Single),
            "this game takes at least 1.5 TiB of memory and 2.5 GiB may be used: choose a smaller board or target, or allow more"
        );
        let instead = "or target, hold values in single precision, or allow more";
        assert!(told(Precision::Double).ends_with(instead));
    }
}
