//! Solving in a browser: `cargo xtask bench --page` builds the solver for a worker of headless
//! Chromium and has it solve 3x3 to 1024 there, in turns with native solving on one thread. Every
//! bit is compared first.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::time::Instant;

use anyhow::{Result, ensure};
use mdp2048_solving::{Case, Fingerprint, solve};
use mdp2048_tests::solving::SolvingPage;

/// How often each is measured.
const RUNS: usize = 5;

/// The answer: states and start value.
const STATES: u64 = 25_179_012;
const START_VALUE: f64 = 0.011_337_880_082_5;

#[tokio::main]
async fn main() -> Result<()> {
    let case = Case::LARGE;
    let game = case.game()?;
    let (mut natively, mut in_page, mut most_bytes) = (Vec::new(), Vec::new(), 0.0_f64);
    let mut expected = None;
    // In turns, so that both see the same machine.
    for _ in 0..RUNS {
        let begin = Instant::now();
        let solution = solve(&game, &case.options())?;
        natively.push(begin.elapsed().as_secs_f64());
        let fingerprint = Fingerprint::of(&solution);
        drop(solution);
        ensure!(
            fingerprint.states == STATES && (fingerprint.start_value - START_VALUE).abs() < 1e-12,
            "{game} has another answer: {fingerprint}"
        );
        let expected = expected.get_or_insert(fingerprint.to_string()).as_str();
        ensure!(fingerprint.to_string() == expected, "two native solutions differ");
        // A fresh browser compiles the program anew.
        let solved = SolvingPage::open().await?.solve(case.name).await?;
        ensure!(
            solved.fingerprint == expected,
            "the worker has other bits: {}, not {expected}",
            solved.fingerprint
        );
        in_page.push(solved.milliseconds / 1e3);
        most_bytes = most_bytes.max(solved.bytes);
    }
    println!("{}: {}\n", case.name, expected.unwrap_or_default());
    println!("| where | wall s, median of {RUNS} | least | most | of native | memory MiB |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let native = median(&mut natively);
    let memory = format!("{:.0}", most_bytes / 1048576.0);
    for (place, mut walls, memory) in
        [("native, one thread", natively, ""), ("worker in Chromium", in_page, &memory)]
    {
        let middle = median(&mut walls);
        let (least, most) = (walls[0], walls[RUNS - 1]);
        println!(
            "| {place} | {middle:.2} | {least:.2} | {most:.2} | {:.2} | {memory} |",
            middle / native
        );
    }
    Ok(())
}

/// The middle one of an odd number of times, which are sorted.
fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
