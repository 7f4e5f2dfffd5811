//! The messages between the page and its workers.
//!
//! What a worker does for the page is a [`Service`]: an enum of requests and one of answers, which
//! both sides read and write with [`to_bytes`] and [`from_bytes`]. The page numbers its requests,
//! and an answer repeats the number of its request. [`Calls`] has what waits for answers.
//!
//! ```
//! use mdp2048_protocol::{AgentRequest, from_bytes, to_bytes};
//!
//! let bytes = to_bytes(7, &AgentRequest::Begin { seed: 42.into() });
//! let (number, request): (u32, AgentRequest) = from_bytes(&bytes).unwrap();
//! assert_eq!((number, request), (7, AgentRequest::Begin { seed: 42.into() }));
//! ```

mod agent;
mod calls;
mod service;
mod solver;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use agent::{AgentAnswer, AgentPosition, AgentRequest, Decision, FollowedGames, PlayedGame};
pub use calls::{Calls, WorkerError};
pub use service::{AgentService, Service, SolverService};
pub use solver::{
    BoardValues, CountedMoves, OptimalMove, SolvedGame, SolvedLayer, SolverAnswer, SolverRequest,
    StoredGame, reason,
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

    use mdp2048_model::{Game, ValuedGame};
    use mdp2048_rules::{Action, Board, Shape};

    use super::*;

    /// Checks that a message is read as it was written, and that bytes which end early are none.
    fn survives<T>(message: &T)
    where
        T: Serialize + DeserializeOwned + Clone + PartialEq + Debug,
    {
        let bytes = to_bytes(300, message);
        assert_eq!(from_bytes(&bytes), Some((300, message.clone())));
        for length in 0..bytes.len() {
            assert_eq!(from_bytes::<T>(&bytes[..length]), None, "{length} of {message:?}");
        }
    }

    #[test]
    fn messages_survive_the_way_to_the_worker_and_back() {
        let board = Board::from_hex(Shape::FOUR_BY_FOUR, "f123456789abcde0").unwrap();
        let game = Game::reach(Shape::THREE_BY_THREE, 512).unwrap();
        survives(&SolverRequest::Solve(StoredGame { game, is_single: false }, 4e9));
        survives(&SolverRequest::Play { seed: u32::MAX.into(), tiles: 300, board });
        survives(&AgentRequest::Open { game, agent: "learned:plies=2".to_owned() });
        let estimates = [Some(0.25), None, Some(-1e300), Some(0.0)];
        let action = Some(Action::Down);
        let position = AgentPosition { board, points: u64::MAX, estimates, action };
        survives(&AgentAnswer::Played(vec![position, AgentPosition { action: None, ..position }]));
        let file = SolvedGame {
            valued_game: ValuedGame::losing(game).unwrap(),
            start_return: -1e-17,
            states: 12_789_511.0,
            bytes: 2e9,
            value_error: 6e-8,
            all_actions: true,
        };
        let [solved, valued] = [SolverAnswer::Solved(file), SolverAnswer::Valued(file)];
        survives(&solved);
        survives(&valued);
        assert!(solved.is_last() && !valued.is_last() && !SolverAnswer::Part(0.5).is_last());
    }

    #[test]
    fn what_is_no_board_is_no_message() {
        let request = |rows: u8, key: u64| to_bytes(0, &(4_u8, (rows, 2_u8, key)));
        let of = |bytes: Vec<u8>| from_bytes::<SolverRequest>(&bytes);
        let board = Board::from_hex(Shape::TWO_BY_TWO, "1234").unwrap();
        assert_eq!(of(request(2, 0x1234)), Some((0, SolverRequest::CountMoves(board))));
        assert_eq!((of(request(2, 0x1_2345)), of(request(5, 0))), (None, None));
    }
}
