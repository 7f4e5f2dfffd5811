//! What the workers answer that solve.

use mdp2048_model::{Game, LayerDifficulty};
use mdp2048_rules::Board;

use super::{GameNeed, SolveNeed, SolveProgress, SolvedGame};

/// An answer of a worker that solves.
#[derive(Clone, Debug, PartialEq)]
pub enum SolverEvent {
    /// What a game needs, else what is known without that.
    Estimated {
        /// The game.
        game: Game,
        /// Whether the estimate is of values in single precision.
        is_single: bool,
        /// What it needs.
        need: Result<SolveNeed, GameNeed>,
        /// What the device allows now.
        device: Device,
    },
    /// How far a solve or a load is.
    Solving(SolveProgress),
    /// A policy file is loaded but for the values of moves that are not the best.
    Valued(SolvedGame),
    /// A game is solved, or its policy file is loaded.
    Solved(Result<SolvedGame, String>),
    /// Action values of boards, each in its own frame.
    Values(Result<Vec<(Board, [f64; 4])>, String>),
    /// The part of the map of this number that is done.
    Mapping(u32, f64),
    /// The map of this number.
    Mapped(u32, Result<Vec<LayerDifficulty>, String>),
}

/// What the device of the reader allows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Device {
    /// The bytes that a solution may use.
    pub memory_limit: f64,
    /// Whether games may be solved before the reader presses a button.
    pub works_unasked: bool,
}
