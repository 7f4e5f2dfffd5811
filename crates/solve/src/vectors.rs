//! Boards as vectors: what their parts add up to, and what slides and random tiles do to them.

use mdp2048_model::Game;
use mdp2048_rules::{Action, Board, Exponent, Shape};

use crate::lanes::{Code, LANES, Lanes, Width, add};
use crate::patterns::{Cells, Patterns};
use crate::rests::Places;
use crate::table::Table;

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

/// The patterns of four parallel lines, of which those beyond the board are empty.
#[inline(always)]
fn patterns_of(lines: u64) -> [u16; 4] {
    std::array::from_fn(|line| (lines >> (16 * line)) as u16)
}

/// A board by the numbers of its parts: the ordinal of its corners, the halves of its rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    pub(crate) corner: u16,
    pub(crate) high: u16,
    pub(crate) low: u16,
}

/// What the actions on a board lead to, by [`Action::index`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Acts {
    /// The canonical codes of the afterstates, of actions that go on; of others, the code of some
    /// board of the same layer.
    rows: [u16; 4],
    columns: [u16; 4],
    // The effects of the rows' slides in the low half, of the columns' in the high half.
    effects: u8,
}

impl Acts {
    #[inline(always)]
    pub(crate) fn code<C: Code>(
        &self,
        width: impl Width,
        vectors: &Vectors<C>,
        action: usize,
    ) -> u64 {
        if action < 2 {
            vectors.rows.slide(width, self.rows, action)
        } else {
            vectors.columns.slide(width, self.columns, action - 2)
        }
    }

    /// Whether no action is allowed.
    #[inline(always)]
    pub(crate) const fn lost(&self) -> bool {
        self.effects & ANY_CHANGES == 0
    }

    /// Whether an action is allowed.
    #[inline(always)]
    pub(crate) const fn allowed(&self, action: usize) -> bool {
        self.effects & [1, 2, 1 << 4, 2 << 4][action] != 0
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
    spawns: Vec<[Lanes<C>; 2]>,
    /// The probabilities of a 2 and a 4.
    pub(crate) chances: [f64; 2],
}

/// Bits of an effect: sliding towards the first cell, or the last, changes the line; sliding makes
/// the target (towards both ends or neither: some pair merges either way).
const CHANGES: [u8; 2] = [1, 2];
const WINS: u8 = 4;
const ANY_CHANGES: u8 = 0x33;

/// What each pattern of some cells adds, by its number.
struct Part<C> {
    codes: Table<Lanes<C>>,
    empty: Table<u16>,
    rows: Table<u64>,
    columns: Table<u64>,
}

/// What sliding does to parallel lines.
struct LineTables<C> {
    /// How many lines there are, 2 to 4.
    count: usize,
    /// By pattern: what sliding the line does.
    effects: Table<u8>,
    /// By pattern: the points of the merges when the line slides, towards either end.
    points: Table<u32>,
    /// By line and pattern: what the line adds to the images when slid towards its first cell and
    /// its last.
    slid: [Table<[Lanes<C>; 2]>; 4],
}

impl<C> Part<C> {
    #[inline(always)]
    fn lines(&self, number: u16) -> Lines {
        Lines { rows: self.rows[number], columns: self.columns[number] }
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
            rows: Table::new(numbers().map(|number| corners.rows[number])),
            columns: Table::new(numbers().map(|number| corners.columns[number])),
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
            spawns: patterns.weights.iter().map(|w| [times(w, 1), times(w, 2)]).collect(),
            chances: [1.0 - four, four],
        }
    }

