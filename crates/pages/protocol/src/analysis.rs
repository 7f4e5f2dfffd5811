//! The messages of a worker in which the learned agent thinks about positions of 4x4.

use mdp2048_rules::Board;
use serde::{Deserialize, Serialize};

/// A request to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AnalysisRequest {
    /// Download the network.
    Open,
    /// Think about a position, ever deeper, until nothing is left to find. Another position ends
    /// that.
    Consider(Board),
    /// End the thinking about a position.
    Rest,
    /// Search positions to grade their moves.
    Grade(Vec<Board>),
}

/// An answer of the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AnalysisAnswer {
    /// So many bytes of the network are downloaded, of so many (0 if that is not known).
    Downloaded(f64, f64),
    /// The network is there.
    Opened,
    /// What is found about a position so far.
    Found(Board, BoardEstimate),
    /// Nothing is left to find about a position.
    Settled(Board),
    /// The points that are expected from positions on, by the index of the action.
    Graded(Vec<(Board, [Option<f64>; 4])>),
    /// The request cannot be answered, for the given reason.
    Failed(String),
}

/// What an agent has found about a position, in the frame of its board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardEstimate {
    /// The plies of the search.
    pub plies: u32,
    /// The points that are expected from the position on, by the index of the action.
    pub points: [Option<f64>; 4],
    /// The games that were played on from the board after each action.
    pub games: [PlayedOn; 4],
}

/// Games that were played on from the board after an action.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedOn {
    /// The number of games.
    pub games: u32,
    /// How many of them made a tile twice as large as the largest of the position, and one four
    /// times as large.
    pub made: [u32; 2],
}
