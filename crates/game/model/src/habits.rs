//! What a policy does without having been taught: where its large tiles lie, which merges it puts
//! off, and how often one action alone is good.

use std::collections::BTreeMap;

use mdp2048_rules::{Action, Board, Cell, Exponent, Shape, Symmetry};

use crate::action_values::ActionValues;
use crate::compensated_sum::CompensatedSum;

/// How many of the largest tiles are followed.
pub const LARGEST_TILES: usize = 4;

/// The largest share of the value of a state that a good action loses.
pub const GOOD_LOSS: f64 = 0.01;

/// Where a cell lies on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellPlace {
    /// In a corner.
    Corner,
    /// At an edge, in no corner.
    Edge,
    /// At no edge.
    Inner,
}

impl CellPlace {
    /// All places.
    pub const ALL: [Self; 3] = [Self::Corner, Self::Edge, Self::Inner];

    /// The place of a cell. The cells of a board with one row or column are corners and edges.
    ///
    /// ```
    /// use mdp2048::{CellPlace, Shape};
    ///
    /// let places = [0, 1, 4].map(|cell| CellPlace::of(Shape::THREE_BY_THREE, cell));
    /// assert_eq!(places, CellPlace::ALL);
    /// ```
    pub const fn of(shape: Shape, cell: Cell) -> Self {
        let (row, col) = (cell / shape.cols(), cell % shape.cols());
        let is_first_or_last_row = row == 0 || row + 1 == shape.rows();
        let is_first_or_last_col = col == 0 || col + 1 == shape.cols();
        match (is_first_or_last_row, is_first_or_last_col) {
            (true, true) => Self::Corner,
            (false, false) => Self::Inner,
            _ => Self::Edge,
        }
    }
}

/// How the four largest tiles of a board lie. Where equal tiles leave a choice which four these
/// are, a block comes first, then a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LargestTiles {
    /// They fill the two by two cells of a corner. Whether the smallest of them lies on the cell
    /// that is diagonally opposite to the corner.
    Block(bool),
    /// They lie in one row or column at an edge, or three of them do where that has three cells.
    Line,
    /// Neither.
    Other,
}

impl LargestTiles {
    /// How the four largest tiles of a board lie; `None` if it has fewer tiles, locked cells, or
    /// neither three rows nor three columns.
    ///
    /// ```
    /// use mdp2048::{Board, LargestTiles};
    ///
    /// let of = |text: &str| Ok::<_, mdp2048::NotationError>(LargestTiles::of(text.parse()?));
    /// assert_eq!(of("64 32 2/16 8 0/0 0 0")?, Some(LargestTiles::Block(true)));
    /// assert_eq!(of("64 8 2/16 32 0/0 0 0")?, Some(LargestTiles::Block(false)));
    /// assert_eq!(of("64 32 16/8 2 0/0 0 0")?, Some(LargestTiles::Line));
    /// assert_eq!(of("64 0 16/0 2 0/8 0 32")?, Some(LargestTiles::Other));
    /// assert_eq!(of("64 0 16/0 0 0/0 0 32")?, None);
    /// # Ok::<(), mdp2048::NotationError>(())
    /// ```
    pub fn of(board: Board) -> Option<Self> {
        let shape = board.shape();
        if shape.has_locked() || (shape.rows() < 3 && shape.cols() < 3) {
            return None;
        }
        let (rows, cols) = (shape.rows(), shape.cols());
        let tiles = RankedTiles::of(board);
        let (least, _) = *tiles.all().get(LARGEST_TILES - 1)?;
        // These are among the four largest, whichever of equal tiles are chosen.
        let certain = tiles.all().iter().filter(|(tile, _)| *tile > least).count();
        // Whether so many of the four largest tiles can be chosen on these cells.
        let hold = |cells: &mut dyn Iterator<Item = Cell>, most: usize| {
            let (mut inside, mut certain_inside) = (0, 0);
            for tile in cells.map(|cell| board.tile(cell)) {
                inside += usize::from(tile >= least);
                certain_inside += usize::from(tile > least);
            }
            inside >= most && certain - certain_inside <= LARGEST_TILES - most
        };
        for (row, col) in [(0, 0), (0, cols - 1), (rows - 1, 0), (rows - 1, cols - 1)] {
            let (near_row, near_col) = (row.min(rows - 2), col.min(cols - 2));
            let block = || (0..4).map(|at| (near_row + at / 2) * cols + near_col + at % 2);
            if hold(&mut block(), LARGEST_TILES) {
                let inner_row = if row == 0 { 1 } else { rows - 2 };
                let inner_col = if col == 0 { 1 } else { cols - 2 };
                let smallest = block().map(|cell| board.tile(cell)).min();
                let inner = board.tile(inner_row * cols + inner_col);
                return Some(Self::Block(smallest == Some(inner)));
            }
        }
        let is_line = |length: usize, cell: &dyn Fn(usize) -> Cell| {
            length >= 3 && hold(&mut (0..length).map(cell), length.min(LARGEST_TILES))
        };
        let is_row = |row: usize| is_line(cols, &|at| row * cols + at);
        let is_col = |col: usize| is_line(rows, &|at| at * cols + col);
        let lies_in_line = is_row(0) || is_row(rows - 1) || is_col(0) || is_col(cols - 1);
        Some(if lies_in_line { Self::Line } else { Self::Other })
    }
}

