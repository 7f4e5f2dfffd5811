//! The saved games of the original 2048, which a browser keeps as JSON.

use mdp2048_rules::{Board, Exponent, Shape};
use serde::Deserialize;
use thiserror::Error;

/// The longest JSON that is read, in bytes. The original game saves less than a thousand.
const LONGEST: usize = 100_000;

/// The JSON is not a saved game of the original 2048 that can be shown.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SavedGameError {
    /// The text is longer than any saved game.
    #[error("the JSON is longer than a saved game of 2048: copy the value of gameState only")]
    TooLong,
    /// The text is no JSON, or has other fields. Lines and columns are counted from 1.
    #[error(
        "the JSON is not a saved game of 2048 at line {line}, column {column}: copy the whole \
         value of gameState, with a grid whose cells are lists of null or of tiles such as \
         {{\"value\": 2}}"
    )]
    Json {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// The columns differ in length, or are not as many as the size of the grid says.
    #[error(
        "the saved game has a grid of size {size}, but column {column} has {found} cells: copy the \
         whole value of gameState"
    )]
    Ragged {
        /// The size of the grid, or else the length of the first column.
        size: usize,
        /// The column, from 1.
        column: usize,
        /// The cells of this column.
        found: usize,
    },
    /// The grid is not of its own size.
    #[error(
        "the saved game has a grid of size {size}, but {found} columns: copy the whole value of \
         gameState"
    )]
    Columns {
        /// The size of the grid.
        size: usize,
        /// The number of columns.
        found: usize,
    },
    /// The number of rows or columns is not between 2 and 4.
    #[error(
        "the saved game is {rows}x{cols}, but boards have 2 to 4 rows and columns: copy a game on \
         such a board"
    )]
    Size {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        cols: usize,
    },
    /// A cell holds another number than a tile.
    #[error(
        "column {x}, row {y} of the saved game: {value} is not a tile; tiles are 2, 4, 8 ... 32768"
    )]
    Tile {
        /// The column, from 1.
        x: usize,
        /// The row, from 1.
        y: usize,
        /// The number.
        value: u64,
    },
    /// A tile states the position of another cell.
    #[error(
        "column {x}, row {y} of the saved game holds a tile of column {}, row {}: cells are listed \
         column by column", .found.0, .found.1
    )]
    Place {
        /// The column, from 1.
        x: usize,
        /// The row, from 1.
        y: usize,
        /// The column and the row that the tile states, from 1.
        found: (u64, u64),
    },
}

/// What the original game saves; further fields are ignored.
#[derive(Deserialize)]
struct SavedGame {
    grid: SavedGrid,
}

#[derive(Deserialize)]
struct SavedGrid {
    size: Option<usize>,
    /// The columns from left to right, each from its top to its bottom.
    cells: Vec<Vec<Option<SavedTile>>>,
}

#[derive(Deserialize)]
struct SavedTile {
    position: Option<SavedPlace>,
    value: u64,
}

#[derive(Deserialize)]
struct SavedPlace {
    x: u64,
    y: u64,
}

/// Reads the board of a saved game of the original 2048, as its page keeps it in the browser under
/// the name `gameState`: `{"grid": {"size": 4, "cells": [[null, {"value": 2}, ...], ...]}, ...}`.
/// The name, quotes and other text around the JSON may be copied, too. Returns `None` if the text
/// is nothing of that kind.
///
/// # Errors
/// [`SavedGameError`] if the text is meant as such a game, but is none.
pub fn read_saved_game(text: &str) -> Option<Result<Board, SavedGameError>> {
    let is_escaped = text.contains("\\\"grid\\\"");
    let is_meant = is_escaped || text.contains("\"grid\"") || text.contains("\"cells\"");
    let json = text.get(text.find('{')?..).filter(|_| is_meant)?;
    let json = json.rfind('}').map_or(json, |end| &json[..=end]);
    Some(if is_escaped { of_json(&json.replace('\\', "")) } else { of_json(json) })
}

