//! What happens to the page.

use std::rc::Rc;

use mdp2048_explorer::{
    DifficultyMap, ExploreEvent, HeldSolution, KeptSolution, PackedAdvice, PackedEntry,
    SolveProgress,
};
use mdp2048_model::Game;
use mdp2048_rules::Board;

use crate::job::Need;

/// A message to the page.
pub(crate) enum Msg {
    /// The reader or a worker changes the exploration.
    Event(ExploreEvent),
    /// The address has changed.
    Address,
    /// Solves the game.
    Solve,
    /// Stops the solve.
    Cancel,
    /// Frees the solution of a game.
    Free(Game),
    /// The estimate for a game.
    Estimated(Game, Need),
    /// The progress of a solve.
    Progress(u32, SolveProgress),
    /// The part of a kept solution that is read.
    Read(u32, f64),
    /// The end of a solve.
    Solved(u32, Rc<Result<HeldSolution, String>>),
    /// The values of boards.
    Answered(Game, Result<Vec<(Board, [f64; 4])>, String>),
    /// The packed policy of the game that is being solved.
    PolicyOpened(u32, PackedAdvice),
    /// What the packed policy says of a board.
    Advised(Game, Board, Option<PackedEntry>),
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
    /// Writes the URL.
    WriteUrl,
}

/// What happens to the kept solutions.
pub(crate) enum KeptMsg {
    /// The kept solutions, or why there are none.
    Listed(Result<Vec<KeptSolution>, String>),
    /// Opens a kept solution.
    Open(KeptSolution),
    /// Keeps a solution that is in memory.
    Keep(KeptSolution),
    /// A solution of the game is written, or could not be.
    Written(Game, Result<KeptSolution, String>),
    /// Removes kept solutions.
    Remove(Vec<KeptSolution>),
}
