//! What happens to the page.

use std::rc::Rc;

use mdp2048_display::Arrival;
use mdp2048_explorer::{DifficultyMap, ExploreEvent, GameNeed, HeldSolution, SolveProgress};
use mdp2048_model::Game;
use mdp2048_protocol::AnalysisAnswer;
use mdp2048_rules::Board;

use super::job::Solver;

/// A message to the page.
pub(crate) enum Msg {
    /// The reader or a worker changes the exploration.
    Event(ExploreEvent),
    /// The reader has come to another entry of the history.
    Arrived(Arrival),
    /// The reader has pasted a text, but into no field.
    Pasted(String),
    /// Solves the game.
    Solve,
    /// Loads the policy file of a game once more.
    LoadAgain(Game),
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
    /// The end of a solve.
    Solved(u32, Rc<Result<HeldSolution, String>>),
    /// The values of boards from the worker of this number.
    Answered(u32, Result<Vec<(Board, [f64; 4])>, String>),
    /// Computes where the game is hard.
    Map,
    /// Stops that computation.
    StopMap,
    /// The part of a map that is done.
    MapProgress(u32, f64),
    /// The end of the computation of a map.
    Mapped(u32, Result<DifficultyMap, String>),
    /// Something about the learned agent.
    Agent(AgentMsg),
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
