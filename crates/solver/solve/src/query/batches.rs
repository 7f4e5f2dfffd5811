//! Queries of many boards at once.

use std::marker::PhantomData;

use mdp2048_model::{ActionValues, Value, Values};
use mdp2048_rules::{Action, Board, CanonicalState};

use super::questions::{
    ActionValuesOf, BLOCK, Block, LayerBases, PositionOf, QueriedLayer, Query, Question, ValueOf,
};
use super::tables::{AnswerBoards, TablesOfBoards};
use crate::Solution;
use crate::allocate::{self, AllocationError, Array};
use crate::board_index::cells::BoardPatterns;
use crate::board_index::codes::Numbering;
use crate::kernel::expectation::ValueLookup as _;
use crate::kernel::moves::BoardLines;
use crate::kernel::representation::Representation;
use crate::parallel::{self, ParallelTask};
use crate::simd::{Code as _, Simd};

/// The fewest boards of a query that are worth a task of their own.
const LEAST_OF_TASK: usize = 1024;

/// The most boards of a task. They are sorted by layer, so that their look-ups share the caches of
/// the processor.
const MOST_OF_TASK: usize = 1 << 22;

/// The most boards whose action values are held at a time where only what follows from them is
/// asked for: enough for many threads, and few enough for small blocks of memory.
const MOST_OF_PART: usize = 1 << 16;

/// The fewest boards of a layer for which the tables of the bit indices of the layers above are
/// made.
const LEAST_WITH_BASES: usize = 64;

/// The boards of a query, and where their answers go.
type Task<'a, Q> = (&'a [Board], &'a mut [<Q as Question>::Answer]);

/// Answers a question for the boards of a task.
struct AnswerTask<'a, B: Representation, Q> {
    query: Query<'a, B>,
    question: PhantomData<Q>,
}

impl<B: Representation, Q: Question> ParallelTask<Task<'_, Q>> for AnswerTask<'_, B, Q> {
    #[inline(always)]
    fn run(&self, simd: impl Simd, (mut boards, mut answers): Task<'_, Q>) {
        // Where memory is missing, fewer boards are sorted at a time, which takes longer.
        let mut most = boards.len().max(1);
        while !boards.is_empty() {
            let count = most.min(boards.len());
            match SortedBoards::new(&self.query, &boards[..count]) {
                Ok(sorted) => {
                    let (done, rest) = answers.split_at_mut(count);
                    self.answer(simd, &sorted, done);
                    (boards, answers) = (&boards[count..], rest);
                }
                Err(_) => most = count.div_ceil(2),
            }
        }
    }
}

impl<B: Representation, Q: Question> AnswerTask<'_, B, Q> {
    /// Answers the question for sorted boards.
    #[inline(always)]
    fn answer(&self, simd: impl Simd, sorted: &SortedBoards, answers: &mut [Q::Answer]) {
        let Query { solution, numbering, tables, of_boards, .. } = self.query;
        answers.fill(Q::NONE);
        let mut lines = [BoardLines::default(); BLOCK];
        let mut values = [0.0; BLOCK];
        let mut all_ranks = [0; BLOCK];
        let mut out = [Q::NONE; BLOCK];
        let mut codes = [B::Code::default(); BLOCK];
        let mut bases = LayerBases(Vec::new());
        let mut next_below = 0;
        for ((at, layer), boards) in solution.layers.iter().enumerate().zip(sorted.layers()) {
            let below = next_below;
            next_below += layer.states.len();
            if boards.is_empty() {
                continue;
            }
            let above = [1, 2].map(|up| tables.layer_at(layer.index.half_sum().plus(up)));
            let are_many = boards.len() >= LEAST_WITH_BASES;
            bases.keep(&self.query, at, above.into_iter().flatten().filter(|_| are_many));
            let queried = |at: usize| {
                let (layer, bases) = (&solution.layers[at], bases.of(at));
                QueriedLayer { layer, bases }
            };
            let above = above.map(|at| at.map(queried));
            let ranks = layer.states.ranks();
            for boards in boards.chunks(BLOCK) {
                let (lines, values) = (&mut lines[..boards.len()], &mut values[..boards.len()]);
                let out = &mut out[..boards.len()];
                for ((lines, code), board) in lines.iter_mut().zip(&mut codes).zip(boards) {
                    // Only boards that have lines are sorted into a layer.
                    *lines = of_boards.keys.lines(board.key).unwrap_or_default();
                    *code = of_boards.keys.code(simd, *lines);
                }
                let bits = &mut codes[..boards.len()];
                queried(at).numbered(numbering).replace_all(bits.iter_mut());
                let found = values.iter_mut().zip(&mut all_ranks).zip(&*bits);
                for ((value, found_rank), &bit) in found {
                    let (rank, is_state) = ranks.find(bit.widen());
                    let found = layer.values.get(rank).filter(|_| is_state);
                    *value = found.unwrap_or(f64::NAN);
                    *found_rank = rank;
                }
                let block =
                    Block { lines, ranks: &all_ranks[..boards.len()], below, values, above };
                Q::answer(&self.query, simd, &block, out);
                for ((board, value), out) in boards.iter().zip(values).zip(&*out) {
                    if !value.is_nan() {
                        answers[board.at as usize] = *out;
                    }
                }
            }
        }
    }
}

