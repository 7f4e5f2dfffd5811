//! Minimax and expectimax to a fixed depth, as in the report "AI Plays 2048".
//!
//! The report leaves some things open. The readings taken here:
//!
//! - The depth is the number of the player's own moves that are looked ahead. A random tile follows
//!   each of them.
//! - The board after the last random tile is evaluated, or the last board of a game that ends
//!   before.
//! - A pruned search places the random tile of a move with d moves left, that move included, only
//!   on min(d, number of empty cells, 4) empty cells, those of the largest weight. The probability
//!   of the others is spread over these evenly. The report also tried 6 instead of 4: with fewer
//!   than 5 moves this is the same search.
//! - Its Algorithm 1 has max, min and chance nodes in one tree, and its text has either a worst or a
//!   random tile. A random tile is one of both here: a min node in minimax, a chance node in
//!   expectimax.
//! - The values of the weights are not in the report. [`Weights`] has ours.
//! - A move that makes the target of the game, if there is one, is worth more than any evaluation.
//!
//! The same afterstate follows from many boards and orders of moves, so the values of those with
//! more than one move left are kept in a table. This does not change any value.

mod evaluation;
mod weights;

use mdp2048_model::{MoveResult, Probability};
use mdp2048_rules::{Afterstate, AfterstateCache, Cell, Exponent};

pub(crate) use self::evaluation::Evaluation;
use self::evaluation::Evaluator;
pub(crate) use self::weights::Weights;
use crate::agent::{ActionEstimates, Agent, Position};
use crate::simulator::Simulator;

/// The value of a move that makes the target. Every evaluation is below.
const WIN: f64 = 1e18;

/// How the random tile is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opponent {
    /// Minimax: the tile and the cell that are the worst for the player.
    Worst,
    /// Expectimax: the expected value.
    Random,
}

/// The parameters of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SearchOptions {
    /// How the random tile is treated.
    pub(crate) opponent: Opponent,
    /// The number of moves looked ahead, at least 1.
    pub(crate) depth: u32,
    /// The value of a board at the last depth.
    pub(crate) evaluation: Evaluation,
    /// The weights of the cells, for the evaluation and for pruning.
    pub(crate) weights: Weights,
    /// The most cells on which the random tile is placed, and at most one for each move left; on
    /// all of them if `None`. The report has 4, and tried 6.
    pub(crate) pruned: Option<u32>,
    /// The probability of a 4 that the search assumes. The report uses 0.2 where the game has 0.1.
    pub(crate) spawn_four: Probability,
}

/// The value of an afterstate with some points.
#[derive(Clone, Copy, Debug, Default)]
struct SearchedValue {
    points: u64,
    /// The number of moves left, the one that led to the afterstate included.
    depth: u32,
    value: f64,
}

/// The values that were searched before. The key is that of the afterstate xor the points and the
/// depth. They stay valid for all games of one search.
type SearchedValues = AfterstateCache<SearchedValue, 17>;

/// A search for the action of the highest value.
#[derive(Clone, Debug)]
pub(crate) struct TreeSearch {
    tree: SearchTree,
    values: SearchedValues,
}

/// What the values of a search depend on.
#[derive(Clone, Debug)]
struct SearchTree {
    simulator: Simulator,
    options: SearchOptions,
    evaluator: Evaluator,
    /// All cells by falling weight.
    cells: Vec<Cell>,
}

impl TreeSearch {
    /// The search for a game.
    pub(crate) fn new(simulator: Simulator, options: SearchOptions) -> Self {
        let shape = simulator.game().shape();
        let weights = options.weights.of_cells(shape);
        let mut cells: Vec<Cell> = (0..shape.cells()).collect();
        cells.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
        let evaluator = Evaluator::new(shape, options.evaluation, &weights);
        let tree = SearchTree { simulator, options, evaluator, cells };
        Self { tree, values: SearchedValues::default() }
    }
}

