//! The habits of the optimal policy agree with a plain enumeration of the boards that games visit.

use std::collections::BTreeMap;

use mdp2048_model::{CellPlace, GOOD_LOSS, Habits, Objective, Policy as _, Value, action_values};
use mdp2048_rules::{Action, Board, CanonicalState, Exponent, TileSum};
use mdp2048_solve::Solution;
use mdp2048_test_support::{game, reach, solve};

/// The expected visits to each canonical board on which the policy moves.
fn visits(solution: &Solution) -> BTreeMap<Board, f64> {
    let game = solution.game();
    let mut open = BTreeMap::<(TileSum, Board), f64>::new();
    for start in game.starts() {
        let board = start.state.board();
        *open.entry((board.tile_sum(), board)).or_default() += start.probability;
    }
    let mut found = BTreeMap::new();
    while let Some(((_, board), probability)) = open.pop_first() {
        if !board.can_move() {
            continue;
        }
        found.insert(board, probability);
        let result = game.act(board, solution.advise(board).unwrap().action).unwrap();
        if !result.wins {
            for (next, of_tile) in game.spawns(result.after) {
                let next = CanonicalState::of(next).0.board();
                *open.entry((next.tile_sum(), next)).or_default() += probability * of_tile;
            }
        }
    }
    found
}

/// The cells of all rows and columns of a board of three rows and columns.
const LINES: [[usize; 3]; 6] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]];
const EDGES: [usize; 4] = [0, 2, 3, 5];
const BLOCKS: [[usize; 4]; 4] = [[0, 1, 3, 4], [1, 2, 4, 5], [3, 4, 6, 7], [4, 5, 7, 8]];

/// All sets of four of nine cells, as bits.
fn fours() -> Vec<u32> {
    (0..512).filter(|bits: &u32| bits.count_ones() == 4).collect()
}

/// The cells of a set.
fn cells(bits: u32) -> impl Iterator<Item = usize> {
    (0..9).filter(move |cell| bits >> cell & 1 == 1)
}

/// All choices of the four largest tiles of a board of nine cells.
fn largest_four(board: Board, fours: &[u32]) -> Vec<u32> {
    let least = |bits| cells(bits).map(|cell| board.tile(cell)).min();
    let most = |bits| cells(bits).map(|cell| board.tile(cell)).max();
    let is_choice =
        |&bits: &u32| least(bits) > Some(Exponent::EMPTY) && least(bits) >= most(!bits & 511);
    fours.iter().copied().filter(is_choice).collect()
}

/// Whether two of the largest tile lie in a line with nothing between them.
fn has_pair(board: Board) -> bool {
    LINES.iter().any(|line| {
        let tiles = line.map(|cell| board.tile(cell));
        let tiles: Vec<Exponent> = tiles.into_iter().filter(|tile| !tile.is_empty()).collect();
        tiles.windows(2).any(|pair| pair[0] == pair[1] && pair[0] == board.largest())
    })
}

#[derive(Debug, Default)]
struct Expected {
    visits: f64,
    places: [f64; 3],
    four: f64,
    block: f64,
    smallest_inner: f64,
    line: f64,
    pairs: f64,
    left: f64,
    others_merge: f64,
    tied: f64,
    cost: f64,
    good: [f64; 4],
}

/// The habits on boards of three rows and columns, by definition.
fn enumerated(solution: &Solution) -> BTreeMap<Exponent, Expected> {
    let fours = fours();
    let bits = |cells: &[usize]| cells.iter().fold(0, |bits, cell| bits | 1_u32 << cell);
    let mut rows = BTreeMap::<Exponent, Expected>::new();
    for (board, visits) in visits(solution) {
        let largest = board.largest();
        let row = rows.entry(largest).or_default();
        row.visits += visits;
        let on_largest = |place: CellPlace| {
            (0..9).any(|cell| {
                board.tile(cell) == largest && CellPlace::of(board.shape(), cell) == place
            })
        };
        let place = CellPlace::ALL.into_iter().position(on_largest).unwrap();
        row.places[place] += visits;
        let choices = largest_four(board, &fours);
        if !choices.is_empty() {
            row.four += visits;
            let has_line = |&choice: &u32| {
                EDGES.iter().any(|&edge| choice & bits(&LINES[edge]) == bits(&LINES[edge]))
            };
            if let Some(block) = BLOCKS.iter().find(|block| choices.contains(&bits(&block[..]))) {
                row.block += visits;
                if block.iter().all(|&cell| board.tile(cell) >= board.tile(4)) {
                    row.smallest_inner += visits;
                }
            } else if choices.iter().any(has_line) {
                row.line += visits;
            }
        }
        let (state, symmetry) = CanonicalState::of(board);
        let values = action_values(solution, state).unwrap().before(symmetry);
        let best = values.value().unwrap();
        let action = solution.advise(board).unwrap().action;
        let made = |action: Action| board.slide(action).map(|slide| slide.largest_merge);
        if has_pair(board) {
            row.pairs += visits;
            if made(action).unwrap() <= largest {
                row.left += visits;
                row.others_merge += visits * f64::from(!made(action).unwrap().is_empty());
                let merging = Action::ALL.into_iter().filter(|&it| made(it) > Some(largest));
                let value = merging.filter_map(|it| values.get(it)).max_by(|a, b| a.compare(*b));
                let cost = best.better_by(value.unwrap());
                row.cost += visits * cost;
                row.tied += visits * f64::from(cost <= 1e-12 * best.measured().unwrap());
            }
        }
        let is_good = |value: &&Value| best.better_by(**value) <= GOOD_LOSS * best.get();
        let allowed: Vec<Value> = Action::ALL.into_iter().filter_map(|it| values.get(it)).collect();
        row.good[allowed.iter().filter(is_good).count() - 1] += visits;
    }
    rows
}