/// Space for an entry for each of some boards. That of few boards is a small block.
fn space<T>(boards: usize) -> Result<Array<T>, AllocationError> {
    match boards {
        0..=LEAST_OF_TASK => Ok(Vec::with_capacity(boards).into()),
        _ => allocate::with_capacity(boards),
    }
}

/// The boards of a task that have the tile sum of a layer, sorted by layer.
struct SortedBoards {
    boards: Array<SortedBoard>,
    /// By layer: the end of its boards.
    ends: Vec<usize>,
}

/// A board of a task.
#[derive(Clone, Copy, Default)]
struct SortedBoard {
    key: u64,
    /// Its position in the task.
    at: u32,
}

impl SortedBoards {
    /// Sorts boards by counting those of each layer.
    ///
    /// # Errors
    /// A lack of memory, if there are more boards than [`LEAST_OF_TASK`].
    #[inline(always)]
    fn new<B: Representation>(
        query: &Query<'_, B>,
        boards: &[Board],
    ) -> Result<Self, AllocationError> {
        let Query { solution, tables, of_boards: TablesOfBoards { keys, .. }, .. } = query;
        let shape = solution.game().shape();
        // Boards that are in no layer come last.
        let none = solution.layers.len();
        let layer_of = |board: &Board| {
            let lines = (board.shape() == shape).then(|| keys.lines(board.key())).flatten();
            let layer = lines.and_then(|lines| tables.layer_at(keys.half_sum(lines)));
            layer.unwrap_or(none) as u32
        };
        let mut layers = space(boards.len())?;
        layers.extend(boards.iter().map(layer_of));
        // The beginning of each layer, which becomes its end below.
        let mut ends = vec![0; none + 2];
        layers.iter().for_each(|&layer| ends[layer as usize + 1] += 1);
        (0..=none).for_each(|layer| ends[layer + 1] += ends[layer]);
        let mut sorted = space(boards.len())?;
        sorted.resize(boards.len(), SortedBoard::default());
        for ((at, board), &layer) in boards.iter().enumerate().zip(layers.iter()) {
            let end = &mut ends[layer as usize];
            sorted[*end] = SortedBoard { key: board.key(), at: at as u32 };
            *end += 1;
        }
        Ok(Self { boards: sorted, ends })
    }

    /// The boards of each layer.
    fn layers(&self) -> impl Iterator<Item = &[SortedBoard]> {
        let mut begin = 0;
        self.ends.iter().map(move |&end| {
            let boards = &self.boards[begin..end];
            begin = end;
            boards
        })
    }
}

