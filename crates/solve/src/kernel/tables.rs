//! Boards as vectors: what their parts add up to, and what slides and random tiles do to them.

use mdp2048_model::Game;
use mdp2048_rules::{Board, Exponent, Shape};

use crate::index::codes::{Cells, Patterns};
use crate::index::inner::Places;
use crate::index::table::Table;
use crate::kernel::lines::{ANY_CHANGES, CHANGES, LineSlider, LineTables, WINS, patterns_of};
use crate::lanes::{Code, LANES, Lanes, Plain, Width, add};

/// The patterns of a board's lines: of its rows from the top and its columns from the left.
///
/// A pattern is the line's tiles as digits of a number, the first cell least significant. It takes
/// 16 bits, the first line's the lowest, so that the lines of a board are the sum of its parts'.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lines {
    rows: u64,
    columns: u64,
}

impl Lines {
    #[inline(always)]
    const fn plus(self, other: Self) -> Self {
        Self { rows: self.rows + other.rows, columns: self.columns + other.columns }
    }
}

/// A board by the numbers of its parts: the ordinal of its corners, the halves of its rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) corner: u16,
    pub(crate) high: u16,
    pub(crate) low: u16,
}

/// What the actions on a board lead to, by [`Action::index`](mdp2048_rules::Action::index).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Acts {
    /// The patterns of its lines.
    rows: [u16; 4],
    columns: [u16; 4],
    // The effects of the rows' slides in the low half, of the columns' in the high half.
    pub(crate) effects: u8,
}

impl Acts {
    /// The canonical code after an action.
    pub(crate) fn code<C: Code>(&self, vectors: &Vectors<C>, action: usize) -> u64 {
        vectors.slider(true).codes(Plain, self)[action].widen()
    }

    /// The actions that are allowed and do not end the game, a bit for each.
    #[inline(always)]
    pub(crate) fn going_on(&self) -> u8 {
        GOING_ON[usize::from(self.effects)]
    }

    /// Whether no action is allowed.
    #[inline(always)]
    pub(crate) const fn lost(&self) -> bool {
        self.effects & ANY_CHANGES == 0
    }

    /// Whether an action is allowed.
    #[inline(always)]
    pub(crate) const fn allowed(&self, action: usize) -> bool {
        self.effects & ALLOWED[action] != 0
    }

    /// Whether an action, if it is allowed, makes the target.
    #[inline(always)]
    pub(crate) const fn wins(&self, action: usize) -> bool {
        self.effects & [WINS, WINS, WINS << 4, WINS << 4][action] != 0
    }

    /// Whether an action is allowed and does not end the game.
    #[inline(always)]
    pub(crate) const fn goes_on(&self, action: usize) -> bool {
        self.allowed(action) && !self.wins(action)
    }
}

/// The codes of a board's images and its empty cells.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Images<C> {
    pub(crate) codes: Lanes<C>,
    /// A bit for each empty cell.
    pub(crate) empty: u16,
}

/// The tables of a game.
pub(crate) struct Vectors<C> {
    shape: Shape,
    base: u32,
    corners: Part<C>,
    high: Part<C>,
    low: Part<C>,
    rows: LineTables<C>,
    columns: LineTables<C>,
    /// By cell: what a 2 and a 4 there add to the images.
    spawns: [[Lanes<C>; 2]; CELLS],
    /// The probabilities of a 2 and a 4.
    pub(crate) chances: [f64; 2],
}

/// By action: the effects that allow it.
pub(crate) const ALLOWED: [u8; 4] = [1, 2, 1 << 4, 2 << 4];

/// By effects: the actions that are allowed and do not end the game, a bit for each.
pub(crate) static GOING_ON: [u8; 256] = {
    let mut masks = [0; 256];
    let mut effects = 0;
    while effects < 256 {
        let mut action = 0;
        while action < 4 {
            // Rows, then columns.
            let half = effects >> (4 * (action / 2));
            if half & CHANGES[action % 2] as usize != 0 && half & WINS as usize == 0 {
                masks[effects] |= 1 << action;
            }
            action += 1;
        }
        effects += 1;
    }
    masks
};

/// What each pattern of some cells adds, by its number.
struct Part<C> {
    codes: Table<Lanes<C>>,
    empty: Table<u16>,
    lines: Table<Lines>,
}

/// The tables that slide boards, borrowed one by one, so that a loop over boards need not look up
/// where they are.
#[derive(Clone, Copy)]
pub(crate) struct Slider<'a, C> {
    parts: [&'a [Lines]; 3],
    rows: LineSlider<'a, C>,
    columns: LineSlider<'a, C>,
}

