//! Boards as vectors: what their parts add up to, and what slides and random tiles do to them.

use mdp2048_model::Game;
use mdp2048_rules::{Action, Board, Exponent, Shape};

use crate::lanes::{Code, LANES, Lanes, add, least};
use crate::patterns::{Cells, Patterns};

/// A place in the line tables for each line of a board: its rows from the top in the first four
/// lanes, its columns from the left in the others. A lane without a line holds a place of an empty
/// line.
pub(crate) type Lines = Lanes<u32>;

/// A board by the numbers of its parts: the ordinal of its corners, the halves of its rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    pub(crate) corner: usize,
    pub(crate) high: usize,
    pub(crate) low: usize,
}

/// What an action leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The action changes nothing.
    Blocked,
    /// The target is made.
    Wins,
    /// The canonical code of the afterstate.
    After(u64),
}

/// The codes of a board's images and its empty cells.
#[derive(Clone, Copy, Debug)]
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
    /// By place: what sliding the line does.
    effects: Vec<u8>,
    /// By place: the points of the merges when the line slides, towards either end.
    points: Vec<u32>,
    /// By place: what the line adds to the images when slid towards its first cell and its last.
    slid: Vec<[Lanes<C>; 2]>,
    /// By cell: what a 2 and a 4 there add to the images.
    spawns: Vec<[Lanes<C>; 2]>,
    /// The probabilities of a 2 and a 4.
    pub(crate) chances: [f64; 2],
}

/// Bits of an effect: sliding towards the first cell, or the last, changes the line; sliding makes
/// the target (towards both ends or neither: some pair merges either way).
const CHANGES: [u8; 2] = [1, 2];
const WINS: u8 = 4;

/// What each pattern of some cells adds, by its number.
#[derive(Default)]
struct Part<C> {
    images: Vec<Images<C>>,
    lines: Vec<Lines>,
}

/// How many places the tables have before those of each line.
fn offsets(shape: Shape, base: u32) -> Lines {
    let row = base.pow(shape.cols() as u32);
    let column = base.pow(shape.rows() as u32);
    let rows = shape.rows() as u32;
    std::array::from_fn(|lane| match lane as u32 {
        lane @ 0..4 => row * lane.min(rows - 1),
        lane => row * rows + column * (lane - 4).min(shape.cols() as u32 - 1),
    })
}

impl<C: Code> Vectors<C> {
    pub(crate) fn new(game: &Game, patterns: &Patterns) -> Self {
        let (shape, base) = (patterns.shape(), patterns.base());
        let cells = Cells::of(shape);
        let part = |cells: &[usize], offsets: Lines| part(patterns, cells, offsets);
        let all_corners = part(&cells.corners, offsets(shape, base));
        let mut corners = Part::default();
        for corner in &patterns.corners {
            corners.images.push(all_corners.images[corner.number as usize]);
            corners.lines.push(all_corners.lines[corner.number as usize]);
        }
        let Slides { effects, points, slid } = Slides::new(game, patterns);
        let times = |weights: &Lanes<u64>, exponent| weights.map(|w| C::narrow(w * exponent));
        let four = game.spawn_four().get();
        Self {
            shape,
            base,
            corners,
            high: part(&cells.high, [0; LANES]),
            low: part(&cells.low, [0; LANES]),
            effects,
            points,
            slid,
            spawns: patterns.weights.iter().map(|w| [times(w, 1), times(w, 2)]).collect(),
            chances: [1.0 - four, four],
        }
    }

    #[inline(always)]
    pub(crate) fn lines(&self, parts: Parts) -> Lines {
        let corner = &self.corners.lines[parts.corner];
        add(&add(corner, &self.high.lines[parts.high]), &self.low.lines[parts.low])
    }

    #[inline(always)]
    pub(crate) fn images(&self, parts: Parts) -> Images<C> {
        let corner = &self.corners.images[parts.corner];
        let (high, low) = (&self.high.images[parts.high], &self.low.images[parts.low]);
        Images {
            codes: add(&add(&corner.codes, &high.codes), &low.codes),
            empty: corner.empty | high.empty | low.empty,
        }
    }

    /// What each action does on the board with these lines, by [`Action::index`].
    #[inline(always)]
    pub(crate) fn act(&self, lines: &Lines) -> [Next; 4] {
        let (rows, columns) = (self.shape.rows(), self.shape.cols());
        let [left, right] = self.act_along([lines[0], lines[1], lines[2], lines[3]], rows);
        let [up, down] = self.act_along([lines[4], lines[5], lines[6], lines[7]], columns);
        [left, right, up, down]
    }

    /// What sliding parallel lines does, towards their first cells and their last.
    #[inline(always)]
    fn act_along(&self, lines: [u32; 4], count: usize) -> [Next; 2] {
        let effect = |line: usize| self.effects[lines[line] as usize];
        let effects = effect(0) | effect(1) | effect(2) | effect(3);
        [self.act_towards(0, effects, lines, count), self.act_towards(1, effects, lines, count)]
    }

