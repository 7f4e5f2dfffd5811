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

#[cfg(test)]
mod tests {
    use mdp2048_rules::Shape;

    use super::*;
    use crate::tests::survives;
    use crate::{from_bytes, to_bytes};

    #[test]
    fn messages_survive_the_way_to_the_worker_and_back() {
        let board = Board::from_hex(Shape::FOUR_BY_FOUR, "f123456789abcde0").unwrap();
        let (open, rest) = (AnalysisRequest::Open, AnalysisRequest::Rest);
        let consider = AnalysisRequest::Consider(board);
        for request in [open, consider, rest, AnalysisRequest::Grade(vec![board; 2])] {
            survives(&request);
        }
        let points = [Some(0.25), None, Some(-1e300), Some(0.0)];
        let games = [PlayedOn { games: 2_000, made: [700, 1] }; 4];
        for answer in [
            AnalysisAnswer::Downloaded(1e9, 0.0),
            AnalysisAnswer::Opened,
            AnalysisAnswer::Found(board, BoardEstimate { plies: 3, points, games }),
            AnalysisAnswer::Settled(board),
            AnalysisAnswer::Graded(vec![(board, points)]),
            AnalysisAnswer::Failed("it ended".to_owned()),
        ] {
            survives(&answer);
        }
    }

    #[test]
    fn what_is_no_board_is_no_message() {
        let request = |rows: u8, key: u64| to_bytes(0, &(1_u8, (rows, 2_u8, key)));
        let of = |bytes: Vec<u8>| from_bytes::<AnalysisRequest>(&bytes);
        let board = Board::from_hex(Shape::TWO_BY_TWO, "1234").unwrap();
        assert_eq!(of(request(2, 0x1234)), Some((0, AnalysisRequest::Consider(board))));
        assert_eq!((of(request(2, 0x1_2345)), of(request(5, 0))), (None, None));
    }
}
