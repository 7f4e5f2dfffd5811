//! Measures queries of many boards against queries of one board: asserts that both give the same
//! action values, then prints boards per second and the ratio, from one run.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::time::Duration;

use cpu_time::ProcessTime;
use mdp2048_model::{Game, SplitMix64, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState, Shape, Symmetry};
use mdp2048_solve::{Solution, SolveOptions, ignore_progress};

/// How many boards are asked for at once, and how many one by one.
const BATCH: usize = 1 << 20;
const SINGLE: usize = 1 << 15;

/// The number of states of 3x3 to 512.
const STATES: usize = 12_789_511;

fn main() {
    let game = Game::reach(Shape::THREE_BY_THREE, 512).expect("a game");
    let options = SolveOptions { threads: Some(1), ..SolveOptions::default() };
    let start = ProcessTime::now();
    let solution = Solution::solve(&game, &options, &mut ignore_progress).expect("a solution");
    println!("solve of {game}: {:.2} CPU s", start.elapsed().as_secs_f64());
    let boards = random_boards(&solution);
    let mut values = vec![[0.0; 4]; boards.len()];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    let mut batch = Duration::MAX;
    for _ in 0..3 {
        let start = ProcessTime::now();
        pool.install(|| solution.action_values_of(&boards, &mut values));
        batch = batch.min(start.elapsed());
    }
    let start = ProcessTime::now();
    for (&board, values) in boards.iter().zip(&values).take(SINGLE) {
        let (state, symmetry) = CanonicalState::of(board);
        let expected = solution.action_values(state).expect("a state").before(symmetry);
        for action in Action::ALL {
            let found = values[action.index()];
            match expected.get(action) {
                Some(expected) => assert!((found - expected).abs() < 1e-14, "{board} {action}"),
                None => assert!(found.is_nan(), "{board} {action}"),
            }
        }
    }
    let single = start.elapsed().as_secs_f64() / SINGLE as f64;
    let batch = batch.as_secs_f64() / BATCH as f64;
    println!(
        "four action values of random states, one thread: {:.2} M boards/s at once, {:.2} M one by \
         one; ratio {:.1}",
        1e-6 / batch,
        1e-6 / single,
        single / batch
    );
    let mut best = vec![0.0; boards.len()];
    let start = ProcessTime::now();
    pool.install(|| solution.values_of(&boards, &mut best));
    println!("values: {:.2} M boards/s", 1e-6 * BATCH as f64 / start.elapsed().as_secs_f64());
    for (values, &best) in values.iter().zip(&best) {
        assert_eq!(values.iter().copied().fold(f64::NEG_INFINITY, f64::max), best);
    }
}

/// Returns states of the solution in random order, each in a random frame.
fn random_boards(solution: &Solution) -> Vec<Board> {
    let mut states = Vec::with_capacity(STATES);
    solution.for_each(|board, _| states.push(board));
    assert_eq!(states.len(), STATES);
    let mut random = SplitMix64::new(1);
    let symmetries = Symmetry::of(solution.game().shape());
    let board = |_| {
        let board = states[random.below(STATES)];
        symmetries[random.below(symmetries.len())].board(board)
    };
    (0..BATCH).map(board).collect()
}