fn of_json(json: &str) -> Result<Board, SavedGameError> {
    if json.len() > LONGEST {
        return Err(SavedGameError::TooLong);
    }
    let saved: SavedGame = serde_json::from_str(json)
        .map_err(|error| SavedGameError::Json { line: error.line(), column: error.column() })?;
    let SavedGrid { size, cells } = saved.grid;
    let cols = cells.len();
    if let Some(size) = size.filter(|&size| size != cols) {
        return Err(SavedGameError::Columns { size, found: cols });
    }
    let rows = size.or(cells.first().map(Vec::len)).unwrap_or(0);
    if let Some((x, column)) = cells.iter().enumerate().find(|(_, it)| it.len() != rows) {
        let (column, found) = (x + 1, column.len());
        return Err(SavedGameError::Ragged { size: rows, column, found });
    }
    let side = |length: usize| u8::try_from(length).ok();
    let shape = side(rows).zip(side(cols)).and_then(|(rows, cols)| Shape::new(rows, cols).ok());
    let shape = shape.ok_or(SavedGameError::Size { rows, cols })?;
    let mut board = Board::empty(shape);
    for (x, column) in cells.iter().enumerate() {
        for (y, tile) in column.iter().enumerate() {
            if let Some(tile) = tile {
                board = board.with(y * cols + x, exponent(tile, x, y)?);
            }
        }
    }
    Ok(board)
}

