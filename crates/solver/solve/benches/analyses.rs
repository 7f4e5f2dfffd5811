//! Measures what follows a solve against the solve: asserts each answer first, then prints its CPU
//! seconds with one thread and their ratio to those of the solve, from one run.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::io::Cursor;

use cpu_time::ProcessTime;
use mdp2048_model::{Game, Objective, SplitMix64, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState, Shape, Symmetry};
use mdp2048_solve::{Solution, SolutionReader, Solver, Verifier};

/// How many boards are asked for at once, and how many one by one.
const BATCH: usize = 1 << 20;
const SINGLE: usize = 1 << 15;

/// The number of states of 3x3 to 512.
const STATES: usize = 12_789_511;

/// How often each analysis is repeated; the shortest time counts.
const ROUNDS: usize = 3;

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    pool.install(measure);
}

/// Returns the result of a function and its CPU seconds, the least of some repetitions.
fn timed<T>(mut work: impl FnMut() -> T) -> (T, f64) {
    let once = |work: &mut dyn FnMut() -> T| {
        let start = ProcessTime::now();
        let result = work();
        (result, start.elapsed().as_secs_f64())
    };
    let (mut result, mut least) = once(&mut work);
    for _ in 1..ROUNDS {
        let (again, seconds) = once(&mut work);
        (result, least) = (again, least.min(seconds));
    }
    (result, least)
}

fn measure() {
    let game = Game::reach(Shape::THREE_BY_THREE, 512).expect("a game");
    let solve = || Solver::new(&game).threads(1).solve().expect("a solution");
    let (solution, solve) = timed(solve);
    assert_eq!(solution.states(), STATES as u64);
    println!("{game}: solve {solve:.2} CPU s");
    let print = |what: &str, seconds: f64| {
        println!("{what}: {seconds:.2} CPU s, {:.1} times the solve", seconds / solve);
    };
    let evaluate = |objective| {
        timed(|| {
            let target = (objective == Objective::Win).then_some(512);
            solution.passes().evaluate(objective, target, 1.0).expect("a value").get()
        })
    };
    let (win, seconds) = evaluate(Objective::Win);
    assert!((win - solution.start_value().get()).abs() < 1e-12, "{win}");
    print("the policy's probability of winning", seconds);
    let (score, seconds) = evaluate(Objective::Score);
    print("the policy's expected score", seconds);

    let mut first = |boards: &[Board], probabilities: &mut [[f64; 4]]| {
        for (&board, probabilities) in boards.iter().zip(probabilities) {
            let action = Action::ALL.into_iter().find(|&action| board.slide(action).is_some());
            probabilities[action.map_or(0, Action::index)] = 1.0;
        }
    };
    let (found, seconds) = timed(|| {
        let found = solution.passes().evaluate_policy(&mut first);
        found.expect("a value")
    });
    let lost = found.regret();
    assert!((found.optimum.better_by(found.value) - lost).abs() < 1e-12 && found.score < score);
    print("a policy that takes the first allowed action, exactly", seconds);

    let (visits, seconds) = timed(|| {
        let (mut rows, mut visits) = (0, 0.0);
        for row in solution.rows().expect("rows") {
            rows += 1;
            visits += row.expect("a row").occupancy;
        }
        assert_eq!(rows, STATES);
        visits
    });
    let expected = solution.passes().visits().expect("visits");
    assert!((visits - expected).abs() < 1e-9 * expected, "{visits} {expected}");
    print("every state with its action values and occupancy", seconds);

    let mut bytes = Vec::new();
    solution.write(&mut bytes).expect("memory");
    let (found, seconds) = timed(|| {
        let mut reader = SolutionReader::open(Cursor::new(&bytes[..])).expect("a solution");
        Verifier::new().verify(&mut reader).expect("a verification")
    });
    assert!(found.is_sound() && found.states == STATES as u64);
    print("verification", seconds);
    query(&solution);
}

/// Compares queries of many boards at once with queries of one board.
fn query(solution: &Solution) {
    let boards = random_boards(solution);
    let mut values = vec![[0.0; 4]; boards.len()];
    let ((), batch) = timed(|| solution.action_returns_of(&boards, &mut values));
    let start = ProcessTime::now();
    for (&board, values) in boards.iter().zip(&values).take(SINGLE) {
        let (state, symmetry) = CanonicalState::of(board);
        let expected = solution.action_values(state).expect("a state").before(symmetry);
        for action in Action::ALL {
            let found = values[action.index()];
            match expected.expected_returns()[action.index()] {
                Some(expected) => assert!((found - expected).abs() < 1e-14, "{board} {action}"),
                None => assert!(found.is_nan(), "{board} {action}"),
            }
        }
    }
    let single = start.elapsed().as_secs_f64() / SINGLE as f64;
    let batch = batch / BATCH as f64;
    println!(
        "four action values of random states: {:.2} M boards/s at once, {:.2} M one by one; ratio \
         {:.1}",
        1e-6 / batch,
        1e-6 / single,
        single / batch
    );
    let mut best = vec![0.0; boards.len()];
    let ((), seconds) = timed(|| solution.expected_returns_of(&boards, &mut best));
    println!("values of random states: {:.2} M boards/s", 1e-6 * BATCH as f64 / seconds);
    for (values, &best) in values.iter().zip(&best) {
        assert_eq!(values.iter().copied().fold(f64::NEG_INFINITY, f64::max), best);
    }
}

/// Returns states of the solution in random order, each in a random frame.
fn random_boards(solution: &Solution) -> Vec<Board> {
    let mut states = Vec::with_capacity(STATES);
    solution.for_each(|board, _| states.push(board));
    let mut random = SplitMix64::new(1);
    let symmetries = Symmetry::of(solution.game().shape());
    let board = |_| {
        let board = states[random.below(STATES)];
        symmetries[random.below(symmetries.len())].board(board)
    };
    (0..BATCH).map(board).collect()
}
