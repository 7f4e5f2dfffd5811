//! A game in which the policy moves and the user enters each random tile.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _, Write as _};
use std::path::Path;

use mdp2048_model::{Game, SeededSpawns, Status};
use mdp2048_rules::{Board, Exponent};

use super::PlayArgs;
use super::turn::{Ending, Turn};
use crate::error::{Error, PositionError, print_message};
use crate::input::answers::{AnswersInput, check_position};
use crate::output::print::Printer;
use crate::same_file::{input_name, is_dash};

/// A line of more bytes is no random tile.
const LONGEST_LINE: u64 = 1000;

/// What a line asks for.
#[derive(Debug, PartialEq)]
enum Line {
    /// A random tile on a cell of a row and a column, from 1.
    Tile {
        row: usize,
        col: usize,
        face: u32,
    },
    Undo,
    Quit,
}

/// What follows a move.
enum Reply {
    Move(Box<Turn>),
    Lost(Board),
    Undo,
    Quit,
}

/// Plays a game and prints each move.
pub(super) fn run(args: &PlayArgs, printer: Printer) -> Result<(), Error> {
    if is_dash(&args.file) {
        return Err(Error::Arguments(
            "an interactive game reads random tiles from standard input: give the name of a file"
                .to_owned(),
        ));
    }
    let input = AnswersInput::open(&args.file, &args.text_game, None)?;
    let game = *input.answers.valued_game().game();
    let first = args.position.unwrap_or_else(|| SeededSpawns::new(args.seed).start(&game));
    check_position(&game, first)?;
    let mut before = Vec::new();
    let mut turn = Turn::play(&input, 1, first, args.score.unwrap_or(0).into())?;
    loop {
        printer.print(&turn)?;
        let (outcome, last) = if turn.wins {
            ("won", turn.after.board())
        } else {
            match ask(&input, &game, &turn)? {
                Reply::Move(next) => {
                    before.push(std::mem::replace(&mut turn, *next));
                    continue;
                }
                Reply::Undo => {
                    match before.pop() {
                        Some(last) => turn = last,
                        None => print_message("there is no random tile to take back"),
                    }
                    continue;
                }
                Reply::Lost(board) => ("lost", board),
                Reply::Quit => ("stopped", turn.after.board()),
            }
        };
        return printer.print(&Ending::new(outcome, &turn, last));
    }
}

/// Reads lines up to one that can be used. Others are answered on standard error.
fn ask(input: &AnswersInput, game: &Game, turn: &Turn) -> Result<Reply, Error> {
    loop {
        prompt();
        let Some(text) = read_line()? else { return Ok(Reply::Quit) };
        let next = match parse(&text) {
            Ok(Line::Undo) => return Ok(Reply::Undo),
            Ok(Line::Quit) => return Ok(Reply::Quit),
            Ok(Line::Tile { row, col, face }) => with_tile(game, turn, row, col, face),
            Err(reason) => Err(reason),
        };
        let next = match next {
            Ok(next) if game.status(next) == Status::Lost => return Ok(Reply::Lost(next)),
            Ok(next) => next,
            Err(reason) => {
                print_message(&reason);
                continue;
            }
        };
        match Turn::play(input, turn.number + 1, next, turn.new_score()) {
            Ok(next) => return Ok(Reply::Move(Box::new(next))),
            Err(Error::Position(
                error @ (PositionError::OffPolicy { .. } | PositionError::NoEntry { .. }),
            )) => print_message(&format!(
                "{error}; to go on with that, add --position \"{next}\" --score {}",
                turn.new_score()
            )),
            Err(error) => return Err(error),
        }
    }
}

/// Asks for a random tile, on standard error.
fn prompt() {
    let end = if io::stdin().is_terminal() { " " } else { "\n" };
    let mut out = io::stderr().lock();
    // If standard error is closed, the user knows when to answer without it.
    let _ =
        write!(out, "random tile (row,column tile; undo; quit):{end}").and_then(|()| out.flush());
}

/// The next line of standard input; `None` at its end.
fn read_line() -> Result<Option<String>, Error> {
    let mut line = Vec::new();
    let mut input = io::stdin().lock();
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).and_then(|read| {
        // The rest of a line that is too long is no line of its own.
        let is_cut = read as u64 == LONGEST_LINE && line.last() != Some(&b'\n');
        if is_cut { input.skip_until(b'\n').map(|_| read) } else { Ok(read) }
    });
    let path = || input_name(Path::new("-")).to_owned();
    match read.map_err(|source| Error::Read { path: path(), source })? {
        0 => Ok(None),
        _ => Ok(Some(String::from_utf8_lossy(&line).into_owned())),
    }
}

/// Reads a line, or says what to write.
fn parse(text: &str) -> Result<Line, String> {
    let words = text.split(|it: char| it.is_whitespace() || it == ',');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
    match (numbers.as_deref(), words.first().map(String::as_str)) {
        (_, Some("u" | "undo")) if words.len() == 1 => Ok(Line::Undo),
        (_, Some("q" | "quit")) if words.len() == 1 => Ok(Line::Quit),
        (Some(&[row, col]), _) => Ok(Line::Tile { row: row as usize, col: col as usize, face: 2 }),
        (Some(&[row, col, face]), _) => {
            Ok(Line::Tile { row: row as usize, col: col as usize, face })
        }
        _ => {
            Err("write the row, the column and the tile, such as 1,3 2; or undo, or quit"
                .to_owned())
        }
    }
}

/// The board with a random tile, or why the game has no such tile there.
fn with_tile(game: &Game, turn: &Turn, row: usize, col: usize, face: u32) -> Result<Board, String> {
    let (after, shape) = (turn.after.board(), game.shape());
    if !(1..=shape.rows()).contains(&row) || !(1..=shape.cols()).contains(&col) {
        return Err(format!(
            "there is no cell {row},{col}: write a row from 1 to {} and a column from 1 to {}",
            shape.rows(),
            shape.cols()
        ));
    }
    let cell = (row - 1) * shape.cols() + col - 1;
    let held = after.tile(cell);
    if shape.is_locked(cell) {
        return Err(format!("the cell {row},{col} is locked: choose an empty one"));
    }
    if !held.is_empty() {
        return Err(format!("the cell {row},{col} holds a {held}: choose an empty one"));
    }
    let tile = Exponent::from_face(face).ok();
    let next = tile.and_then(|tile| turn.after.place(cell, tile));
    let next = next.filter(|&next| game.spawns(turn.after).any(|(board, _)| board == next));
    next.ok_or_else(|| {
        let tiles = match game.spawn_four().get() {
            0.0 => "a 2",
            1.0 => "a 4",
            _ => "a 2 or a 4",
        };
        format!("a random tile of this game is {tiles}, not {face}: write such a tile")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_cell_and_a_tile_or_a_word() {
        let tile = |row, col, face| Ok(Line::Tile { row, col, face });
        assert_eq!(parse("1,3 4\n"), tile(1, 3, 4));
        assert_eq!(parse(" 2 1  2 \r\n"), tile(2, 1, 2));
        assert_eq!(parse("3, 3"), tile(3, 3, 2));
        assert_eq!([parse("u"), parse("UNDO\n")], [Ok(Line::Undo), Ok(Line::Undo)]);
        assert_eq!([parse("q"), parse(" quit ")], [Ok(Line::Quit), Ok(Line::Quit)]);
        for text in ["", "\n", "1", "1,2,2,2", "undo 1", "a,1 2", "1,-1 2", "99999999999,1 2"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
