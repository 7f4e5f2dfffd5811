//! The cell that is edited, and the digits that have been typed for it.

use mdp2048_rules::{Action, Board, Exponent};

/// The chosen cell of an edited board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Editor {
    cell: usize,
    typed: String,
}

impl Editor {
    /// The chosen cell of a board.
    pub(crate) fn cell(&self, board: Board) -> usize {
        self.cell.min(board.shape().cells() - 1)
    }

    /// Chooses a cell.
    pub(crate) fn choose(&mut self, board: Board, cell: usize) {
        *self = Self { cell: cell.min(board.shape().cells() - 1), typed: String::new() };
    }

    /// The next cell in a direction.
    pub(crate) fn walk(&mut self, board: Board, direction: Action) -> usize {
        let (rows, cols) = (board.shape().rows(), board.shape().cols());
        let cell = self.cell(board);
        let (row, col) = (cell / cols, cell % cols);
        let (row, col) = match direction {
            Action::Left => (row, col.saturating_sub(1)),
            Action::Right => (row, (col + 1).min(cols - 1)),
            Action::Up => (row.saturating_sub(1), col),
            Action::Down => ((row + 1).min(rows - 1), col),
        };
        row * cols + col
    }

    /// Types a digit into the chosen cell. Returns the tile of the digits once they are one.
    pub(crate) fn type_digit(&mut self, digit: char) -> Option<Exponent> {
        let longer = format!("{}{digit}", self.typed);
        self.typed = if begins_a_face(&longer) { longer } else { digit.to_string() };
        let face = self.typed.parse().ok()?;
        let tile = Exponent::from_face(face).ok()?;
        if tile.is_empty() {
            self.typed.clear();
        }
        Some(tile)
    }

    /// Forgets the typed digits.
    pub(crate) fn settle(&mut self) {
        self.typed.clear();
    }
}

/// Whether the digits are the beginning of the face of a tile.
fn begins_a_face(digits: &str) -> bool {
    (1..=15).any(|exponent| (1u32 << exponent).to_string().starts_with(digits))
}
