//! A player that was trained: an n-tuple network over afterstates of 4x4, and expectimax over its
//! values.
//!
//! The value of an afterstate is the sum of one weight for each of eight tuples of five cells, in
//! each of the eight symmetry images of the board: the tiles on the cells are the index of the
//! weight (M. Szubert and W. Jaśkowski, "Temporal difference learning of n-tuple networks for the
//! game 2048", 2014). Weights are sums of integers, so a network has the same values on every
//! platform.

mod agent;
mod analysis;
mod calibrated;
mod file;
mod network;
mod preference;
mod ratios;
mod search;
mod training;
mod tuples;

pub use self::agent::Learned;
pub use self::analysis::{NextTiles, PositionAnalysis};
pub use self::network::Network;
pub use self::training::{Trainer, TrainingOptions};
