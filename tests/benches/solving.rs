//! Solving in a browser, measured against native solving on one thread.
//!
//! `cargo xtask bench --page` builds the solver for a worker of headless Chromium and runs this
//! program, which solves 3x3 to 1024 alternately in the worker and natively. It fails if the
//! solutions differ in any bit.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::time::Instant;

use anyhow::{Result, ensure};
use mdp2048_tests::solving::{Case, Fingerprint, SolvingPage};

/// The number of measurements of each.
const RUNS: usize = 5;

/// The known number of states and start value.
const STATES: u64 = 25_179_012;
const START_VALUE: f64 = 0.011_337_880_082_5;

#[tokio::main]
async fn main() -> Result<()> {
    let case = Case::LARGE;
    let game = case.game()?;
    let (mut native_seconds, mut page_seconds, mut most_bytes) = (Vec::new(), Vec::new(), 0.0_f64);
    let mut expected = None;
    // Alternating runs see the same load of the machine.
    for _ in 0..RUNS {
        let begin = Instant::now();
        let solution = case.solve()?;
        native_seconds.push(begin.elapsed().as_secs_f64());
        let fingerprint = Fingerprint::of(&solution);
        drop(solution);
        ensure!(
            fingerprint.states == STATES && (fingerprint.start_value - START_VALUE).abs() < 1e-12,
            "{game} has an unexpected solution: {fingerprint}"
        );
        let expected = *expected.get_or_insert(fingerprint);
        ensure!(fingerprint == expected, "two native solutions differ");
        // A new browser has no compiled code of an earlier run.
        let page = SolvingPage::open().await?;
        let solved = page.solve(case).await?;
        page.end();
        ensure!(
            solved.fingerprint == expected,
            "the solution of the worker is {}, not {expected}",
            solved.fingerprint
        );
        page_seconds.push(solved.milliseconds / 1e3);
        most_bytes = most_bytes.max(solved.bytes);
    }
    if let Some(fingerprint) = expected {
        println!("{}: {fingerprint}\n", case.name);
    }
    println!("| where | wall s, median of {RUNS} | least | most | of native | memory MiB |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let native = median(&mut native_seconds);
    let memory = format!("{:.0}", most_bytes / 1048576.0);
    for (place, mut walls, memory) in
        [("native, one thread", native_seconds, ""), ("worker in Chromium", page_seconds, &memory)]
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

/// Sorts an odd number of times and returns their median.
fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
