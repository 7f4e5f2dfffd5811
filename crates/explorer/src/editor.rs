//! The cell that is edited, and the digits that have been typed for it.

use mdp2048_rules::{Action, Board, Exponent};

/// The chosen cell of an edited board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Editor {
    cell: usize,
    typed: String,
    /// Whether the next cell that is chosen exchanges its tile with this one.
    swapping: bool,
}

impl Editor {
    /// The chosen cell of a board.
    pub(crate) fn cell(&self, board: Board) -> usize {
        self.cell.min(board.shape().cells() - 1)
    }

    /// Whether the next cell that is chosen exchanges its tile with the chosen one.
    pub(crate) const fn is_swapping(&self) -> bool {
        self.swapping
    }

    /// Starts or ends an exchange of two tiles.
    pub(crate) fn toggle_swap(&mut self) {
        self.swapping = !self.swapping;
    }

    /// Chooses a cell. Returns the changed board if that exchanges two tiles.
    pub(crate) fn choose(&mut self, board: Board, cell: usize) -> Option<Board> {
        let last = board.shape().cells() - 1;
        let (from, to) = (self.cell(board), cell.min(last));
        let is_swap = self.swapping;
        *self = Self { cell: to, ..Self::default() };
        is_swap.then(|| board.with(from, board.tile(to)).with(to, board.tile(from)))
    }

    /// Chooses the next cell in a direction. While tiles are exchanged, that does not exchange.
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

    /// Types a digit into the chosen cell. Returns the changed board once the digits are a tile.
    pub(crate) fn type_digit(&mut self, board: Board, digit: char) -> Option<Board> {
        let longer = format!("{}{digit}", self.typed);
        self.typed = if begins_a_face(&longer) { longer } else { digit.to_string() };
        let face = self.typed.parse().ok()?;
        let tile = Exponent::from_face(face).ok()?;
        if tile.is_empty() {
            self.typed.clear();
        }
        Some(board.with(self.cell(board), tile))
    }

    /// Forgets the typed digits.
    pub(crate) fn settle(&mut self) {
        self.typed.clear();
        self.swapping = false;
    }
}

/// Whether the digits are the beginning of the face of a tile.
fn begins_a_face(digits: &str) -> bool {
    (1..=15).any(|exponent| (1u32 << exponent).to_string().starts_with(digits))
}
