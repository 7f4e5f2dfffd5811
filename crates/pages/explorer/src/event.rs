//! What a reader does, and what a solver answers.

use mdp2048_model::{Game, Seed};
use mdp2048_rules::{Action, Board, Exponent};

use crate::difficulty::DifficultyMap;
use crate::estimates::PositionEstimate;
use crate::exploration::Exploration;
use crate::held_solution::HeldSolution;
use crate::line::LineMove;
use crate::play::{Hints, SpawnRule};
use crate::position::Remedy;
use crate::url::Mode;

/// An event of an exploration.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ExploreEvent {
    /// Chooses a game from the menus.
    ChooseGame(Game),
    /// Sets the discount to a typed number.
    TypeDiscount(String),
    /// Sets the probability of a 4 to a typed number.
    TypeSpawnFour(String),
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
    Open(Action),
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
    /// Starts a game of a seed.
    NewGame(Seed),
    /// Sets where random tiles come from.
    SetSpawnRule(SpawnRule),
    /// Sets when values are shown.
    SetHints(Hints),
    /// Shows the board before the next move that is an inaccuracy or worse.
    NextMistake,
    /// Shows the board before the worst of these moves.
    WorstMove,
    /// Reads a recorded game or a board from text.
    LoadGame(String),
    /// The file with a recorded game cannot be read, for this reason.
    LoadFailed(String),
    /// A game is solved.
    Solved(HeldSolution),
    /// The solution of a game is no longer in memory.
    Forget(Game),
    /// Action values of boards from the worker of this number, each board in its own frame.
    Values(u32, Vec<(Board, [f64; 4])>),
    /// The worker of this number does not answer, for this reason.
    Lost(u32, String),
    /// What the learned agent has found about boards of the real game.
    Estimates(Vec<(Board, PositionEstimate)>),
    /// A worker has computed where a solved game is hard.
    Mapped(DifficultyMap),
    /// Chooses a layer of the map of difficulty by its position.
    ChooseLayer(usize),
    /// Asks for the best move on a board of the game, whose values are shown after the move.
    Puzzle(Board),
    /// Opens the fragment of a URL.
    OpenUrl(String),
    /// Shows what the page showed before, because the reader has come back to it.
    Return(Box<Exploration>),
}
