//! The errors of text policies, each with what to do about it.

use mdp2048_model::Game;
use mdp2048_rules::{Action, Board, CanonicalState};
use thiserror::Error;

/// A text is not a policy of a game, or a policy cannot be written as text.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// The objective is not to win, so values are not percentages; or the game has locked cells or
    /// given start boards, which the published player does not have.
    #[error(
        "the text format holds policies of the win objective only, from two random tiles without \
         locked cells, not of {game}"
    )]
    Game {
        /// The game.
        game: Box<Game>,
    },
    /// Some actions of the packed policy are not decoded yet.
    #[error("the policy is not decoded to its end: decode it first")]
    Unfinished,
    /// A state has no value from 0 to 1.
    #[error("{state} has no probability to hold: hold no values")]
    Value {
        /// The state.
        state: CanonicalState,
    },
    /// The first line is not that of a text policy.
    #[error(
        "this is not a text policy: its first line is neither 'a' nor 'av' and a percentage; \
         check that the address or path names one"
    )]
    NotAText,
    /// The text has no states.
    #[error("the text policy has no states: it is cut short; load or copy the file again")]
    Empty,
    /// The states are not those of the game.
    #[error(
        "the text policy is not one of {game}: games leave its states with probability \
         {leave_probability:.2}; {}",
        fitting_games(fitting)
    )]
    OtherGame {
        /// The game that the text was read as.
        game: Box<Game>,
        /// The probability that a game reaches a state without an entry.
        leave_probability: f64,
        /// The games whose states they are, with the same discount and random tiles.
        fitting: Vec<Game>,
    },
    /// A line has a fault.
    #[error("line {line} of the text policy: {fault}")]
    Line {
        /// The line, 1 for the first.
        line: usize,
        /// The fault.
        fault: TextFault,
    },
    /// An entry has a fault.
    #[error("line {line}, state {entry} of the text policy: {fault}")]
    Entry {
        /// The line, 1 for the first.
        line: usize,
        /// The state on that line, 1 for the first.
        entry: usize,
        /// The fault.
        fault: TextFault,
    },
}

/// The advice to choose one of these games.
fn fitting_games(games: &[Game]) -> String {
    const MOST_NAMED: usize = 4;
    let names: Vec<String> = games.iter().take(MOST_NAMED).map(Game::to_string).collect();
    match names.is_empty() {
        true => "it fits no board and target: it is cut short, or of another probability of a 4; \
                 load or copy the file again"
            .to_owned(),
        false => format!("it fits {}: give that board and target", names.join(" or ")),
    }
}

/// A fault of a line or of an entry of a text.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TextFault {
    /// A line does not begin with an action.
    #[error("'{0}' is not an action: lines begin with 0, 1, 2 or 3 for left, right, up or down")]
    NotAnAction(String),
    /// Two lines have the same action.
    #[error("{0} has a line already; load or copy the file again")]
    SecondLine(Action),
    /// A difference of states is not a number.
    #[error(
        "'{0}' is not a difference of states: they are written in base 36, with 0 to 9 and a to z"
    )]
    NotADifference(String),
    /// A state has more digits than the board has cells.
    #[error("its number is too large for {0}: give the board and the target that the file is for")]
    OutOfRange(Box<Game>),
    /// A board is not canonical.
    #[error(
        "{board} is not canonical in {game}: give the board and the target that the file is for"
    )]
    NotCanonical {
        /// The board.
        board: Board,
        /// The game that the text was read as.
        game: Box<Game>,
    },
    /// The action of the line is not allowed on the board.
    #[error(
        "{action} is not allowed on {board} in {game}: give the board and the target that the \
         file is for"
    )]
    NotAllowed {
        /// The board.
        board: Board,
        /// The action of the line.
        action: Action,
        /// The game that the text was read as.
        game: Box<Game>,
    },
    /// A state occurs twice.
    #[error("{0} occurs twice; load or copy the file again")]
    Repeated(Board),
    /// A value is not a percentage.
    #[error("'{0}' is not a percentage: values are whole numbers from 0 to 100")]
    NotAPercentage(String),
    /// The last state of a line has no value.
    #[error("it has no value: the line is cut short; load or copy the file again")]
    NoValue,
}
