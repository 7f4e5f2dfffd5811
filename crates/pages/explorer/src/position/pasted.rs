//! Boards as other pages and programs write them.

use mdp2048_rules::{Board, Exponent, NotationError, Shape};
use thiserror::Error;

/// The text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PastedError {
    /// A word is not a tile.
    #[error(
        "'{0}' is not a tile: write 0 for an empty cell, x for a locked one, else 2, 4, 8 and so on"
    )]
    Tile(String),
    /// The number of tiles is that of no board.
    #[error(
        "the number of cells in the text is {0}, but a board has 2 to 4 rows and columns: write it like \
         0 2 0/0 64 4/0 8 8"
    )]
    Cells(usize),
    /// The rows differ in length.
    #[error("the rows differ in length: write an empty cell as 0")]
    Ragged,
    /// Locked cells and the tiles beside them are no board.
    #[error(transparent)]
    Locked(#[from] NotationError),
    /// The text is longer than any board.
    #[error("the text is longer than a board: write one board, like 0 2 0/0 64 4/0 8 8")]
    TooLong,
}

/// A board that was read from text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastedBoard {
    /// The board.
    pub board: Board,
    /// Whether the numbers of the text are exponents, and not the faces of tiles.
    pub is_exponents: bool,
}

impl PastedBoard {
    /// The board if the numbers that were read as exponents are faces: `024` is then 0, 2, 4.
    /// `None` if one of them is no face.
    pub fn as_faces(self) -> Option<Board> {
        let faces = self.board.tiles().map(|it| Exponent::from_face(it.get().into()).ok());
        let faces = faces.collect::<Option<Vec<_>>>().filter(|_| self.is_exponents)?;
        Board::from_exponents(self.board.shape(), &faces)
    }
}

/// The longest text that is read as tiles, in bytes.
const LONGEST: usize = 2000;

/// Reads a board from text: tiles row by row with any common separators (spaces, commas, tabs,
/// bars, brackets, line ends, slashes), with 0, `.`, `_`, `-` or nothing between two separators for
/// an empty cell and `x` for a locked one; or the exponents as hexadecimal digits. `usual` is the
/// shape of a board that is written in one line.
///
/// # Errors
/// [`PastedError`] if the text is not a board.
pub fn read_pasted(text: &str, usual: Shape) -> Result<PastedBoard, PastedError> {
    if text.len() > LONGEST {
        return Err(PastedError::TooLong);
    }
    let digits = text.trim();
    let of_digits = |shape| Board::from_hex(shape, digits).ok().filter(|_| digits.len() > 5);
    if let Some(board) = of_digits(usual).or_else(|| of_digits(usual.unlocked())) {
        return Ok(PastedBoard { board, is_exponents: true });
    }
    let rows: Vec<Vec<String>> =
        rows(text).map(|row| cells(&row)).filter(|it| !it.is_empty()).collect();
    let numbers = rows.iter().flatten().map(|cell| number(cell)).collect::<Result<Vec<_>, _>>()?;
    let shape = match rows.as_slice() {
        [_] => shape_of(numbers.len(), usual.unlocked()),
        [first, ..] => {
            if rows.iter().any(|row| row.len() != first.len()) {
                return Err(PastedError::Ragged);
            }
            let side = |length: usize| u8::try_from(length).ok();
            side(rows.len()).zip(side(first.len())).and_then(|(r, c)| Shape::new(r, c).ok())
        }
        [] => None,
    };
    let shape = shape.ok_or(PastedError::Cells(numbers.len()))?;
    let locked = (0..numbers.len()).filter(|&cell| numbers[cell].is_none());
    let shape = shape.with_locked(locked).map_err(NotationError::Locked)?;
    let (tiles, is_exponents) = tiles(&numbers)?;
    let board = Board::from_exponents(shape, &tiles).ok_or(NotationError::LargeTile)?;
    Ok(PastedBoard { board, is_exponents })
}

/// The rows: lines, or parts between slashes, semicolons or brackets.
fn rows(text: &str) -> impl Iterator<Item = String> {
    let ends = |it: char| matches!(it, '\n' | '\r' | '/' | ';' | ']' | '}' | ')' | '\\');
    let rows: Vec<String> = text.split(ends).map(str::to_owned).collect();
    rows.into_iter()
}

/// The texts of the cells of a row. Brackets and quotes are left out.
fn cells(row: &str) -> Vec<String> {
    let row: String =
        row.chars().filter(|it| !matches!(it, '[' | '{' | '(' | '"' | '\'' | '+')).collect();
    let row = row.trim_matches(' ');
    let separates = |it: char| matches!(it, ',' | '|' | '\t');
    if !row.contains(separates) {
        return row.split_whitespace().map(str::to_owned).collect();
    }
    let mut cells: Vec<String> = row.split(separates).map(|it| it.trim().to_owned()).collect();
    // Bars and commas at the ends of a row are its frame, not empty cells.
    let is_framed =
        row.starts_with('|') && row.ends_with('|') || cells.iter().all(String::is_empty);
    if row.starts_with([',', '|']) && (is_framed || row.starts_with(',')) {
        cells.remove(0);
    }
    if row.ends_with([',', '|']) && !cells.is_empty() {
        cells.pop();
    }
    // Rules of a table, such as +---+---+ or |---|---|.
    let is_rule = |cell: &String| cell.len() > 1 && cell.chars().all(|it| matches!(it, '-' | ':'));
    if cells.iter().any(is_rule) {
        return Vec::new();
    }
    // Two separators, such as a comma and a space, are one; spaces also separate cells.
    cells
        .iter()
        .flat_map(|cell| match cell.split_whitespace().count() {
            0 => vec![String::new()],
            _ => cell.split_whitespace().map(str::to_owned).collect(),
        })
        .collect()
}

/// The number of a cell; `None` for a locked one.
fn number(text: &str) -> Result<Option<u32>, PastedError> {
    match text {
        "" | "." | "_" | "-" | "·" | "*" | "null" | "None" => Ok(Some(0)),
        "x" | "X" | "×" => Ok(None),
        _ => {
            let number = text.parse();
            number.map(Some).map_err(|_| PastedError::Tile(text.chars().take(20).collect()))
        }
    }
}

/// The shape of a number of cells without row ends.
fn shape_of(cells: usize, usual: Shape) -> Option<Shape> {
    if cells == usual.cells() {
        return Some(usual);
    }
    Shape::all().find(|shape| shape.cells() == cells)
}

/// The tiles of faces, or of exponents if one of the numbers can only be an exponent; and whether
/// they are exponents.
fn tiles(numbers: &[Option<u32>]) -> Result<(Vec<Exponent>, bool), PastedError> {
    let face = |it: u32| Exponent::from_face(it);
    let exponent = |it: u32| u8::try_from(it).ok().and_then(Exponent::new);
    let cells = numbers.iter();
    let faces: Result<Vec<_>, _> =
        cells.clone().map(|it| it.map_or(Ok(Exponent::LOCKED), face)).collect();
    let has_one = numbers.contains(&Some(1));
    let exponents =
        || cells.map(|it| it.map_or(Some(Exponent::LOCKED), exponent)).collect::<Option<Vec<_>>>();
    match faces {
        Ok(faces) => Ok((faces, false)),
        Err(error) => match has_one.then(exponents).flatten() {
            Some(exponents) => Ok((exponents, true)),
            None => Err(PastedError::Tile(error.0.to_string())),
        },
    }
}
