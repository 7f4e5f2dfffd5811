//! Connects the processes that solve a game together, over TCP.
//!
//! [`Cluster`] implements the interface [`Peers`](mdp2048_solve::Peers) of the solver as a dataflow
//! of timely dataflow: each exchange is a timestamp. Each message carries the index of the process
//! to which it goes, and timely dataflow delivers it there. An exchange ends when no process can
//! send a message of its timestamp any more.
//!
//! This module starts no processes, reads no files and prints nothing. It knows no games: messages
//! are bytes.

mod cluster;
mod connect;
mod dataflow;
mod message;
mod stream;

pub use cluster::Cluster;
pub use connect::ConnectError;
