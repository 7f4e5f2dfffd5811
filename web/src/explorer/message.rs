//! What happens to the page.

use std::rc::Rc;

use mdp2048_explorer::{
    DifficultyMap, ExploreEvent, GameNeed, HeldSolution, KeptSolution, SolveProgress,
};
use mdp2048_model::Game;
use mdp2048_protocol::AnalysisAnswer;
use mdp2048_rules::Board;
use web::solving::Solver;

/// A message to the page.
pub(crate) enum Msg {
    /// The reader or a worker changes the exploration.
    Event(ExploreEvent),
    /// The address has changed.
    Address,
    /// The reader has pasted a text, but into no field.
    Pasted(String),
    /// Solves the game.
    Solve,
    /// Stops the solve.
    Cancel,
    /// Frees the solution of a game.
    Free(Game),
    /// Estimates the game once more.
    Estimate,
    /// The estimate of this number.
    Estimated(u32, GameNeed),
    /// A worker that had nothing to do has ended.
    Ended(Solver),
    /// The progress of a solve.
    Progress(u32, SolveProgress),
    /// The part of a kept solution that is read.
    Read(u32, f64),
    /// The end of a solve.
    Solved(u32, Rc<Result<HeldSolution, String>>),
    /// The values of boards from the worker of this number.
    Answered(u32, Result<Vec<(Board, [f64; 4])>, String>),
    /// Something about the solutions that are kept for the next visit.
    Kept(KeptMsg),
    /// Computes where the game is hard; a good move costs less than this.
    Map(f64),
    /// Stops that computation.
    StopMap,
    /// The part of a map that is done.
    MapProgress(u32, f64),
    /// The end of the computation of a map.
    Mapped(u32, Result<DifficultyMap, String>),
    /// Something about the learned agent.
    Agent(AgentMsg),
    /// Opens the puzzle of today.
    Daily,
    /// The puzzle of a day is loaded, or cannot be.
    DailyLoaded(ExploreEvent),
    /// Writes the URL.
    WriteUrl,
}

/// What happens to the learned agent. Numbers identify its worker.
#[derive(Clone, Debug)]
pub(crate) enum AgentMsg {
    /// The reader stops it.
    Stop,
    /// The reader lets it go on, or loads it again.
    GoOn,
    /// Its worker answers.
    Answered(u32, AnalysisAnswer),
    /// Its worker could not run, or has ended.
    Ended(u32, String),
}

/// What happens to the kept solutions.
pub(crate) enum KeptMsg {
    /// The kept solutions, or why there are none.
    Listed(Result<Vec<KeptSolution>, String>),
    /// A page has kept or removed a solution.
    Changed,
    /// Opens a kept solution.
    Open(KeptSolution),
    /// Keeps a solution that is in memory.
    Keep(KeptSolution),
    /// A solution of the game is written, or could not be.
    Written(Game, Result<KeptSolution, String>),
    /// Removes kept solutions.
    Remove(Vec<KeptSolution>),
}
