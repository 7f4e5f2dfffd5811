//! Measures exact distributions of the number of moves: checks each answer first, then prints its
//! cost.
//!
//! The distribution to 65536 must need less than a second of CPU time. `cargo xtask bench` runs
//! this program with the release profile.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::process::ExitCode;
use std::time::Duration;

use cpu_time::ProcessTime;
use mdp2048_bag::{BagGame, Chain};

/// A target and its known answer. The means and variances of the larger targets were computed by a
/// separate program, which adds up moments and no distributions.
struct Case {
    target: u32,
    states: usize,
    mean: f64,
    variance: f64,
}

const CASES: [Case; 3] = [
    Case { target: 2048, states: 3_487, mean: 938.809_917_355, variance: 69.476_675_090_5 },
    Case { target: 65536, states: 111_181, mean: 29_801.991_735_56, variance: 2_215.953_008_677 },
    Case {
        target: BagGame::LARGEST_TARGET,
        states: 444_647,
        mean: 119_171.264_462_99,
        variance: 8_863.105_525_62,
    },
];

/// The relative error that rounding may cause.
const TOLERANCE: f64 = 1e-10;

/// The number of measurements of each target.
const RUNS: usize = 3;

/// The target whose distribution has a limit of CPU time.
const LIMITED_TARGET: u32 = 65536;
const LIMIT: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    println!("| target | states | numbers of moves | CPU s, median of {RUNS} | least | most |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let mut is_in_time = true;
    for case in CASES {
        let runs: [(usize, Duration); RUNS] = std::array::from_fn(|_| case.run());
        let mut times = runs.map(|(_, time)| time);
        times.sort();
        let [least, .., most] = times;
        let median = times[RUNS / 2];
        let seconds = |time: Duration| format!("{:.4}", time.as_secs_f64());
        println!(
            "| {} | {} | {} | {} | {} | {} |",
            case.target,
            case.states,
            runs[0].0,
            seconds(median),
            seconds(least),
            seconds(most)
        );
        is_in_time &= case.target != LIMITED_TARGET || median < LIMIT;
    }
    if is_in_time {
        ExitCode::SUCCESS
    } else {
        println!("the distribution to {LIMITED_TARGET} needed more than {LIMIT:?}");
        ExitCode::FAILURE
    }
}

impl Case {
    /// Computes and checks the distribution. Returns how many numbers of moves it has, and its CPU
    /// time.
    fn run(&self) -> (usize, Duration) {
        let start = ProcessTime::now();
        let game = BagGame::new(self.target, 0.1).expect("a game");
        let chain = Chain::new(game);
        let moves = chain.outcomes().moves();
        let time = start.elapsed();
        assert_eq!(chain.states(), self.states, "{game}");
        for (found, known) in [(moves.mean(), self.mean), (moves.variance(), self.variance)] {
            assert!((found - known).abs() <= TOLERANCE * known, "{game}: {found}, not {known}");
        }
        (moves.outcomes().len(), time)
    }
}
