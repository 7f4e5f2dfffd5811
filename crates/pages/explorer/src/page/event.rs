//! What a reader does, and what workers answer.

use mdp2048_display::Opened;
use mdp2048_model::{Game, Seed};
use mdp2048_rules::{Action, Board, Exponent};

use super::{AnalysisAnswer, NumberField, ShownPosition, SolverEvent};
use crate::line::LineMove;
use crate::play::{Hints, SpawnRule};
use crate::position::Remedy;
use crate::url::Mode;

/// An event of the page.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ExploreEvent {
    /// Chooses a game from the menus.
    ChooseGame(Game),
    /// Uses the number that was typed into a field.
    TypeNumber(NumberField, String),
    /// Edits the board or plays a game.
    SetMode(Mode),
    /// Chooses a cell.
    ChooseCell(usize),
    /// Chooses the next cell in a direction.
    WalkCells(Action),
    /// Places a tile on the chosen cell.
    Place(Exponent),
    /// Makes the tile of the chosen cell larger or smaller.
    Resize(bool),
    /// Types a digit into the chosen cell.
    TypeDigit(char),
    /// Removes all tiles.
    Clear,
    /// Shows a position of a random game.
    Random(Seed),
    /// Reads a board from the first of these texts that is one.
    ReadBoard(Vec<String>),
    /// Does what a remedy offers.
    Remedy(Remedy),
    /// Shows what can follow an action, or hides it again.
    ShowNext(Action),
    /// Plays a move with a random tile.
    Follow(LineMove),
    /// Shows the board after a number of moves.
    GoTo(usize),
    /// Shows the board before the last move.
    Undo,
    /// Shows the board after the next move of the line.
    Redo,
    /// Plays an action; the rule determines the random tile.
    Act(Action),
    /// Places the random tile of a move by hand.
    PlaceSpawn(usize, Exponent),
    /// Starts a game of another seed, which a random word chooses.
    RandomGame(u32),
    /// Makes the best move, whose random tile the reader enters next.
    MoveAlong,
    /// Sets where random tiles come from.
    SetSpawnRule(SpawnRule),
    /// Sets when values are shown.
    SetHints(Hints),
    /// Shows the board before the next move that is an inaccuracy or worse.
    NextMistake,
    /// Shows the board before the worst of these moves.
    WorstMove,
    /// Reads a recorded game from text.
    LoadGame(String),
    /// The file with a recorded game cannot be read, for this reason.
    LoadFailed(String),
    /// Asks for the best move on a board of the game, whose values are shown after the move.
    Puzzle(Board),
    /// Pastes a text, but into no field. It is read as a board, unless the reader plays.
    Paste(String),
    /// Saves the game as a text.
    SaveGame,
    /// Solves the game.
    Solve,
    /// Stops the solve.
    Cancel,
    /// Estimates once more what the game needs.
    EstimateAgain,
    /// Loads the policy file of the game once more.
    LoadAgain,
    /// Frees the solution of a game.
    Free(Game),
    /// Computes where the game is hard.
    Map,
    /// Stops that computation.
    StopMap,
    /// Chooses a layer of the map of difficulty by its position.
    ChooseLayer(usize),
    /// Stops the learned agent.
    StopAgent,
    /// Lets the agent go on, or loads it again.
    ResumeAgent,
    /// The reader has come to an entry of the history.
    Open(Box<Opened<ShownPosition>>),
    /// The page is shown, or another one of the site.
    Shown(bool),
    /// The worker of this number, which solves, answers.
    Solver(u32, SolverEvent),
    /// The worker of this number, in which the agent thinks, answers.
    Agent(u32, AnalysisAnswer),
}

impl From<Opened<ShownPosition>> for ExploreEvent {
    fn from(opened: Opened<ShownPosition>) -> Self {
        Self::Open(Box::new(opened))
    }
}
