//! What is known of a game that is not solved yet.

use mdp2048_explorer::{SolveNeed, SolveProgress};
use mdp2048_model::Game;

/// What is known of a game before it is solved.
#[derive(Clone, PartialEq)]
pub(crate) enum Need {
    /// The estimate is not there yet.
    Unknown,
    /// The estimate.
    Known(SolveNeed),
    /// The estimate in single precision, and the bytes in double precision, which are too many.
    OnlySingle(SolveNeed, f64),
    /// The game needs more memory than a page may use. Holds the bytes in single precision.
    TooLarge(f64),
    /// The reason why the estimate failed.
    Failed(String),
}

/// A solve that is running, or a solution that is opened.
#[derive(Clone, PartialEq)]
pub(crate) struct Job {
    pub(crate) game: Game,
    /// The states to expect.
    pub(crate) expected: f64,
    pub(crate) progress: SolveProgress,
    /// The part of the file that is read, if a kept solution is opened.
    pub(crate) read: Option<f64>,
    /// Identifies the job among those of the page.
    pub(crate) id: u32,
}

/// A map of difficulty that is being computed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mapping {
    pub(crate) game: Game,
    /// The part of the states that is done.
    pub(crate) done: f64,
    /// Identifies the computation among those of the page.
    pub(crate) id: u32,
}