/// The habits of a policy on the boards whose largest tile is the same. Every number is an expected
/// number of visits of one game to boards on which it moves, or a sum over them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileHabits {
    visits: CompensatedSum,
    cells: [Vec<CompensatedSum>; LARGEST_TILES],
    four: CompensatedSum,
    block: CompensatedSum,
    block_smallest_inner: CompensatedSum,
    line: CompensatedSum,
    pairs: CompensatedSum,
    pairs_left: CompensatedSum,
    pairs_left_others_merge: CompensatedSum,
    pairs_left_tied: CompensatedSum,
    pair_cost: CompensatedSum,
    good: [CompensatedSum; 4],
}

impl TileHabits {
    /// Visits to boards with this largest tile.
    pub fn visits(&self) -> f64 {
        self.visits.total()
    }

    /// Visits in which the largest tile (0), the second (1), the third (2) or the fourth (3) lies
    /// on each cell, row-major. Each board is turned and reflected so that the cells of these tiles,
    /// from the largest on, have the least numbers: a largest tile in a corner lies on cell 0.
    pub fn cells(&self, rank: usize) -> impl ExactSizeIterator<Item = f64> {
        self.cells[rank].iter().map(|sum| sum.total())
    }

    /// Visits in which the largest tile lies at a place of the board of this shape.
    pub fn largest_at(&self, shape: Shape, place: CellPlace) -> f64 {
        let cells = self.cells(0).enumerate();
        cells.filter(|&(cell, _)| CellPlace::of(shape, cell) == place).map(|(_, sum)| sum).sum()
    }

    /// Visits to boards of which [`LargestTiles::of`] knows how they lie.
    pub fn with_four_tiles(&self) -> f64 {
        self.four.total()
    }

    /// Of [`TileHabits::with_four_tiles`], those in a block.
    pub fn blocks(&self) -> f64 {
        self.block.total()
    }

    /// Of [`TileHabits::blocks`], those whose smallest tile is opposite to the corner.
    pub fn blocks_with_smallest_inner(&self) -> f64 {
        self.block_smallest_inner.total()
    }

    /// Of [`TileHabits::with_four_tiles`], those in a line.
    pub fn lines(&self) -> f64 {
        self.line.total()
    }

    /// Visits to boards on which an action merges two of the largest tile.
    pub fn pairs(&self) -> f64 {
        self.pairs.total()
    }

    /// Of [`TileHabits::pairs`], those in which the policy does not merge them.
    pub fn pairs_left(&self) -> f64 {
        self.pairs_left.total()
    }

    /// Of [`TileHabits::pairs_left`], those in which it merges other tiles.
    pub fn pairs_left_others_merge(&self) -> f64 {
        self.pairs_left_others_merge.total()
    }

    /// Of [`TileHabits::pairs_left`], those in which merging them is as good.
    pub fn pairs_left_tied(&self) -> f64 {
        self.pairs_left_tied.total()
    }

    /// What merging them would lose, summed over [`TileHabits::pairs_left`], in the unit of the
    /// values.
    pub fn pair_cost(&self) -> f64 {
        self.pair_cost.total()
    }

    /// Visits to boards on which this number of actions (1 to 4) is good: their values are at most
    /// [`GOOD_LOSS`] of the best below it.
    pub fn with_good_actions(&self, number: usize) -> f64 {
        number.checked_sub(1).and_then(|at| self.good.get(at)).map_or(0.0, |sum| sum.total())
    }
}

/// The habits of a policy.
///
/// ```
/// use mdp2048::{Action, Exponent, Game, Habits, Objective, ValuedGame};
///
/// let game = Game::builder().board(2, 2).objective(Objective::Score).build()?;
/// let values = [None, Some(10.0), Some(9.95), Some(8.0)];
/// let values = ValuedGame::from(game).action_values(values);
/// let mut habits = Habits::default();
/// habits.add("8 0/8 4".parse()?, Action::Right, 0.5, &values);
/// let row = habits.of(Exponent::from_face(8)?).ok_or("no board has an 8")?;
/// assert_eq!((row.visits(), row.pairs_left(), row.with_good_actions(2)), (0.5, 0.5, 0.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Habits(BTreeMap<Exponent, TileHabits>);

