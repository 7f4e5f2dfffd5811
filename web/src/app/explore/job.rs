//! What the workers of the page do.

use mdp2048_explorer::SolveProgress;
use mdp2048_model::Game;
use mdp2048_protocol::SolverService;
use web::browser::WorkerClient;

/// A worker with the solution of at most one game.
pub(crate) type Solver = WorkerClient<SolverService>;

/// A solve or a load that is running.
#[derive(Clone, PartialEq)]
pub(crate) struct Job {
    pub(crate) game: Game,
    /// The states to expect.
    pub(crate) expected: f64,
    pub(crate) progress: SolveProgress,
    /// Whether its policy file is loaded, and it is not solved.
    pub(crate) is_file: bool,
    /// Whether nobody has asked for it.
    pub(crate) is_unasked: bool,
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
