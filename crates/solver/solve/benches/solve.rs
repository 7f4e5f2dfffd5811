//! Measures solves: checks the answer of each game first, then prints its cost.
//!
//! Each solve runs in a process of its own, so that the peak memory of the process is that of the
//! solve. It must be between 0.85 and 1 times the solver's estimate, with one thread and two, in
//! both precisions. Ratios come from one run on one machine: the plain solver and the fast one on
//! the same game, one thread and two. `cargo xtask bench` runs it with the release profile.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::ops::ControlFlow;
use std::process::{Command, ExitCode};
use std::time::Instant;

use cpu_time::ProcessTime;
use mdp2048_model::{Game, Objective, PlainSolution, Values};
use mdp2048_rules::Shape;
use mdp2048_solve::{Precision, Solver};

/// A game and its known answer.
struct Case {
    game: Game,
    states: u64,
    start_value: f64,
    tolerance: f64,
}

/// The cost of a solve: seconds of CPU and wall time; bytes of peak memory, measured where the
/// system reports it, and estimated.
#[derive(Clone, Copy)]
struct Cost {
    cpu: f64,
    wall: f64,
    peak: Option<u64>,
    estimate: Option<u64>,
}

/// The index of the case that the plain solver solves too.
const SMALL: usize = 0;

/// The index of the case that is solved with one thread and with two.
const LARGE: usize = 2;

/// The least peak memory as a share of the estimate.
const LEAST_OF_ESTIMATE: f64 = 0.85;

/// The games to solve.
fn cases() -> [Case; 7] {
    let three = Shape::THREE_BY_THREE;
    let reach = |target| Game::reach(three, target).expect("the target is reachable");
    let score = Game::new(three, Objective::Score, None, 1.0, 0.1).expect("a game");
    let four = Game::new(Shape::FOUR_BY_FOUR, Objective::Win, Some(16), 0.99, 0.1).expect("a game");
    let certain = Game::reach(Shape::FOUR_BY_FOUR, 16).expect("the target is reachable");
    let case = |game, states, start_value, tolerance| Case { game, states, start_value, tolerance };
    [
        case(reach(64), 594_046, 1.0, 1e-12),
        case(reach(512), 12_789_511, 0.736_774_177_023, 1e-9),
        case(reach(1024), 25_179_012, 0.011_337_880_082_5, 1e-9),
        case(score, 41_325_017, 5_468.486_797_410, 1e-6),
        case(four, 23_482_821, 0.914_296_794_061, 1e-9),
        case(reach(128), 2_064_918, 1.0, 1e-3),
        case(certain, 23_482_821, 1.0, 1e-9),
    ]
}

/// Solves a case in this process, asserts its answer and prints its cost, which [`solve`] reads.
fn solve_here(case: &Case, threads: usize, precision: Precision) {
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    let mut estimate = 0;
    let solver = Solver::new(&case.game).threads(threads).precision(precision);
    let solver = solver.on_progress(|progress| {
        estimate = progress.memory.map_or(0, |memory| memory.most);
        ControlFlow::Continue(())
    });
    let solution = solver.solve();
    let (cpu, wall) = (cpu.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64());
    let solution = solution.expect("the game fits the memory");
    let Case { game, states, start_value, tolerance } = case;
    assert_eq!(solution.states(), *states, "{game}");
    let found = solution.start_value().get();
    let tolerance = tolerance + solution.value_error() * start_value;
    assert!((found - start_value).abs() <= tolerance, "{game}: {found}");
    println!("{cpu} {wall} {} {estimate}", peak_bytes().unwrap_or(0));
}

/// Returns the peak memory of this process in bytes, where the system reports it.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(1024 * kibibytes)
}

/// Solves a case in a process of its own, which asserts its answer, and asserts that its peak
/// memory is within the estimate.
fn solve(case: usize, threads: usize, precision: Precision) -> Cost {
    let program = std::env::current_exe().expect("this program has a path");
    let arguments =
        ["solve".to_owned(), case.to_string(), threads.to_string(), precision.to_string()];
    let output = Command::new(program).args(arguments).output().expect("this program runs again");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "a solve failed: {errors}");
    let numbers: Vec<f64> =
        text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    let [cpu, wall, peak, estimate] = numbers[..] else { panic!("not four numbers: {text}") };
    let least = LEAST_OF_ESTIMATE * estimate;
    assert!(
        peak == 0.0 || (least..=estimate).contains(&peak),
        "case {case}, {threads} threads, {precision}: {peak} bytes of {estimate} were used"
    );
    let bytes = |bytes| (bytes > 0.0).then_some(bytes as u64);
    Cost { cpu, wall, peak: bytes(peak), estimate: bytes(estimate) }
}