impl SearchTree {
    /// The value of a position with `depth` moves left: that of its best action.
    fn value(&self, values: &mut SearchedValues, position: Position, depth: u32) -> f64 {
        let moves = self.simulator.moves(position).take(if depth == 0 { 0 } else { 4 });
        let of_moves = moves.map(|(_, moved)| self.value_of_move(values, position, &moved, depth));
        of_moves.reduce(f64::max).unwrap_or_else(|| self.evaluator.value(position))
    }

    /// The value of a move with `depth` moves left, this one included.
    fn value_of_move(
        &self,
        values: &mut SearchedValues,
        position: Position,
        moved: &MoveResult,
        depth: u32,
    ) -> f64 {
        if moved.wins {
            return WIN;
        }
        let points = match self.options.evaluation.has_points() {
            true => position.points + u64::from(moved.points),
            false => 0,
        };
        let key = moved.after.board().key() ^ points.rotate_left(32) ^ u64::from(depth);
        if depth > 1
            && let Some(found) = values.get(key)
            && (found.points, found.depth) == (points, depth)
        {
            return found.value;
        }
        let value = self.value_of_tiles(values, moved.after, points, depth);
        if depth > 1 {
            values.insert(key, SearchedValue { points, depth, value });
        }
        value
    }

    /// The value of the random tile after a move with `depth` moves left, that move included: the
    /// least or the expected one.
    fn value_of_tiles(
        &self,
        values: &mut SearchedValues,
        after: Afterstate,
        points: u64,
        depth: u32,
    ) -> f64 {
        let four = self.options.spawn_four.get();
        let (mut least, mut sum, mut count) = (f64::INFINITY, 0.0, 0.0);
        let mut add = |cell: Cell| {
            count += 1.0;
            for (tile, probability) in [(Exponent::TWO, 1.0 - four), (Exponent::FOUR, four)] {
                if probability > 0.0
                    && let Some(board) = after.place(cell, tile)
                {
                    let value = self.value(values, Position { board, points }, depth - 1);
                    least = least.min(value);
                    sum += probability * value;
                }
            }
        };
        let board = after.board();
        if let Some(most) = self.options.pruned {
            let most = most.min(depth) as usize;
            let empty = self.cells.iter().copied().filter(|&cell| board.tile(cell).is_empty());
            empty.take(most).for_each(add);
        } else {
            board.empty_cells().for_each(&mut add);
        }
        match self.options.opponent {
            Opponent::Worst => least,
            Opponent::Random => sum / count,
        }
    }
}

impl Agent for TreeSearch {
    fn estimates(&mut self, position: Position) -> ActionEstimates {
        let Self { tree, values } = self;
        let depth = tree.options.depth.max(1);
        tree.simulator
            .estimates(position, |moved| tree.value_of_move(values, position, moved, depth))
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective, PlainSolution, Values as _};
    use mdp2048_rules::{Action, Shape};

    use super::*;

    fn search(game: Game, opponent: Opponent, depth: u32, pruned: bool) -> TreeSearch {
        let pruned = pruned.then_some(4);
        let options = SearchOptions {
            opponent,
            depth,
            evaluation: Evaluation::Points,
            weights: Weights::Snake,
            pruned,
            spawn_four: game.spawn_four(),
        };
        TreeSearch::new(Simulator::new(game), options)
    }

    /// The value of a position, with an empty table.
    fn value(search: &TreeSearch, position: Position, depth: u32) -> f64 {
        search.tree.value(&mut SearchedValues::default(), position, depth)
    }

    fn position(text: &str) -> Position {
        Position { board: text.parse().unwrap(), points: 0 }
    }

    #[test]
    fn a_search_by_points_to_the_end_finds_the_expected_score() {
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap();
        let solution = PlainSolution::solve(&game);
        // Each move adds at least 2 to the tile sum, which is at most 60.
        let states = solution.layers().values().flatten();
        let mut late = 0;
        for &state in states.filter(|state| state.board().tile_sum().get() >= 44) {
            let position = Position { board: state.board(), points: 0 };
            let value = value(&search(game, Opponent::Random, 9, false), position, 9);
            let expected = solution.value(state).unwrap().get();
            assert!((value - expected).abs() < 1e-9, "{state}: {value} is not {expected}");
            late += 1;
        }
        assert!(late > 5, "{late}");
    }