/// The tables that put random tiles on boards, borrowed one by one.
#[derive(Clone, Copy)]
pub(crate) struct Spawner<'a, C> {
    codes: [&'a [Lanes<C>]; 3],
    empty: [&'a [u16]; 3],
    spawns: &'a [[Lanes<C>; 2]; CELLS],
}

/// How many boards random tiles are put on together: their successors are many.
pub(crate) const SPREAD: usize = 32;

/// The cells of the largest board.
pub(crate) const CELLS: usize = 16;

impl<C: Code> Spawner<'_, C> {
    /// Calls `each` with the canonical codes after a 2 and a 4 on each empty cell of a board, ascending.
    #[inline(always)]
    pub(crate) fn each<W: Width>(&self, width: W, parts: Parts, mut each: impl FnMut([C; 2])) {
        let numbers = [parts.corner, parts.high, parts.low].map(usize::from);
        let part = |part: usize| C::load(width, &self.codes[part][numbers[part]]);
        let images = C::plus(width, C::plus(width, part(0), part(1)), part(2));
        let empty = |part: usize| self.empty[part][numbers[part]];
        for cell in EmptyCells(empty(0) | empty(1) | empty(2)) {
            let tiles = &self.spawns[cell % CELLS];
            let boards = tiles.each_ref().map(|tile| C::plus(width, images, C::load(width, tile)));
            each(C::least_of_two(width, boards));
        }
    }
}

impl<C: Code> Slider<'_, C> {
    /// The lines of a board.
    #[inline(always)]
    pub(crate) fn lines(&self, parts: Parts) -> Lines {
        let Parts { corner, high, low } = parts;
        let [corners, highs, lows] = self.parts;
        corners[usize::from(corner)].plus(highs[usize::from(high)]).plus(lows[usize::from(low)])
    }

    /// The points of sliding along the rows, and along the columns.
    #[inline(always)]
    pub(crate) fn points(&self, lines: Lines) -> [f64; 2] {
        let (rows, columns) = (patterns_of(lines.rows), patterns_of(lines.columns));
        [self.rows.points(rows), self.columns.points(columns)]
    }

    /// What each action does on the board with these lines.
    #[inline(always)]
    pub(crate) fn act(&self, lines: Lines) -> Acts {
        let rows = patterns_of(lines.rows);
        let columns = patterns_of(lines.columns);
        let effects = self.rows.effects(rows) | self.columns.effects(columns) << 4;
        Acts { rows, columns, effects }
    }

    /// The canonical codes after the actions that go on; of others, the code of some board of the same
    /// layer.
    #[inline(always)]
    pub(crate) fn codes<W: Width>(&self, width: W, acts: &Acts) -> [C; 4] {
        let [left, right] = self.rows.slide(width, acts.rows);
        let [up, down] = self.columns.slide(width, acts.columns);
        C::least_of_four(width, [left, right, up, down])
    }
}

impl<C: Code> Vectors<C> {
    pub(crate) fn new(game: &Game, patterns: &Patterns<impl Places>) -> Self {
        let (shape, base) = (patterns.shape(), patterns.base());
        let cells = Cells::of(shape);
        let corners = part(patterns, &cells.corners);
        let numbers = || patterns.corners.iter().map(|corner| corner.number as u16);
        let corners = Part {
            codes: Table::new(numbers().map(|number| corners.codes[number])),
            empty: Table::new(numbers().map(|number| corners.empty[number])),
            lines: Table::new(numbers().map(|number| corners.lines[number])),
        };
        let (rows, cols) = (shape.rows(), shape.cols());
        let row_cells: Vec<Vec<usize>> =
            (0..rows).map(|r| (0..cols).map(|c| r * cols + c).collect()).collect();
        let column_cells: Vec<Vec<usize>> =
            (0..cols).map(|c| (0..rows).map(|r| r * cols + c).collect()).collect();
        let times = |weights: &Lanes<u64>, exponent| weights.map(|w| C::narrow(w * exponent));
        let four = game.spawn_four().get();
        Self {
            shape,
            base,
            corners,
            high: part(patterns, &cells.high),
            low: part(patterns, &cells.low),
            rows: LineTables::new(game, patterns, &row_cells),
            columns: LineTables::new(game, patterns, &column_cells),
            spawns: std::array::from_fn(|cell| match patterns.weights.get(cell) {
                Some(weights) => [times(weights, 1), times(weights, 2)],
                None => Default::default(),
            }),
            chances: [1.0 - four, four],
        }
    }

