//! The interface to the other processes of a solve.

use thiserror::Error;

/// The processes that solve a game together, as one of them sees them.
///
/// Every process makes the same calls in the same order. The first process, which has index 0,
/// writes all files.
pub trait Peers: Send {
    /// The index of this process among all processes.
    fn index(&self) -> usize;

    /// The number of processes.
    fn count(&self) -> usize;

    /// Sends messages, at most one to each other process, and returns those that the other
    /// processes send to this one in their calls, ascending by process.
    ///
    /// # Errors
    /// [`PeersError::Ended`] if another process has ended; no later call succeeds.
    fn exchange(&mut self, messages: Vec<PeerMessage>) -> Result<Vec<PeerMessage>, PeersError>;
}

/// A process without others.
#[derive(Clone, Copy, Debug, Default)]
pub struct SingleProcess;

impl Peers for SingleProcess {
    fn index(&self) -> usize {
        0
    }

    fn count(&self) -> usize {
        1
    }

    fn exchange(&mut self, _messages: Vec<PeerMessage>) -> Result<Vec<PeerMessage>, PeersError> {
        Ok(Vec::new())
    }
}

/// A message to or from another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerMessage {
    /// The process to which the message is sent, or from which it was received.
    pub peer: usize,
    /// Whether most bytes are zeros, so that compression pays.
    pub is_sparse: bool,
    /// The contents.
    pub bytes: Vec<u8>,
}

/// Why the processes of a solve cannot go on together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PeersError {
    /// A process has ended.
    #[error("another process of this solve has ended: resume it, from the last checkpoint on")]
    Ended,
    /// A message is not as expected.
    #[error("the processes of this solve differ: start all of them from the same build")]
    Message,
}
