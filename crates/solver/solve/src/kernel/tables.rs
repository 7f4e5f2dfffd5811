//! All lookup tables of a game that decode, slide and extend boards.

use mdp2048_model::Game;
use mdp2048_rules::{Board, Shape};

use crate::board_index::cells::{BoardPatterns, CellGroups};
use crate::board_index::codes::BoardCodes;
use crate::board_index::table::PatternTable;
use crate::simd::{Code, LANES, Lanes, add};

use super::layout::LineLayout;
use super::lines::LineTables;
use super::moves::{BoardLines, Slider, split_lines};
use super::spawns::{SpawnImages, Spawner};

/// The lookup tables of a game, for codes of one width.
pub(crate) struct BoardTables<C> {
    shape: Shape,
    corners: PartTable<C>,
    high: PartTable<C>,
    low: PartTable<C>,
    rows: LineTables<C>,
    columns: LineTables<C>,
    spawn_images: SpawnImages<C>,
    /// The probabilities of a 2 and of a 4.
    pub(crate) spawn_probabilities: [f64; 2],
}

/// The codes of the symmetry images of some cells, and the empty ones of these cells.
#[derive(Clone, Copy)]
struct CellImages {
    codes: Lanes<u64>,
    /// A bit for each empty cell.
    empty: u16,
}

/// What each pattern of a group of cells adds to a board. Corner patterns are numbered by ordinal.
struct PartTable<C> {
    /// What it adds to the codes of the symmetry images.
    codes: PatternTable<Lanes<C>>,
    /// A bit for each empty cell.
    empty: PatternTable<u16>,
    /// What it adds to the line patterns; corner patterns also add those of the empty board.
    lines: PatternTable<BoardLines>,
}

impl<C: Code> BoardTables<C> {
    /// Returns the tables of a game with these codes.
    pub(crate) fn new(game: &Game, codes: &BoardCodes) -> Self {
        let (shape, radix) = (codes.shape, codes.radix);
        let cells = CellGroups::of(shape, u64::from(radix));
        let layouts =
            [LineLayout::rows(shape, radix.into()), LineLayout::columns(shape, radix.into())];
        let [rows, columns] = &layouts;
        let none = BoardLines::default();
        let empty = BoardLines { rows: rows.empty(), columns: columns.empty() };
        let corners = PartTable::new(codes, &cells.corners, &layouts, empty);
        let numbers = || codes.corners.representatives.iter().map(|corner| corner.number as u16);
        let corners = PartTable {
            codes: PatternTable::new(numbers().map(|number| corners.codes[number])),
            empty: PatternTable::new(numbers().map(|number| corners.empty[number])),
            lines: PatternTable::new(numbers().map(|number| corners.lines[number])),
        };
        let times = |weights: &Lanes<u64>, exponent| weights.map(|w| C::narrow(w * exponent));
        let four = game.spawn_four().get();
        Self {
            shape,
            corners,
            high: PartTable::new(codes, &cells.high, &layouts, none),
            low: PartTable::new(codes, &cells.low, &layouts, none),
            rows: LineTables::new(game, codes, rows),
            columns: LineTables::new(game, codes, columns),
            spawn_images: std::array::from_fn(|cell| match codes.weights.get(cell) {
                Some(weights) => [times(weights, 1), times(weights, 2)],
                None => [Lanes::default(); 2],
            }),
            spawn_probabilities: [1.0 - four, four],
        }
    }

    /// Borrows the tables of slides, for boards with at most three rows and columns, or at most
    /// four.
    #[inline(always)]
    pub(crate) fn slider(&self, has_fourth_line: bool) -> Slider<'_, C> {
        let parts = [&self.corners, &self.high, &self.low].map(|part| part.lines.values());
        let (rows, columns) = (&self.rows, &self.columns);
        Slider::new(parts, rows.slider(has_fourth_line), columns.slider(has_fourth_line))
    }

    /// Borrows the tables of random tiles.
    #[inline(always)]
    pub(crate) fn spawner(&self) -> Spawner<'_, C> {
        let parts = [&self.corners, &self.high, &self.low];
        let codes = parts.map(|part| part.codes.values());
        Spawner::new(codes, parts.map(|part| part.empty.values()), &self.spawn_images)
    }

    /// Returns the line patterns of a board.
    #[inline(always)]
    pub(crate) fn lines(&self, parts: BoardPatterns) -> BoardLines {
        self.slider(true).lines(parts)
    }

    /// Returns the board with these line patterns.
    pub(crate) fn board(&self, lines: BoardLines) -> Board {
        let rows = split_lines(lines.rows).into_iter().take(self.shape.rows());
        let key = rows.fold(0, |key, row| key << (4 * self.shape.cols()) | self.rows.key(row));
        // A row has as many digits as the board has columns, so the key is that of a board.
        Board::from_key(self.shape, key).unwrap_or(Board::empty(self.shape))
    }

    /// The size of the tables in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let parts = self.corners.bytes() + self.high.bytes() + self.low.bytes();
        parts + self.rows.bytes() + self.columns.bytes()
    }
}

impl<C: Code> PartTable<C> {
    /// Returns the table of all patterns of some cells, the first of which is the most significant.
    /// The layouts of rows and columns give what the cells add to the line patterns, beside
    /// `empty`.
    fn new(
        codes: &BoardCodes,
        cells: &[usize],
        [rows, columns]: &[LineLayout; 2],
        empty: BoardLines,
    ) -> Self {
        let radix = u64::from(codes.radix);
        let mut images = vec![CellImages { codes: Lanes([0u64; LANES]), empty: 0 }];
        let mut lines = vec![empty];
        for &cell in cells {
            let (row, column) = (rows.weight(cell), columns.weight(cell));
            let weights = &codes.weights[cell];
            images = images
                .iter()
                .flat_map(|images| {
                    (0..radix).map(move |exponent| CellImages {
                        codes: add(&images.codes, &weights.map(|w| w * exponent)),
                        empty: images.empty | u16::from(exponent == 0) << cell,
                    })
                })
                .collect();
            lines = lines
                .iter()
                .flat_map(|lines| {
                    (0..radix).map(move |exponent| {
                        lines.plus(BoardLines { rows: row * exponent, columns: column * exponent })
                    })
                })
                .collect();
        }
        Self {
            codes: PatternTable::new(images.iter().map(|images| images.codes.map(C::narrow))),
            empty: PatternTable::new(images.iter().map(|images| images.empty)),
            lines: PatternTable::new(lines),
        }
    }

    /// The size of the table in bytes.
    fn bytes(&self) -> u64 {
        self.codes.bytes() + self.empty.bytes() + self.lines.bytes()
    }
}
