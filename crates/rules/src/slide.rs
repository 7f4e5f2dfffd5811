//! Sliding and merging.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Board, Cell, Exponent, Shape};

/// A direction to slide the tiles; allowed when it changes the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
}

impl Action {
    /// The four actions in the order that breaks ties.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// The place in [`Action::ALL`], 0..=3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in lower case: `left`, `right`, `up`, `down`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    /// The step in rows and columns.
    pub(crate) const fn direction(self) -> (i8, i8) {
        match self {
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
        }
    }

    pub(crate) fn from_direction(direction: (i8, i8)) -> Self {
        match direction {
            (0, -1) => Self::Left,
            (0, _) => Self::Right,
            (-1, _) => Self::Up,
            _ => Self::Down,
        }
    }

    /// The lines of cells that slide, each in the order in which its tiles come to rest.
    fn lines(
        self,
        shape: Shape,
    ) -> impl Iterator<Item = impl DoubleEndedIterator<Item = Cell> + Clone> {
        let (rows, cols) = (shape.rows(), shape.cols());
        let (lines, length) = match self {
            Self::Left | Self::Right => (rows, cols),
            Self::Up | Self::Down => (cols, rows),
        };
        (0..lines).map(move |line| {
            (0..length).map(move |k| match self {
                Self::Left => line * cols + k,
                Self::Right => line * cols + (length - 1 - k),
                Self::Up => k * cols + line,
                Self::Down => (length - 1 - k) * cols + line,
            })
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text is not an action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not an action: write left, right, up or down")]
pub struct ActionError(pub String);

impl FromStr for Action {
    type Err = ActionError;

    /// Reads a name, or its first letter.
    fn from_str(text: &str) -> Result<Self, ActionError> {
        let lower = text.to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|action| lower == action.name() || lower == action.name()[..1])
            .ok_or_else(|| ActionError(text.to_owned()))
    }
}

/// A board after a slide and before the random tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Afterstate(Board);

impl Afterstate {
    /// A board that is to receive a random tile, as the empty one and the one with a single tile
    /// are when a game starts.
    pub const fn new(board: Board) -> Self {
        Self(board)
    }

    /// The tiles.
    pub const fn board(self) -> Board {
        self.0
    }

    /// The board with a random tile placed on an empty cell, or `None` if the cell is taken.
    pub fn place(self, cell: Cell, tile: Exponent) -> Option<Board> {
        self.0.tile(cell).is_empty().then(|| self.0.with(cell, tile))
    }
}

/// What an allowed action does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The board after the slide.
    pub after: Afterstate,
    /// The sum of the faces of the tiles made by merging.
    pub points: u32,
    /// The largest tile made by merging; [`Exponent::EMPTY`] if nothing merged.
    pub largest_merge: Exponent,
}

/// The way of one tile in a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// The cell the tile leaves (it may stay).
    pub from: Cell,
    /// The cell it comes to rest on.
    pub to: Cell,
    /// Whether it merges with another tile that comes to rest on the same cell.
    pub merges: bool,
}

impl Board {
    /// Slides the tiles, or `None` if that changes nothing and so is not allowed.
    ///
    /// Each tile merges at most once, the pair farther ahead first. Tiles of 32768 never merge:
    /// a packed board cannot hold what they would make.
    pub fn slide(self, action: Action) -> Option<Slide> {
        let mut board = self;
        let mut points = 0;
        let mut largest_merge = Exponent::EMPTY;
        for line in action.lines(self.shape()) {
            let mut rest = line.clone();
            // The last tile that came to rest, and whether it may still merge.
            let mut last: Option<(Cell, Exponent, bool)> = None;
            for cell in line {
                let tile = self.tile(cell);
                if tile.is_empty() {
                    continue;
                }
                board = board.with(cell, Exponent::EMPTY);
                match (last, Exponent::new(tile.get() + 1)) {
                    (Some((to, ahead, true)), Some(merged)) if ahead == tile => {
                        board = board.with(to, merged);
                        points += merged.face();
                        largest_merge = largest_merge.max(merged);
                        last = Some((to, merged, false));
                    }
                    _ => {
                        // There are at most as many tiles as cells in a line.
                        let to = rest.next().unwrap_or(cell);
                        board = board.with(to, tile);
                        last = Some((to, tile, true));
                    }
                }
            }
        }
        (board != self).then_some(Slide { after: Afterstate(board), points, largest_merge })
    }

    /// Where each tile goes when the board slides, in no particular order; tiles that stay included.
    pub fn motions(self, action: Action) -> Vec<Motion> {
        let mut motions: Vec<Motion> = Vec::with_capacity(self.shape().cells());
        for line in action.lines(self.shape()) {
            let mut rest = line.clone();
            let mut last: Option<usize> = None;
            for cell in line {
                let tile = self.tile(cell);
                if tile.is_empty() {
                    continue;
                }
                let ahead =
                    last.filter(|&at| self.tile(motions[at].from) == tile && tile < Exponent::MAX);
                if let Some(at) = ahead {
                    motions[at].merges = true;
                    motions.push(Motion { from: cell, to: motions[at].to, merges: true });
                    last = None;
                } else {
                    last = Some(motions.len());
                    let to = rest.next().unwrap_or(cell);
                    motions.push(Motion { from: cell, to, merges: false });
                }
            }
        }
        motions
    }

    /// The actions that change the board.
    pub fn allowed(self) -> impl Iterator<Item = Action> {
        Action::ALL.into_iter().filter(move |&action| self.slide(action).is_some())
    }

    /// Whether any action changes the board.
    pub fn can_move(self) -> bool {
        self.allowed().next().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(board: &str, action: Action, expected: Option<(&str, u32)>) {
        let board: Board = board.parse().unwrap();
        let found = board.slide(action).map(|s| (s.after.board().to_string(), s.points));
        assert_eq!(
            found,
            expected.map(|(text, points)| (text.to_owned(), points)),
            "{board} {action}"
        );
    }

    #[test]
    fn each_tile_merges_once() {
        check("2 2 2 2/0 0 0 0", Action::Left, Some(("4 4 0 0/0 0 0 0", 8)));
        check("2 2 4 0/0 0 0 0", Action::Left, Some(("4 4 0 0/0 0 0 0", 4)));
        check("4 2 2 0/0 0 0 0", Action::Right, Some(("0 0 4 4/0 0 0 0", 4)));
        check("2 2 2 0/0 0 0 0", Action::Left, Some(("4 2 0 0/0 0 0 0", 4)));
        check("2 2 2 0/0 0 0 0", Action::Right, Some(("0 0 2 4/0 0 0 0", 4)));
        check("2 0 0/2 0 4/2 0 4", Action::Up, Some(("4 0 8/2 0 0/0 0 0", 12)));
        check("2 0 0/2 0 4/2 0 4", Action::Down, Some(("0 0 0/2 0 0/4 0 8", 12)));
        check("2 4/4 2", Action::Left, None);
        check("0 0/0 0", Action::Down, None);
    }

    #[test]
    fn tiles_of_32768_do_not_merge() {
        check("32768 32768/0 0", Action::Left, None);
        let board: Board = "32768 32768/0 0".parse().unwrap();
        assert!(board.motions(Action::Left).iter().all(|motion| !motion.merges));
    }

    #[test]
    fn actions_are_named_in_full_or_by_a_letter() {
        for action in Action::ALL {
            assert_eq!(action.name().parse(), Ok(action));
            assert_eq!(action.name()[..1].to_uppercase().parse(), Ok(action));
        }
        assert!("sideways".parse::<Action>().is_err());
    }
}