fn assert_agrees(found: &Habits, expected: &BTreeMap<Exponent, Expected>) {
    assert_eq!(found.rows().len(), expected.len());
    for ((largest, row), (other, expected)) in found.rows().zip(expected) {
        assert_eq!(largest, *other);
        let shape = mdp2048_rules::Shape::THREE_BY_THREE;
        let places = CellPlace::ALL.map(|place| row.largest_at(shape, place));
        let good = [1, 2, 3, 4].map(|number| row.with_good_actions(number));
        let numbers = [
            ("visits", row.visits(), expected.visits),
            ("corner", places[0], expected.places[0]),
            ("edge", places[1], expected.places[1]),
            ("inner", places[2], expected.places[2]),
            ("four", row.with_four_tiles(), expected.four),
            ("block", row.blocks(), expected.block),
            ("inner smallest", row.blocks_with_smallest_inner(), expected.smallest_inner),
            ("line", row.lines(), expected.line),
            ("pairs", row.pairs(), expected.pairs),
            ("left", row.pairs_left(), expected.left),
            ("others merge", row.pairs_left_others_merge(), expected.others_merge),
            ("tied", row.pairs_left_tied(), expected.tied),
            ("cost", row.pair_cost(), expected.cost),
            ("one good", good[0], expected.good[0]),
            ("two good", good[1], expected.good[1]),
            ("three good", good[2], expected.good[2]),
            ("four good", good[3], expected.good[3]),
        ];
        for (name, found, expected) in numbers {
            let is_close = (found - expected).abs() <= 1e-11 * expected.max(1.0);
            assert!(is_close, "{largest}, {name}: {found} is not {expected}");
        }
        for rank in 0..2 {
            let sum: f64 = row.cells(rank).sum();
            assert!((sum - row.visits()).abs() < 1e-11 || rank > 0 && sum <= row.visits());
        }
    }
}

#[test]
fn habits_are_those_of_all_visited_boards() {
    for solution in [
        solve(&reach("3x3", 64)),
        solve(&game("3x3", Objective::Score, Some(32), 1.0, 0.1)),
        solve(&game("3x3", Objective::Win, Some(32), 0.95, 0.3)),
    ] {
        let habits = solution.passes().habits().unwrap();
        assert_agrees(&habits, &enumerated(&solution));
    }
}

#[test]
fn every_cell_of_a_small_board_is_a_corner() {
    let solution = solve(&reach("2x2", 16));
    let habits = solution.passes().habits().unwrap();
    let faces: Vec<u32> = habits.rows().map(|(largest, _)| largest.face()).collect();
    assert_eq!(faces, [2, 4, 8]);
    for (_, row) in habits.rows() {
        let corner = row.largest_at(solution.game().shape(), CellPlace::Corner);
        assert!((corner - row.visits()).abs() < 1e-15);
        assert_eq!((row.with_four_tiles(), row.blocks(), row.lines()), (0.0, 0.0, 0.0));
    }
    // 0.81 of games begin with two 2s, which lie side by side on four of the six pairs of cells,
    // and are merged there. From the others, a slide and a third 2, of 0.9, lead to such a board.
    let twos = habits.of(Exponent::TWO).unwrap();
    let third = 0.81 * 2.0 / 6.0 * 0.9;
    let found = [twos.visits(), twos.pairs(), twos.pairs_left()];
    for (found, expected) in found.into_iter().zip([0.81 + third, 0.81 * 4.0 / 6.0 + third, 0.0]) {
        assert!((found - expected).abs() < 1e-15, "{found} is not {expected}");
    }
    // Two 8s that can merge win at once.
    assert_eq!(habits.of(Exponent::from_face(8).unwrap()).unwrap().pairs_left(), 0.0);
}
