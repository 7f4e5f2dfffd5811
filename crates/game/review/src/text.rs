//! Games as text.

use mdp2048_model::{Game, Seed};
use mdp2048_rules::{Action, ActionError, Board, HexError};
use serde::Deserialize;
use thiserror::Error;

use crate::{RecordError, RecordedGame};

/// The text is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordTextError {
    /// The text holds no board.
    #[error(
        "the text holds no game: write a line for each move, such as '1  0 2/2 0  left', and the \
         last board"
    )]
    Empty,
    /// The heading names another game.
    #[error("the text is a game of {found}, not of {expected}")]
    Game {
        /// The heading's game.
        found: String,
        /// The game that was expected.
        expected: String,
    },
    /// A line is neither a move nor a board. Lines are counted from 1.
    #[error(
        "line {line} is neither a move, such as '1  0 2/2 0  left', nor the last board: '{text}'"
    )]
    Line {
        /// The number of the line.
        line: usize,
        /// The line.
        text: String,
    },
    /// Lines follow the last board. Lines are counted from 1.
    #[error("line {0} follows a board without an action, which must be the last")]
    AfterLast(usize),
    /// The last board is missing.
    #[error("the last line has an action: add the board that followed it")]
    NoLast,
    /// The text is no JSON, or has other fields. Lines and columns are counted from 1.
    #[error(
        "the JSON is not a game at line {line}, column {column}: give one as mdp2048 play --json \
         prints it, with a list of steps, each with its board and action, and the final board"
    )]
    Json {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// A board of the JSON is not one of the game.
    #[error(transparent)]
    Board(#[from] HexError),
    /// An action of the JSON is none.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// The boards and actions are not a game.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A game as `mdp2048 play --json` prints it; other fields are ignored.
#[derive(Deserialize)]
struct JsonGame {
    game: Option<String>,
    seed: Option<u32>,
    steps: Vec<JsonMove>,
    #[serde(rename = "final")]
    last: String,
}

#[derive(Deserialize)]
struct JsonMove {
    board: String,
    action: String,
}

/// What a line of a game is.
enum Line {
    Move(Board, Action),
    Last(Board),
}

impl RecordedGame {
    /// Reads a game: a line for each move with the board and the action, and the last board.
    ///
    /// It reads what `mdp2048 play` prints: a heading with the name of the game, moves with a
    /// number before the board and a value after the action, and a sentence about the outcome. All
    /// of these may be missing. A text that begins with a brace is read as JSON, as `mdp2048 play
    /// --json` prints it.
    ///
    /// # Errors
    /// [`RecordTextError`] with the first line that cannot be used, or with the first move that the
    /// rules do not allow.
    pub fn parse(game: &Game, text: &str) -> Result<Self, RecordTextError> {
        Self::parse_with_seed(game, text).map(|(record, _)| record)
    }

    /// Reads a game as [`RecordedGame::parse`] does, and the seed that its text names.
    ///
    /// # Errors
    /// As for [`RecordedGame::parse`].
    pub fn parse_with_seed(
        game: &Game,
        text: &str,
    ) -> Result<(Self, Option<Seed>), RecordTextError> {
        if text.trim_start().starts_with('{') {
            Self::of_json(game, text)
        } else {
            Self::of_lines(game, text)
        }
    }

    fn of_json(game: &Game, text: &str) -> Result<(Self, Option<Seed>), RecordTextError> {
        let json: JsonGame = serde_json::from_str(text).map_err(|error| RecordTextError::Json {
            line: error.line(),
            column: error.column(),
        })?;
        if let Some(found) = json.game {
            check_game(game, &found)?;
        }
        let board = |hex: &str| Board::from_hex(game.shape(), hex);
        let moves = json.steps.iter().map(|step| Ok((board(&step.board)?, step.action.parse()?)));
        let moves = moves.collect::<Result<Vec<_>, RecordTextError>>()?;
        let record = Self::new(game, &moves, board(&json.last)?)?;
        Ok((record, json.seed.map(Seed::from)))
    }

    fn of_lines(game: &Game, text: &str) -> Result<(Self, Option<Seed>), RecordTextError> {
        let (mut moves, mut last, mut seed) = (Vec::new(), None, None);
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            match read_line(line) {
                _ if line.is_empty() => {}
                Some(_) if last.is_some() => return Err(RecordTextError::AfterLast(number)),
                Some(Line::Move(board, action)) => moves.push((board, action)),
                Some(Line::Last(board)) => last = Some(board),
                None if moves.is_empty() && last.is_none() && line.contains(", seed ") => {
                    seed = read_heading(game, line)?;
                }
                // A sentence about the outcome.
                None if last.is_some() => {}
                None => return Err(RecordTextError::Line { line: number, text: line.to_owned() }),
            }
        }
        match last {
            Some(last) => Ok((Self::new(game, &moves, last)?, seed)),
            None if moves.is_empty() => Err(RecordTextError::Empty),
            None => Err(RecordTextError::NoLast),
        }
    }
}

/// Reads a move or a board, or returns `None` if the line is neither.
fn read_line(line: &str) -> Option<Line> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let action = words.iter().enumerate().find_map(|(at, word)| Some((at, word.parse().ok()?)));
    match action {
        Some((at, action)) => Some(Line::Move(read_board(&words[..at])?, action)),
        None => Some(Line::Last(read_board(&words)?)),
    }
}

/// Reads the words of a board, with or without the number of a move before them.
fn read_board(words: &[&str]) -> Option<Board> {
    let without_number = words.get(1..).unwrap_or_default();
    [words, without_number].into_iter().find_map(|words| words.join(" ").parse().ok())
}

/// Checks the game that a heading such as `2x2 to 8, seed 42` names, and returns the seed.
fn read_heading(game: &Game, line: &str) -> Result<Option<Seed>, RecordTextError> {
    let (found, seed) = line.rsplit_once(", seed ").unwrap_or((line, ""));
    check_game(game, found)?;
    Ok(seed.parse().ok())
}

fn check_game(game: &Game, found: &str) -> Result<(), RecordTextError> {
    let expected = game.to_string();
    if found == expected {
        return Ok(());
    }
    Err(RecordTextError::Game { found: found.to_owned(), expected })
}
