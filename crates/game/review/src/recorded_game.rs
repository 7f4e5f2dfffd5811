//! Games as they were played.

use mdp2048_model::{Game, MoveResult, Status};
use mdp2048_rules::{Action, Board, Shape};
use thiserror::Error;

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedMove {
    /// The board before the action.
    pub board: Board,
    /// The action.
    pub action: Action,
    /// The result of the action, before the random tile.
    pub result: MoveResult,
    /// The board after the random tile, which may be missing after the move that wins.
    pub next: Board,
}

/// A game from any board on, as it was played; it need not be over.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedGame {
    game: Game,
    moves: Vec<RecordedMove>,
    last: Board,
}

/// The boards and actions are not a game. Moves are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A board has another shape than the game.
    #[error("board {number} is {found}, but the game is {game}")]
    Shape {
        /// The number of the board, from 1.
        number: usize,
        /// The shape of the board.
        found: Shape,
        /// The name of the game.
        game: String,
    },
    /// The game is over before a move.
    #[error("move {0} follows a board on which the game is over")]
    Over(usize),
    /// An action does not change the board.
    #[error("move {number}, {action}, does not change the board {board}")]
    NotAllowed {
        /// The number of the move.
        number: usize,
        /// The action.
        action: Action,
        /// The board.
        board: Board,
    },
    /// The next board is not the slid board with one more tile.
    #[error(
        "move {number}, {action} on {board}, cannot lead to {next}: it leads to {after} and one \
         more tile, a 2 or a 4"
    )]
    Spawn {
        /// The number of the move.
        number: usize,
        /// The action.
        action: Action,
        /// The board before the action.
        board: Board,
        /// The slid board.
        after: Board,
        /// The next board.
        next: Board,
    },
}

impl RecordedGame {
    /// A game of these boards and actions; `last` is the board after the last move, of a won game
    /// with or without a further random tile.
    ///
    /// # Errors
    /// [`RecordError`] at the first move that the rules do not allow.
    pub fn new(game: &Game, moves: &[(Board, Action)], last: Board) -> Result<Self, RecordError> {
        let boards: Vec<Board> = moves.iter().map(|&(board, _)| board).chain([last]).collect();
        for (index, board) in boards.iter().enumerate() {
            if board.shape() != game.shape() {
                return Err(RecordError::Shape {
                    number: index + 1,
                    found: board.shape(),
                    game: game.to_string(),
                });
            }
        }
        let moves = moves.iter().zip(&boards[1..]).enumerate();
        let moves = moves.map(|(index, (&(board, action), &next))| {
            let number = index + 1;
            if game.status(board) != Status::Playing {
                return Err(RecordError::Over(number));
            }
            let result = game.act(board, action);
            let result = result.ok_or(RecordError::NotAllowed { number, action, board })?;
            let after = result.after.board();
            if !leads_to(game, &result, next) {
                return Err(RecordError::Spawn { number, action, board, after, next });
            }
            Ok(RecordedMove { board, action, result, next })
        });
        Ok(Self { game: *game, moves: moves.collect::<Result<_, _>>()?, last })
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The moves in order.
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// The last board.
    pub const fn last(&self) -> Board {
        self.last
    }

    /// The first board.
    pub fn first(&self) -> Board {
        self.moves.first().map_or(self.last, |first| first.board)
    }

    /// Whether the game is won, lost or in play.
    pub fn status(&self) -> Status {
        self.game.status(self.last)
    }
}

/// Whether a board can follow a move. A game may be recorded without the tile that is drawn after
/// it is won.
pub fn leads_to(game: &Game, result: &MoveResult, next: Board) -> bool {
    let is_won_board = result.wins && next == result.after.board();
    is_won_board || game.spawns(result.after).any(|(spawned, _)| spawned == next)
}
