//! The messages between the page and its workers of agents and of solutions.
//!
//! Each of these workers has an enum of requests and one of answers, which both sides read and
//! write with [`to_bytes`] and [`from_bytes`]. The page numbers its requests as it needs, and an
//! answer repeats that number: the page ignores answers that it no longer needs.
//!
//! ```
//! use mdp2048_protocol::{AgentRequest, from_bytes, to_bytes};
//!
//! let bytes = to_bytes(7, &AgentRequest::Begin { seed: 42.into() });
//! let (number, request): (u32, AgentRequest) = from_bytes(&bytes).unwrap();
//! assert_eq!((number, request), (7, AgentRequest::Begin { seed: 42.into() }));
//! ```

mod agent;
mod analysis;
mod solver;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use agent::{AgentAnswer, AgentPosition, AgentRequest, Decision, FollowedGames, PlayedGame};
pub use analysis::{AnalysisAnswer, AnalysisRequest, BoardEstimate, PlayedOn};
pub use solver::{
    BoardValues, CountedMoves, OptimalMove, SolvedGame, SolvedLayer, SolverAnswer, SolverRequest,
    StoredGame,
};

/// The bytes of a request, or of an answer to the request of this number.
pub fn to_bytes<T: Serialize>(number: u32, message: &T) -> Vec<u8> {
    // Only types that do not state their length fail, and no message contains one.
    postcard::to_allocvec(&(number, message)).unwrap_or_default()
}

/// The number and the message of bytes; `None` if they are no such message.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Option<(u32, T)> {
    postcard::from_bytes(bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;

    /// Checks that a message is read as it was written, and that bytes which end early are none.
    pub(super) fn survives<T>(message: &T)
    where
        T: Serialize + DeserializeOwned + Clone + PartialEq + Debug,
    {
        let bytes = to_bytes(300, message);
        assert_eq!(from_bytes(&bytes), Some((300, message.clone())));
        for length in 0..bytes.len() {
            assert_eq!(from_bytes::<T>(&bytes[..length]), None, "{length} of {message:?}");
        }
    }
}
