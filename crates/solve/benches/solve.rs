//! What solving takes: each game's answer is checked first, then its cost is printed.
//!
//! Ratios come from one run on one machine: the plain solver beside the fast one on the same game,
//! one thread beside two. `cargo xtask bench` runs it on the release profile.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use mdp2048_model::{Game, Objective, PlainSolution, Values};
use mdp2048_rules::Shape;
use mdp2048_solve::{Options, Solution};

/// What a solve took.
#[derive(Clone, Copy)]
struct Cost {
    cpu: Duration,
    wall: Duration,
}

/// Runs something and measures it.
fn measure<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    let result = work();
    (result, Cost { cpu: cpu.elapsed(), wall: wall.elapsed() })
}

/// Solves a game, asserts its answer, and prints the cost.
fn solve(game: &Game, threads: usize, states: u64, start_value: f64, tolerance: f64) -> Cost {
    let options = Options { threads: Some(threads), ..Options::default() };
    let (solution, cost) =
        measure(|| Solution::solve(game, &options, &mut |_| ControlFlow::Continue(())));
    let solution = solution.expect("the game fits the memory");
    assert_eq!(solution.states(), states, "{game}");
    let error = (solution.start_value() - start_value).abs();
    assert!(error <= tolerance, "{game}: {}", solution.start_value());
    print(&game.to_string(), threads, states, cost);
    cost
}

fn print(what: &str, threads: usize, states: u64, cost: Cost) {
    let (cpu, wall) = (cost.cpu.as_secs_f64(), cost.wall.as_secs_f64());
    let each = cpu * 1e9 / states as f64;
    println!("| {what} | {threads} | {states} | {cpu:.2} | {wall:.2} | {each:.0} |");
}

/// The middle one of an odd number of times, in seconds.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let three = Shape::THREE_BY_THREE;
    let reach = |target| Game::reach(three, target).expect("the target is reachable");
    let score = Game::new(three, Objective::Score, None, 1.0, 0.1).expect("a game");
    let four = Game::new(Shape::FOUR_BY_FOUR, Objective::Win, Some(16), 0.99, 0.1).expect("a game");

    println!("| game | threads | states | CPU s | wall s | CPU ns/state |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let small = reach(64);
    let (plain, plain_cost) = measure(|| PlainSolution::solve(&small));
    assert!((plain.start_value() - 1.0).abs() < 1e-12);
    let states = plain.layers().values().map(|layer| layer.len() as u64).sum();
    print("3x3 to 64, the plain solver", 1, states, plain_cost);
    let fast_cost = solve(&small, 1, 594_046, 1.0, 1e-12);
    solve(&reach(512), 1, 12_789_511, 0.736_774_177_023, 1e-9);
    let large = reach(1024);
    let mut walls = [Vec::new(), Vec::new()];
    for _ in 0..3 {
        for threads in [1, 2] {
            let cost = solve(&large, threads, 25_179_012, 0.011_337_880_082_5, 1e-9);
            walls[threads - 1].push(cost.wall.as_secs_f64());
        }
    }
    solve(&score, 1, 41_325_017, 5_468.486_797_410, 1e-6);
    solve(&four, 1, 23_482_821, 0.914_296_794_061, 1e-9);

    let ratio = plain_cost.cpu.as_secs_f64() / fast_cost.cpu.as_secs_f64();
    println!("\nOn 3x3 to 64 the fast solver takes 1/{ratio:.0} of the plain one's CPU time.");
    let [one, two] = walls.map(median);
    println!("On 3x3 to 1024 two threads are {:.2} times as fast as one.", one / two);
}