    /// What sliding parallel lines towards one end does, given all their effects.
    #[inline(always)]
    fn act_towards(&self, end: usize, effects: u8, lines: [u32; 4], count: usize) -> Next {
        if effects & CHANGES[end] == 0 {
            return Next::Blocked;
        }
        if effects & WINS != 0 {
            return Next::Wins;
        }
        let slid = |line: usize| &self.slid[lines[line] as usize][end];
        let mut images = add(slid(0), slid(1));
        if count > 2 {
            images = add(&images, slid(2));
        }
        if count > 3 {
            images = add(&images, slid(3));
        }
        Next::After(least(&images).widen())
    }

    /// The points of sliding along the rows, and along the columns.
    #[inline(always)]
    pub(crate) fn points(&self, lines: &Lines) -> [f64; 2] {
        let points = |line: usize| self.points[lines[line] as usize];
        let along_rows = points(0) + points(1) + points(2) + points(3);
        let along_columns = points(4) + points(5) + points(6) + points(7);
        [f64::from(along_rows), f64::from(along_columns)]
    }

    /// The canonical codes after a 2 and a 4 on an empty cell.
    #[inline(always)]
    pub(crate) fn spawn(&self, images: &Images<C>, cell: usize) -> [u64; 2] {
        let [two, four] = &self.spawns[cell];
        [least(&add(&images.codes, two)).widen(), least(&add(&images.codes, four)).widen()]
    }

    /// The board with these lines.
    pub(crate) fn board(&self, lines: &Lines) -> Board {
        let offsets = offsets(self.shape, self.base);
        let mut board = Board::empty(self.shape);
        for row in 0..self.shape.rows() {
            let mut pattern = lines[row] - offsets[row];
            for col in 0..self.shape.cols() {
                let tile = Exponent::new((pattern % self.base) as u8).unwrap_or_default();
                board = board.with(row * self.shape.cols() + col, tile);
                pattern /= self.base;
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

/// What each pattern of some cells adds; the first cell is the most significant. `offsets` is
/// added to all lines.
fn part<C: Code>(patterns: &Patterns, cells: &[usize], offsets: Lines) -> Part<C> {
    let (shape, base) = (patterns.shape(), patterns.base());
    let mut images = vec![Images { codes: [0u64; LANES], empty: 0 }];
    let mut lines = vec![offsets];
    for &cell in cells {
        let (r, c) = (cell / shape.cols(), cell % shape.cols());
        let mut line_weights = [0; LANES];
        line_weights[r] = base.pow(c as u32);
        line_weights[4 + c] = base.pow(r as u32);
        let weights = &patterns.weights[cell];
        images = images
            .iter()
            .flat_map(|images| {
                (0..base).map(move |exponent| Images {
                    codes: add(&images.codes, &weights.map(|w| w * u64::from(exponent))),
                    empty: images.empty | u16::from(exponent == 0) << cell,
                })
            })
            .collect();
        lines = lines
            .iter()
            .flat_map(|lines| {
                (0..base).map(move |exponent| add(lines, &line_weights.map(|w| w * exponent)))
            })
            .collect();
    }
    let narrow =
        |images: &Images<u64>| Images { codes: images.codes.map(C::narrow), empty: images.empty };
    Part { images: images.iter().map(narrow).collect(), lines }
}

/// The tables of sliding every pattern of every line, by place.
struct Slides<C> {
    effects: Vec<u8>,
    points: Vec<u32>,
    slid: Vec<[Lanes<C>; 2]>,
}

impl<C: Code> Slides<C> {
    fn new(game: &Game, patterns: &Patterns) -> Self {
        let shape = game.shape();
        let (rows, cols) = (shape.rows(), shape.cols());
        let row_slides = slid_lines(game, cols);
        let column_slides = slid_lines(game, rows);
        let rows_then_columns = (0..rows)
            .map(|r| (&row_slides, (0..cols).map(|c| r * cols + c).collect::<Vec<_>>()))
            .chain((0..cols).map(|c| (&column_slides, (0..rows).map(|r| r * cols + c).collect())));
        let mut tables = Self { effects: Vec::new(), points: Vec::new(), slid: Vec::new() };
        for (slides, cells) in rows_then_columns {
            for slide in slides {
                tables.effects.push(slide.effects);
                tables.points.push(slide.points);
                tables.slid.push([0, 1].map(|end| {
                    let tiles = slide.results[end].iter().zip(&cells);
                    let sum = tiles.fold([0; LANES], |sum, (&exponent, &cell)| {
                        let weights = &patterns.weights[cell];
                        add(&sum, &weights.map(|weight| weight * u64::from(exponent)))
                    });
                    sum.map(C::narrow)
                }));
            }
        }
        tables
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
                let line = slide.map_or(board, |slide| slide.after.board());
                line.tiles().take(length).map(Exponent::get).collect()
            });
            // Equal tiles in a row merge in pairs, as many from either end.
            let points = slides.into_iter().flatten().map(|slide| slide.points).max().unwrap_or(0);
            SlidLine { effects, points, results }
        })
        .collect()
}
