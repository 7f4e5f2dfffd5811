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
    /// The reason why the game cannot be solved.
    Failed(String),
}

/// A solve that is running.
#[derive(Clone, PartialEq)]
pub(crate) struct Job {
    pub(crate) game: Game,
    /// The states to expect.
    pub(crate) expected: f64,
    pub(crate) progress: SolveProgress,
    /// Identifies the job among those of the page.
    pub(crate) id: u32,
}
