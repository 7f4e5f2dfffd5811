//! What happens to the page.

use std::rc::Rc;

use mdp2048_explorer::{ExploreEvent, HeldSolution, SolveProgress};
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
    /// The end of a solve.
    Solved(u32, Rc<Result<HeldSolution, String>>),
    /// The values of boards.
    Answered(Game, Result<Vec<(Board, [f64; 4])>, String>),
    /// Writes the URL.
    WriteUrl,
}
