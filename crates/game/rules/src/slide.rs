//! Slides: what an action does to the tiles of a board.

use crate::{Action, Board, Cell, Exponent, Shape};

/// A board after a slide and before the random tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Afterstate(Board);

impl Afterstate {
    /// The afterstate with these tiles. Besides the results of slides, this is the empty board and
    /// the board with one tile from which a game starts.
    pub const fn new(board: Board) -> Self {
        Self(board)
    }

    /// The tiles.
    pub const fn board(self) -> Board {
        self.0
    }

    /// The board with a tile placed on an empty cell, or `None` if the cell is not empty.
    ///
    /// # Panics
    /// If the cell is not on the board.
    ///
    /// ```
    /// use mdp2048::{Action, Board, Exponent};
    ///
    /// let board: Board = "2 2/0 0".parse()?;
    /// let after = board.slide(Action::Left).ok_or("not allowed")?.after;
    /// let next = after.place(3, Exponent::TWO).ok_or("the cell is not empty")?;
    /// assert_eq!(next.to_string(), "4 0/0 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

/// The motion of one tile in a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// The cell of the tile before the slide.
    pub from: Cell,
    /// The cell of the tile after the slide, which may be the same.
    pub to: Cell,
    /// Whether the tile merges with another tile that moves to the same cell.
    pub merges: bool,
}

/// The rows or columns of a shape along which the tiles slide. The cells of each begin at the edge
/// that the tiles slide towards.
fn lines(
    action: Action,
    shape: Shape,
) -> impl Iterator<Item = impl DoubleEndedIterator<Item = Cell> + Clone> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let (lines, length) = match action {
        Action::Left | Action::Right => (rows, cols),
        Action::Up | Action::Down => (cols, rows),
    };
    (0..lines).map(move |line| {
        (0..length).map(move |k| match action {
            Action::Left => line * cols + k,
            Action::Right => line * cols + (length - 1 - k),
            Action::Up => k * cols + line,
            Action::Down => (length - 1 - k) * cols + line,
        })
    })
}

impl Board {
    /// Slides the tiles; `None` if the action is not allowed, because no tile moves or merges or
    /// because a locked tile moves.
    ///
    /// Each tile merges at most once, and pairs closer to the edge that the tiles slide towards
    /// merge first. Tiles of 32768 never merge, because a packed board cannot hold a 65536.
    ///
    /// ```
    /// use mdp2048::{Action, Board};
    ///
    /// let board: Board = "2 2 4/0 0 0".parse()?;
    /// let slide = board.slide(Action::Left).ok_or("not allowed")?;
    /// assert_eq!(slide.after.board().to_string(), "4 4 0/0 0 0");
    /// assert_eq!(slide.points, 4);
    /// assert_eq!(board.slide(Action::Up), None);
    ///
    /// // The slide to the left would move the locked tile.
    /// let locked: Board = "0 x 2/2 4 2".parse()?;
    /// assert_eq!(locked.slide(Action::Left), None);
    /// assert!(locked.slide(Action::Up).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slide(self, action: Action) -> Option<Slide> {
        let mut board = self;
        let mut points = 0;
        let mut largest_merge = Exponent::EMPTY;
        for line in lines(action, self.shape()) {
            let mut targets = line.clone();
            // The tile placed last: its cell, and whether it may still merge.
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
                        // A line has at least as many cells as tiles.
                        let to = targets.next().unwrap_or(cell);
                        if to != cell && self.shape().is_locked(cell) {
                            return None;
                        }
                        board = board.with(to, tile);
                        last = Some((to, tile, true));
                    }
                }
            }
        }
        (board != self).then_some(Slide { after: Afterstate(board), points, largest_merge })
    }

    /// The motion of every tile in a slide, including tiles that stay, in no particular order.
    pub fn motions(self, action: Action) -> Vec<Motion> {
        let mut motions: Vec<Motion> = Vec::with_capacity(self.shape().cells());
        for line in lines(action, self.shape()) {
            let mut targets = line.clone();
            // The index of the motion of the tile placed last, if that tile may still merge.
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
                    let to = targets.next().unwrap_or(cell);
                    motions.push(Motion { from: cell, to, merges: false });
                }
            }
        }
        motions
    }

    /// The allowed actions: those that change the board and move no locked tile.
    pub fn allowed(self) -> impl Iterator<Item = Action> {
        Action::ALL.into_iter().filter(move |&action| self.slide(action).is_some())
    }

    /// Whether any action is allowed.
    ///
    /// ```
    /// use mdp2048::Board;
    ///
    /// assert!(!"2 4/4 2".parse::<Board>()?.can_move());
    /// # Ok::<(), mdp2048::NotationError>(())
    /// ```
    pub fn can_move(self) -> bool {
        self.allowed().next().is_some()
    }
}
