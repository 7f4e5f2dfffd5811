//! The messages of a worker that solves a game and answers about it.

use mdp2048_model::{Game, LayerDifficulty, Seed, ValuedGame};
use mdp2048_rules::{Action, Board, TileSum};
use serde::{Deserialize, Serialize};

use crate::WorkerError;

/// A game, and how its values are stored.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredGame {
    /// The game.
    pub game: Game,
    /// Whether values are stored in single precision, or else in double.
    pub is_single: bool,
}

/// A request to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SolverRequest {
    /// Estimate what a game needs.
    Estimate(StoredGame),
    /// Solve a game, in the place of the one before, within so many bytes of memory.
    Solve(StoredGame, f64),
    /// Play the rest of a seeded game.
    Play {
        /// The seed.
        seed: Seed,
        /// The random tiles of the seed that are used before.
        tiles: u32,
        /// The board from which on the game is played.
        board: Board,
    },
    /// Find the values of boards.
    Values(Vec<Board>),
    /// Count the expected moves from a board on. A second count ends the first.
    CountMoves(Board),
    /// Compute where the game is hard. A second request ends the first, which then fails.
    Difficulty {
        /// A good action gives up less than this share of the value.
        good: f64,
        /// How many decisive boards are listed for each tile sum.
        decisive: u32,
    },
    /// End the computation of the difficulty, which then fails. It has no answer of its own.
    StopDifficulty,
    /// Compute the CRC-32 of all boards and values.
    Checksum,
    /// Decode a policy file, in the place of the solution before. It answers for values alone.
    Decode(Vec<u8>),
}

/// An answer of the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SolverAnswer {
    /// What a game needs.
    Estimated {
        /// The least and the most bytes of memory.
        bytes: [f64; 2],
        /// The least and the most states.
        states: [f64; 2],
    },
    /// The game is too large to be solved, for the given reason.
    TooLarge(String),
    /// How far the solve is; other answers to the request follow.
    Solving(SolvedLayer),
    /// The part of the work that is done; other answers to the request follow.
    Part(f64),
    /// A policy file is decoded but for the values of actions that are not the best: from now on
    /// the worker answers without them. Other answers to the request follow.
    Valued(SolvedGame),
    /// The game is solved, or its policy file is decoded.
    Solved(SolvedGame),
    /// The moves of the game; there are none if the board is not reachable.
    Played(Vec<OptimalMove>),
    /// The values of the boards.
    Values(Vec<BoardValues>),
    /// The expected moves; `None` if no game reaches the board, or if another count has begun.
    Counted(Option<CountedMoves>),
    /// The difficulty by tile sum.
    Mapped(Vec<LayerDifficulty>),
    /// The checksum.
    Checksum(u32),
    /// The request cannot be answered, for the given reason.
    Failed(String),
}

impl SolverAnswer {
    /// Whether no other answer to the request follows.
    #[must_use]
    pub const fn is_last(&self) -> bool {
        !matches!(self, Self::Solving(_) | Self::Part(_) | Self::Valued(_))
    }
}

/// Why an answer is another one than was asked for.
#[must_use]
pub fn reason(answer: Result<SolverAnswer, WorkerError>) -> String {
    match answer {
        Ok(SolverAnswer::Failed(reason) | SolverAnswer::TooLarge(reason)) => reason,
        Ok(_) => WorkerError::Unread.to_string(),
        Err(error) => error.to_string(),
    }
}

/// A layer that a solve has finished.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedLayer {
    /// The number of the pass, from 0 on; from 2 on the game is solved for the second time.
    pub pass: u32,
    /// The tile sum.
    pub sum: TileSum,
    /// The states that are done in this pass.
    pub states: f64,
    /// The states of the whole pass; 0 if they are not known.
    pub states_in_all: f64,
}

/// The solution or the policy file that the worker has.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedGame {
    /// The game, and what expected returns are.
    pub valued_game: ValuedGame,
    /// The mean expected return of the start boards.
    pub start_return: f64,
    /// The number of states.
    pub states: f64,
    /// The memory of the worker in bytes.
    pub bytes: f64,
    /// The largest relative error of a value, beyond the rounding of double precision; of a policy
    /// file, the largest error of a value.
    pub value_error: f64,
    /// Whether the values of all actions are known, and not those of the best ones only.
    pub all_actions: bool,
}

/// The expected returns of a board and of its actions; `None` for a board that is won, lost or not
/// reachable, and for an action that is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardValues {
    /// That of the board.
    pub value: Option<f64>,
    /// Those of the actions, by [`Action::index`].
    pub actions: [Option<f64>; 4],
}

/// A move of the optimal policy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OptimalMove {
    /// The tile sum of the board.
    pub sum: TileSum,
    /// The action.
    pub action: Action,
    /// The values of the board.
    pub values: BoardValues,
}

/// How many moves games take from a board on under the optimal policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CountedMoves {
    /// The expected number of moves until the game is won or lost.
    pub moves: f64,
    /// The probability of a win.
    pub win: f64,
    /// The expected number of moves in a bag of the same tiles, if the game has a target.
    pub in_a_bag: Option<f64>,
    /// All this as a sentence.
    pub text: String,
}