/// The tile of the cell in a column and a row, which are counted from 0.
fn exponent(tile: &SavedTile, x: usize, y: usize) -> Result<Exponent, SavedGameError> {
    let elsewhere = |it: &&SavedPlace| (it.x, it.y) != (x as u64, y as u64);
    if let Some(place) = tile.position.as_ref().filter(elsewhere) {
        let found = (place.x.saturating_add(1), place.y.saturating_add(1));
        return Err(SavedGameError::Place { x: x + 1, y: y + 1, found });
    }
    let exponent = u32::try_from(tile.value).ok().and_then(|it| Exponent::from_face(it).ok());
    let error = SavedGameError::Tile { x: x + 1, y: y + 1, value: tile.value };
    exponent.filter(|it| !it.is_empty()).ok_or(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A saved game as the original writes it.
    const SAVED: &str = r#"{"grid":{"size":4,"cells":[
        [null,{"position":{"x":0,"y":1},"value":2},null,{"position":{"x":0,"y":3},"value":64}],
        [null,null,null,{"position":{"x":1,"y":3},"value":1024}],
        [{"position":{"x":2,"y":0},"value":4},null,null,null],
        [null,null,null,{"position":{"x":3,"y":3},"value":32768}]]},
        "score":5124,"over":false,"won":true,"keepPlaying":{"a":[[1]]}}"#;

    fn read(text: &str) -> Result<Board, SavedGameError> {
        read_saved_game(text).expect("meant as a saved game")
    }

    /// The message about a text.
    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    /// A saved game with these cells.
    fn cells(cells: &str) -> String {
        format!("{{\"grid\": {{\"cells\": {cells}}}}}")
    }

    #[test]
    fn cells_are_listed_column_by_column() {
        let expected = "0 0 4 0/2 0 0 0/0 0 0 0/64 1024 0 32768".parse().unwrap();
        assert_eq!(read(SAVED), Ok(expected));
        // As a console prints it, and as a table of the browser's storage has it.
        assert_eq!(read(&format!("'{SAVED}'\n")), Ok(expected));
        assert_eq!(read(&format!("gameState\t{SAVED};")), Ok(expected));
        let escaped = SAVED.replace('"', "\\\"");
        assert_eq!(read(&format!("\"{escaped}\"")), Ok(expected));
    }

    #[test]
    fn other_sizes_and_missing_fields_are_read() {
        let small = cells(r#"[[{"value": 2}, null], [null, {"value": 4, "mergedFrom": null}]]"#);
        assert_eq!(read(&small), Ok("2 0/0 4".parse().unwrap()));
        let wide = cells(r#"[[{"value": 2}, null], [null, {"value": 4}], [null, null]]"#);
        assert_eq!(read(&wide), Ok("2 0 0/0 4 0".parse().unwrap()));
        assert_eq!(read(&cells("[[null, null], [null, null]]")), Ok("0 0/0 0".parse().unwrap()));
    }

    #[test]
    fn what_is_no_board_is_named() {
        for (list, expected) in [
            ("[]", "the saved game is 0x0, but boards have 2 to 4 rows"),
            ("[[], []]", "the saved game is 0x2"),
            ("[[null, null], [null]]", "grid of size 2, but column 2 has 1 cells"),
            (&format!("[{}]", vec!["[null, null]"; 300].join(",")), "the saved game is 2x300"),
            (r#"[[{"value": 3}, null], [null, null]]"#, "column 1, row 1 of the saved game: 3 is"),
            (r#"[[null, {"value": 0}], [null, null]]"#, "column 1, row 2 of the saved game: 0 is"),
            (r#"[[null, null], [{"value": 65536}, null]]"#, "65536 is not a tile; tiles are 2, 4"),
            (r#"[[null, null], [{"value": 18446744073709551615}, null]]"#, "18446744073709551615"),
            (r#"[[{"value": "2"}, null], [null, null]]"#, "line 1, column 34: copy the whole"),
            (r#"[[{"value": -2}, null], [null, null]]"#, "is not a saved game of 2048 at line 1"),
            (r#"[[{"value": 2.5}, null], [null, null]]"#, "is not a saved game of 2048 at line 1"),
            ("[[2, 0], [0, 2]]", "lists of null or of tiles such as {\"value\": 2}"),
            ("{}", "is not a saved game of 2048 at line 1, column 19"),
            (
                r#"[[null, {"value": 2, "position": {"x": 1, "y": 0}}], [null, null]]"#,
                "column 1, row 2 of the saved game holds a tile of column 2, row 1",
            ),
        ] {
            let found = message(&cells(list));
            assert!(found.contains(expected), "{list}: {found}");
        }
        let size = r#"{"grid": {"size": 4, "cells": [[null, null], [null, null]]}}"#;
        assert!(message(size).contains("a grid of size 4, but 2 columns"));
        let rows = r#"{"grid": {"size": 2, "cells": [[null, null, null], [null, null, null]]}}"#;
        assert!(message(rows).contains("a grid of size 2, but column 1 has 3 cells"));
        assert!(message("{\"grid\": 1}").contains("at line 1, column 10"));
        assert!(message("{\"cells\": []}").contains("copy the whole value of gameState"));
        // The end is not copied.
        assert!(message(&SAVED[..SAVED.len() - 80]).contains("copy the whole value of gameState"));
    }

    #[test]
    fn huge_and_deep_texts_are_refused() {
        let long = SAVED.replace("5124", &format!("\"{}\"", "x".repeat(LONGEST)));
        assert_eq!(read(&long), Err(SavedGameError::TooLong));
        let deep = SAVED.replace("[[1]]", &format!("{}{}", "[".repeat(40_000), "]".repeat(40_000)));
        // Unknown fields may be of any depth.
        assert_eq!(read(&deep), read(SAVED));
        let nested = cells(&format!("{}1{}", "[".repeat(40_000), "]".repeat(40_000)));
        assert!(matches!(read(&nested), Err(SavedGameError::Json { .. })));
    }

    #[test]
    fn other_texts_are_not_meant() {
        for text in ["", "0 2/2 0", "{{0,2},{2,0}}", "{\"steps\": []}", "\"grid\""] {
            assert_eq!(read_saved_game(text), None, "{text}");
        }
        assert!(message("}\"grid\"{").contains("at line 1, column 1"));
    }
}