/// Prints a row of the table.
fn print(what: &str, threads: usize, states: u64, cost: Cost) {
    let Cost { cpu, wall, peak, estimate } = cost;
    let each = cpu * 1e9 / states as f64;
    let mebibytes = |bytes: Option<u64>| bytes.map_or_else(String::new, |b| (b >> 20).to_string());
    let (peak, estimate) = (mebibytes(peak), mebibytes(estimate));
    let times = format!("{cpu:.2} | {wall:.2} | {each:.0}");
    println!("| {what} | {threads} | {states} | {times} | {peak} | {estimate} |");
}

/// Returns the median of an odd number of costs, by wall time.
fn median(mut costs: Vec<Cost>) -> Cost {
    costs.sort_by(|a, b| a.wall.total_cmp(&b.wall));
    costs[costs.len() / 2]
}

/// How often the large case is solved with each number of threads; the median is printed.
const RUNS: usize = 5;

fn main() -> ExitCode {
    let cases = cases();
    // `cargo bench` adds this argument.
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    if arguments.next().as_deref() == Some("solve") {
        let mut number = || arguments.next()?.parse::<usize>().ok();
        let (case, threads) = (number().and_then(|case| cases.get(case)), number());
        let precision = arguments.next().and_then(|word| word.parse().ok());
        let (Some(case), Some(threads), Some(precision)) = (case, threads, precision) else {
            return ExitCode::FAILURE;
        };
        solve_here(case, threads, precision);
        return ExitCode::SUCCESS;
    }

    let memory = "peak MiB | estimated MiB";
    println!("| game | threads | states | CPU s | wall s | CPU ns/state | {memory} |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let small = &cases[SMALL];
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    let plain = PlainSolution::solve(&small.game);
    let (cpu, wall) = (cpu.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64());
    assert!((plain.start_value().get() - small.start_value).abs() < small.tolerance);
    let states = plain.layers().values().map(|layer| layer.len() as u64).sum();
    assert_eq!(states, small.states);
    let plain = Cost { cpu, wall, peak: None, estimate: None };
    print(&format!("{}, the plain solver", small.game), 1, states, plain);

    let row = |case: usize, threads, cost| {
        print(&cases[case].game.to_string(), threads, cases[case].states, cost);
    };
    let (mut fast, mut by_threads) = (plain, 1.0);
    for (case, _) in cases.iter().enumerate() {
        if case == LARGE {
            let mut costs = [Vec::new(), Vec::new()];
            for _ in 0..RUNS {
                for (costs, threads) in costs.iter_mut().zip(1..) {
                    costs.push(solve(case, threads, Precision::Double));
                }
            }
            let [one, two] = costs.map(median);
            row(case, 1, one);
            row(case, 2, two);
            by_threads = one.wall / two.wall;
        } else {
            let cost = median((0..3).map(|_| solve(case, 1, Precision::Double)).collect());
            if case == SMALL {
                fast = cost;
            }
            row(case, 1, cost);
        }
    }
    println!("\n| game | precision | threads | peak MiB | estimated MiB | ratio |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (case, Case { game, .. }) in cases.iter().enumerate() {
        for (precision, threads) in Precision::ALL.into_iter().flat_map(|p| [(p, 1), (p, 2)]) {
            let cost = solve(case, threads, precision);
            if let (Some(peak), Some(estimate)) = (cost.peak, cost.estimate) {
                let ratio = peak as f64 / estimate as f64;
                let sizes = format!("{} | {} | {ratio:.2}", peak >> 20, estimate >> 20);
                println!("| {game} | {precision} | {threads} | {sizes} |");
            }
        }
    }
    println!("\nOn {} two threads are {by_threads:.2} times as fast as one.", cases[LARGE].game);
    let ratio = plain.cpu / fast.cpu;
    println!("On {} the fast solver uses 1/{ratio:.0} of the plain one's CPU time.", small.game);
    ExitCode::SUCCESS
}