    #[test]
    fn the_worst_tile_is_at_most_the_mean_of_all() {
        let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1).unwrap();
        let position = position("2 4 8 2/4 8 2 4/0 16 4 8/2 0 2 2");
        let value = |opponent| value(&search(game, opponent, 2, false), position, 2);
        assert!(value(Opponent::Worst) < value(Opponent::Random));
    }

    #[test]
    fn pruned_searches_place_tiles_on_the_cells_of_the_largest_weight() {
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.0).unwrap();
        // After a slide to the left the empty cells are 1 and 3. The snake's weights fall in the
        // order of the cells 0, 1, 3, 2.
        let after = position("2 2/4 0").board.slide(Action::Left).unwrap().after;
        let one = search(game, Opponent::Random, 1, true);
        let moved = MoveResult { after, points: 4, wins: false };
        let of_move = |search: &TreeSearch| {
            let values = &mut SearchedValues::default();
            search.tree.value_of_move(values, position("2 2/4 0"), &moved, 1)
        };
        let pruned = of_move(&one);
        // Evaluation by points does not see where the tile is, so the value is the points.
        assert_eq!(pruned, 4.0);
        assert_eq!(one.tree.cells, [0, 1, 3, 2]);
        let weighted = SearchOptions { evaluation: Evaluation::Weighted, ..one.tree.options };
        let weighted = TreeSearch::new(Simulator::new(game), weighted);
        // Cells 0, 1, 3, 2 have the weights 8, 4, 2, 1: tiles 4 on cell 0 and 2, and a 2 on cell 1.
        assert_eq!(of_move(&weighted), 32.0 + 4.0 + 8.0);
    }

    #[test]
    fn six_cells_are_more_than_four_from_five_moves_on() {
        let game = Game::new(Shape::THREE_BY_THREE, Objective::Score, None, 1.0, 0.0).unwrap();
        let position = position("2 0 0/0 0 0/0 0 4");
        let value = |depth, most| {
            let options = search(game, Opponent::Random, depth, true).tree.options;
            let options =
                SearchOptions { pruned: Some(most), evaluation: Evaluation::Weighted, ..options };
            value(&TreeSearch::new(Simulator::new(game), options), position, depth)
        };
        assert_eq!(value(4, 4), value(4, 6));
        assert_ne!(value(5, 4), value(5, 6));
    }

    #[test]
    fn values_that_were_kept_change_nothing() {
        let game = Game::reach(Shape::new(2, 3).unwrap(), 64).unwrap();
        let solution = PlainSolution::solve(&game);
        let boards = solution.layers().values().flatten().map(|state| state.board());
        let boards: Vec<_> = boards.step_by(7).collect();
        for opponent in [Opponent::Worst, Opponent::Random] {
            for ((_, evaluation), pruned) in
                Evaluation::NAMED.into_iter().zip([false, true].into_iter().cycle())
            {
                let options =
                    SearchOptions { evaluation, ..search(game, opponent, 3, pruned).tree.options };
                let agent = TreeSearch::new(Simulator::new(game), options);
                let mut kept = agent.clone();
                for &board in &boards {
                    let position = Position::of_board(board);
                    assert_eq!(kept.estimates(position), agent.clone().estimates(position));
                }
            }
        }
    }

    #[test]
    fn a_move_that_makes_the_target_is_the_best() {
        let game = Game::reach(Shape::THREE_BY_THREE, 64).unwrap();
        for opponent in [Opponent::Worst, Opponent::Random] {
            let mut agent = search(game, opponent, 1, false);
            let choice = agent.choose(position("32 2 4/32 8 8/16 16 0"));
            assert!(matches!(choice, Some(Action::Up | Action::Down)), "{choice:?}");
            assert_eq!(agent.choose(position("2 4 2/4 2 4/2 4 2")), None);
        }
    }
}