    /// The tables that slide boards, of up to three lines or up to four.
    #[inline(always)]
    pub(crate) fn slider(&self, has_four: bool) -> Slider<'_, C> {
        let parts = [&self.corners, &self.high, &self.low].map(|part| part.lines.values());
        Slider { parts, rows: self.rows.slider(has_four), columns: self.columns.slider(has_four) }
    }

    /// The tables that put random tiles on boards.
    #[inline(always)]
    pub(crate) fn spawner(&self) -> Spawner<'_, C> {
        let parts = [&self.corners, &self.high, &self.low];
        Spawner {
            codes: parts.map(|part| part.codes.values()),
            // As long as those above, so that one check of a number does for both.
            empty: parts.map(|part| &part.empty.values()[..part.codes.values().len()]),
            spawns: &self.spawns,
        }
    }

    /// The lines of a board.
    #[inline(always)]
    pub(crate) fn lines(&self, parts: Parts) -> Lines {
        self.slider(true).lines(parts)
    }

    #[inline(always)]
    pub(crate) fn images(&self, parts: Parts) -> Images<C> {
        let Parts { corner, high, low } = parts;
        let codes = add(&self.corners.codes[corner], &self.high.codes[high]);
        Images {
            codes: add(&codes, &self.low.codes[low]),
            empty: self.corners.empty[corner] | self.high.empty[high] | self.low.empty[low],
        }
    }

    /// What each action does on the board with these lines.
    pub(crate) fn act(&self, lines: Lines) -> Acts {
        self.slider(true).act(lines)
    }

    /// The points of sliding along the rows, and along the columns.
    #[inline(always)]
    pub(crate) fn points(&self, lines: Lines) -> [f64; 2] {
        self.slider(true).points(lines)
    }

    /// The canonical codes after a 2 and a 4 on an empty cell.
    #[inline(always)]
    pub(crate) fn spawn<W: Width>(&self, width: W, images: &Images<C>, cell: usize) -> [u64; 2] {
        let images = C::load(width, &images.codes);
        let boards =
            self.spawns[cell].each_ref().map(|spawn| C::plus(width, images, C::load(width, spawn)));
        C::least_of_two(width, boards).map(C::widen)
    }

    /// The board with these lines.
    pub(crate) fn board(&self, lines: Lines) -> Board {
        let mut board = Board::empty(self.shape);
        let cols = self.shape.cols();
        for (row, mut pattern) in patterns_of(lines.rows).into_iter().enumerate() {
            for cell in row * cols..((row + 1) * cols).min(self.shape.cells()) {
                let digit = (u32::from(pattern) % self.base) as u8;
                board = board.with(cell, Exponent::new(digit).unwrap_or_default());
                pattern = (u32::from(pattern) / self.base) as u16;
            }
        }
        board
    }
}

impl<C> Images<C> {
    /// The empty cells, ascending.
    #[inline(always)]
    pub(crate) fn empty_cells(&self) -> EmptyCells {
        EmptyCells(self.empty)
    }
}

/// See [`Images::empty_cells`].
pub(crate) struct EmptyCells(u16);

impl Iterator for EmptyCells {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let cell = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(cell as usize)
    }
}

/// What each pattern of some cells adds; the first cell is the most significant.
fn part<C: Code>(patterns: &Patterns<impl Places>, cells: &[usize]) -> Part<C> {
    let (shape, base) = (patterns.shape(), u64::from(patterns.base()));
    let mut images = vec![Images { codes: Lanes([0u64; LANES]), empty: 0 }];
    let mut lines = vec![Lines::default()];
    for &cell in cells {
        let (r, c) = (cell / shape.cols(), cell % shape.cols());
        let (row, column) = (base.pow(c as u32) << (16 * r), base.pow(r as u32) << (16 * c));
        let weights = &patterns.weights[cell];
        images = images
            .iter()
            .flat_map(|images| {
                (0..base).map(move |exponent| Images {
                    codes: add(&images.codes, &weights.map(|w| w * exponent)),
                    empty: images.empty | u16::from(exponent == 0) << cell,
                })
            })
            .collect();
        lines = lines
            .iter()
            .flat_map(|lines| {
                (0..base).map(move |exponent| {
                    lines.plus(Lines { rows: row * exponent, columns: column * exponent })
                })
            })
            .collect();
    }
    Part {
        codes: Table::new(images.iter().map(|images| images.codes.map(C::narrow))),
        empty: Table::new(images.iter().map(|images| images.empty)),
        lines: Table::new(lines),
    }
}