impl Solution {
    /// V of each board; `None` where the board is not a reachable state.
    ///
    /// The boards may be in any frame and of any layer. The threads of the current rayon pool share
    /// them.
    ///
    /// ```
    /// use mdp2048::{Game, Solver};
    ///
    /// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
    /// let boards = ["4 8/2 0".parse()?, "16 2/0 0".parse()?];
    /// let values = solution.values_of(&boards);
    /// assert_eq!(values[0], solution.value_at(boards[0]));
    /// assert_eq!(values[1], None, "a won board is an outcome, not a state");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn values_of(&self, boards: &[Board]) -> Vec<Option<Value>> {
        let mut returns = vec![0.0; boards.len()];
        self.expected_returns_of(boards, &mut returns);
        let value = |value: f64| (!value.is_nan()).then(|| self.valued_game().value(value));
        returns.into_iter().map(value).collect()
    }

    /// Writes [`Values::expected_return`] of each board into `returns`: NaN where the board is not
    /// a reachable state. The boards are as for [`Solution::values_of`].
    ///
    /// # Panics
    /// If `returns` and `boards` have different lengths.
    pub fn expected_returns_of(&self, boards: &[Board], returns: &mut [f64]) {
        self.query_tables().of_boards.values(self, boards, returns);
    }

    /// Writes the position of each board among all states into `positions`: layer by layer, in the
    /// order of [`Solution::keys_of`]; `None` where the board is not a reachable state.
    ///
    /// ```
    /// use mdp2048::{Board, Game, Shape, Solver};
    ///
    /// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
    /// let board = |key| Board::from_key(Shape::TWO_BY_TWO, key);
    /// let mut boards: Vec<Board> = Vec::new();
    /// for layer in 0..solution.layers().len() {
    ///     boards.extend(solution.keys_of(layer)?.into_iter().filter_map(board));
    /// }
    /// let mut positions = vec![None; boards.len()];
    /// solution.positions_of(&boards, &mut positions);
    /// assert!(positions.iter().enumerate().all(|(at, &found)| found == Some(at as u64)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If `positions` and `boards` have different lengths.
    pub fn positions_of(&self, boards: &[Board], positions: &mut [Option<u64>]) {
        self.query_tables().of_boards.positions(self, boards, positions);
    }

    /// Q of each action of each board or state; `None` where it is not a reachable state.
    ///
    /// The actions are those on the board as given. With values in double precision, the best Q is
    /// V to the bit, because sums have the order of the solver's. The threads of the current rayon
    /// pool share the boards.
    ///
    /// ```
    /// use mdp2048::{Action, Board, Game, Solver};
    ///
    /// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
    /// let boards: [Board; 1] = ["4 8/2 0".parse()?];
    /// let values = solution.action_values_of(&boards)[0].ok_or("no state")?;
    /// assert_eq!(values.get(Action::Left), None, "no tile can move left");
    /// assert_eq!(values.value(), solution.values_of(&boards)[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn action_values_of(
        &self,
        boards: &[impl Copy + Into<Board>],
    ) -> Vec<Option<ActionValues>> {
        let of_board = |values: [f64; 4]| {
            let values = values.map(|value| (!value.is_nan()).then_some(value));
            let has_values = values.iter().any(Option::is_some);
            has_values.then(|| self.valued_game().action_values(values))
        };
        let mut found = Vec::with_capacity(boards.len());
        for part in boards.chunks(MOST_OF_PART) {
            let part: Vec<Board> = part.iter().map(|&board| board.into()).collect();
            let mut values = vec![ActionValuesOf::NONE; part.len()];
            self.action_returns_of(&part, &mut values);
            found.extend(values.into_iter().map(of_board));
        }
        found
    }

    /// Writes the expected return of each action of each board, by [`Action::index`], into
    /// `returns`: NaN where the action is not allowed, or the board is not a reachable state.
    ///
    /// # Panics
    /// If `returns` and `boards` have different lengths.
    pub fn action_returns_of(&self, boards: &[Board], returns: &mut [[f64; 4]]) {
        self.query_tables().of_boards.action_values(self, boards, returns);
    }

    /// Writes the action of the optimal policy on each board into `actions`; `None` where
    /// [`Solution::action_values_of`] has no action values.
    ///
    /// The actions are those on the board as given. Among equal ones, the policy chooses the first
    /// on the canonical board, as everywhere.
    ///
    /// # Panics
    /// If `actions` and `boards` have different lengths.
    pub fn best_actions_of(&self, boards: &[Board], actions: &mut [Option<Action>]) {
        assert_eq!(boards.len(), actions.len(), "an action for each board");
        for (boards, actions) in boards.chunks(MOST_OF_PART).zip(actions.chunks_mut(MOST_OF_PART)) {
            for ((&board, values), action) in
                boards.iter().zip(self.action_values_of(boards)).zip(actions)
            {
                let symmetry = CanonicalState::of(board).1.inverse();
                let choice = values.and_then(|values| values.before(symmetry).choice());
                *action = choice.map(|action| symmetry.action(action));
            }
        }
    }
}

impl<B: Representation> AnswerBoards for TablesOfBoards<B> {
    fn board(&self, parts: BoardPatterns) -> Board {
        self.boards.board(self.boards.lines(parts))
    }

    fn values(&self, solution: &Solution, boards: &[Board], values: &mut [f64]) {
        self.answer::<ValueOf>(solution, boards, values);
    }

    fn positions(&self, solution: &Solution, boards: &[Board], positions: &mut [Option<u64>]) {
        self.answer::<PositionOf>(solution, boards, positions);
    }

    fn action_values(&self, solution: &Solution, boards: &[Board], values: &mut [[f64; 4]]) {
        self.answer::<ActionValuesOf>(solution, boards, values);
    }
}

impl<B: Representation> TablesOfBoards<B> {
    /// Answers a question for each board.
    fn answer<Q: Question>(
        &self,
        solution: &Solution,
        boards: &[Board],
        answers: &mut [Q::Answer],
    ) {
        assert_eq!(boards.len(), answers.len(), "an answer for each board");
        let query = Query {
            solution,
            numbering: Numbering { codes: &solution.codes, ranks: &self.ranks },
            tables: solution.query_tables(),
            of_boards: self,
            rewards: solution.rewards(),
        };
        let each = boards.len().div_ceil(parallel::threads()).clamp(LEAST_OF_TASK, MOST_OF_TASK);
        let tasks = boards.chunks(each).zip(answers.chunks_mut(each)).collect();
        parallel::run(tasks, &AnswerTask::<B, Q> { query, question: PhantomData });
    }
}