    #[inline(always)]
    pub(crate) fn lines(&self, parts: Parts) -> Lines {
        let corner = self.corners.lines(parts.corner);
        corner.plus(self.high.lines(parts.high)).plus(self.low.lines(parts.low))
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
    #[inline(always)]
    pub(crate) fn act(&self, lines: Lines) -> Acts {
        let rows = patterns_of(lines.rows);
        let columns = patterns_of(lines.columns);
        let effects = self.rows.effects(rows) | self.columns.effects(columns) << 4;
        Acts { rows, columns, effects }
    }

    /// The points of sliding along the rows, and along the columns.
    #[inline(always)]
    pub(crate) fn points(&self, lines: Lines) -> [f64; 2] {
        [self.rows.points(lines.rows), self.columns.points(lines.columns)]
    }

    /// The canonical codes after a 2 and a 4 on an empty cell.
    #[inline(always)]
    pub(crate) fn spawn(&self, width: impl Width, images: &Images<C>, cell: usize) -> [u64; 2] {
        let [two, four] = &self.spawns[cell];
        [two, four].map(|spawn| C::least(width, &add(&images.codes, spawn)).widen())
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

impl<C: Code> LineTables<C> {
    /// The tables of lines that consist of these cells.
    fn new(game: &Game, patterns: &Patterns<impl Places>, lines: &[Vec<usize>]) -> Self {
        let slides = slid_lines(game, lines[0].len());
        let slid = |cells: &Vec<usize>| {
            Table::new(slides.iter().map(|slide| {
                [0, 1].map(|end| {
                    let tiles = slide.results[end].iter().zip(cells);
                    let sum = tiles.fold([0; LANES], |sum, (&exponent, &cell)| {
                        let weights = &patterns.weights[cell];
                        add(&sum, &weights.map(|weight| weight * u64::from(exponent)))
                    });
                    sum.map(C::narrow)
                })
            }))
        };
        Self {
            count: lines.len(),
            effects: Table::new(slides.iter().map(|slide| slide.effects)),
            points: Table::new(slides.iter().map(|slide| slide.points)),
            slid: std::array::from_fn(|line| match lines.get(line) {
                Some(cells) => slid(cells),
                None => Table::new([]),
            }),
        }
    }

    /// What sliding the lines does, all taken together.
    #[inline(always)]
    fn effects(&self, lines: [u16; 4]) -> u8 {
        let effect = |line: usize| self.effects[lines[line]];
        effect(0) | effect(1) | effect(2) | effect(3)
    }

    /// The canonical code after sliding the lines towards their first cells (0) or their last (1).
    #[inline(always)]
    fn slide(&self, width: impl Width, lines: [u16; 4], end: usize) -> u64 {
        let slid = |line: usize| &self.slid[line][lines[line]][end];
        let mut images = add(slid(0), slid(1));
        if self.count > 2 {
            images = add(&images, slid(2));
        }
        if self.count > 3 {
            images = add(&images, slid(3));
        }
        C::least(width, &images).widen()
    }

    #[inline(always)]
    fn points(&self, lines: u64) -> f64 {
        let points = patterns_of(lines).into_iter().map(|line| self.points[line]);
        f64::from(points.sum::<u32>())
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
    let mut images = vec![Images { codes: [0u64; LANES], empty: 0 }];
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
        rows: Table::new(lines.iter().map(|lines| lines.rows)),
        columns: Table::new(lines.iter().map(|lines| lines.columns)),
    }
}

/// A line slid towards its first cell and its last.
struct SlidLine {
    effects: u8,
    points: u32,
    results: [Vec<u8>; 2],
}

/// Every pattern of a line of some length, slid as the rules slide a row; the first cell is the
/// least significant.
fn slid_lines(game: &Game, length: usize) -> Vec<SlidLine> {
    // The line is the first of two rows of a board; the second is empty and does not move.
    let base = u32::from(game.radix());
    let Ok(shape) = Shape::new(2, length as u8) else { return Vec::new() };
    (0..base.pow(length as u32))
        .map(|pattern| {
            let mut board = Board::empty(shape);
            for cell in 0..length {
                let digit = pattern / base.pow(cell as u32) % base;
                board = board.with(cell, Exponent::new(digit as u8).unwrap_or_default());
            }
            let slides = [Action::Left, Action::Right].map(|action| board.slide(action));
            let mut effects = 0;
            for (slide, changes) in slides.iter().zip(CHANGES) {
                if let Some(slide) = slide {
                    effects |= changes;
                    if game.ends_with(slide.largest_merge) {
                        effects |= WINS;
                    }
                }
            }
            let results = slides.map(|slide| {
                // A target tile has no digit, and what follows it does not matter.
                let goes_on = slide.filter(|_| effects & WINS == 0);
                let line = goes_on.map_or(board, |slide| slide.after.board());
                line.tiles().take(length).map(Exponent::get).collect()
            });
            // Equal tiles in a row merge in pairs, as many from either end.
            let points = slides.into_iter().flatten().map(|slide| slide.points).max().unwrap_or(0);
            SlidLine { effects, points, results }
        })
        .collect()
}
