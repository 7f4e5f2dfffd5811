//! What the page asks of the learned agent, and what it answers. Both are sent as they are.

use mdp2048_rules::Board;
use serde::{Deserialize, Serialize};

use crate::estimates::PositionEstimate;

/// A request to the worker of the learned agent.
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

/// An answer of the worker of the learned agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AnalysisAnswer {
    /// So many bytes of the network are downloaded, of so many (0 if that is not known).
    Downloaded(f64, f64),
    /// The network is there.
    Opened,
    /// What is found about a position so far.
    Found(Board, PositionEstimate),
    /// Nothing is left to find about a position.
    Settled(Board),
    /// The points that are expected from positions on, by the index of the action.
    Graded(Vec<(Board, [Option<f64>; 4])>),
    /// It cannot answer, or has ended, for this reason.
    Failed(String),
}