impl Habits {
    /// Adds a visit of this probability to a board on which the policy takes an action.
    pub fn add(&mut self, board: Board, action: Action, probability: f64, values: &ActionValues) {
        let largest = board.largest();
        let row = self.0.entry(largest).or_default();
        row.visits.add(probability);
        for (cells, cell) in row.cells.iter_mut().zip(largest_cells(board)) {
            cells.resize(board.shape().cells(), CompensatedSum::default());
            if let Some(cell) = cell {
                cells[cell].add(probability);
            }
        }
        if let Some(lie) = LargestTiles::of(board) {
            row.four.add(probability);
            match lie {
                LargestTiles::Block(is_smallest_inner) => {
                    row.block.add(probability);
                    if is_smallest_inner {
                        row.block_smallest_inner.add(probability);
                    }
                }
                LargestTiles::Line => row.line.add(probability),
                LargestTiles::Other => {}
            }
        }
        row.add_pair(board, action, probability, values);
        let most = values.value().map_or(0.0, |value| GOOD_LOSS * value.get());
        let is_good = |&action: &Action| values.regret(action).is_some_and(|regret| regret <= most);
        let good = Action::ALL.iter().filter(|action| is_good(action)).count();
        if let Some(sum) = good.checked_sub(1).and_then(|at| row.good.get_mut(at)) {
            sum.add(probability);
        }
    }

    /// The habits on boards with this largest tile.
    pub fn of(&self, largest: Exponent) -> Option<&TileHabits> {
        self.0.get(&largest)
    }

    /// The habits by largest tile, ascending.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (Exponent, &TileHabits)> {
        self.0.iter().map(|(&largest, row)| (largest, row))
    }
}

impl TileHabits {
    /// Adds what the policy does where two of the largest tile can merge.
    fn add_pair(&mut self, board: Board, action: Action, probability: f64, values: &ActionValues) {
        let largest = board.largest();
        if board.free_tiles().filter(|&tile| tile == largest).count() < 2 {
            return;
        }
        let merge_of = |action| board.slide(action).map_or(Exponent::EMPTY, |it| it.largest_merge);
        let merges = |action: &Action| merge_of(*action) > largest;
        let merging = Action::ALL.into_iter().filter(merges);
        let Some(regret) = merging.filter_map(|action| values.regret(action)).reduce(f64::min)
        else {
            return;
        };
        self.pairs.add(probability);
        if !merges(&action) {
            self.pairs_left.add(probability);
            self.pair_cost.add(probability * regret);
            if values.best().any(|action| merges(&action)) {
                self.pairs_left_tied.add(probability);
            }
            if !merge_of(action).is_empty() {
                self.pairs_left_others_merge.add(probability);
            }
        }
    }
}

/// Some tiles with their cells: the largest first, and of equal ones that on the cell of the least
/// number.
struct RankedTiles {
    tiles: [(Exponent, Cell); MOST_CELLS],
    len: usize,
}

/// The most cells of a board.
const MOST_CELLS: usize = 16;

impl RankedTiles {
    const NONE: Self = Self { tiles: [(Exponent::EMPTY, 0); MOST_CELLS], len: 0 };

    /// The tiles on the free cells of a board.
    fn of(board: Board) -> Self {
        let mut ranked = Self::NONE;
        for (cell, tile) in board.tiles().enumerate() {
            if !tile.is_empty() && !board.shape().is_locked(cell) {
                ranked.insert(tile, cell);
            }
        }
        ranked
    }

    /// Adds a tile. There are at most as many as cells.
    fn insert(&mut self, tile: Exponent, cell: Cell) {
        let mut at = self.len;
        while at > 0 && (self.tiles[at - 1].0, cell) < (tile, self.tiles[at - 1].1) {
            self.tiles[at] = self.tiles[at - 1];
            at -= 1;
        }
        self.tiles[at] = (tile, cell);
        self.len += 1;
    }

    fn all(&self) -> &[(Exponent, Cell)] {
        &self.tiles[..self.len]
    }
}

/// The cells of the largest tiles, on the image of a board on which these cells have the least
/// numbers.
fn largest_cells(board: Board) -> [Option<Cell>; LARGEST_TILES] {
    let shape = board.shape();
    let ranked = RankedTiles::of(board);
    // Any of equal tiles may be the fourth on an image.
    let least = ranked.all().get(LARGEST_TILES - 1).map_or(Exponent::EMPTY, |&(tile, _)| tile);
    let on_image = |symmetry: &Symmetry| {
        let mut image = RankedTiles::NONE;
        for &(tile, cell) in ranked.all().iter().take_while(|&&(tile, _)| tile >= least) {
            image.insert(tile, symmetry.cell(shape, cell));
        }
        std::array::from_fn(|rank| image.all().get(rank).map(|&(_, cell)| cell))
    };
    // All images have equally many tiles.
    Symmetry::of(shape).iter().map(on_image).min().unwrap_or_default()
}
