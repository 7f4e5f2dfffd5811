//! Solving in a browser, measured against native solving on one thread.
//!
//! `cargo xtask bench --page` builds the solver for a worker of headless Chromium and runs this
//! program, which solves 3x3 to 1024 alternately in the worker and natively. It fails if the
//! solutions differ in any bit.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::time::Instant;

use anyhow::{Result, ensure};
use mdp2048_tests::measure::median;
use mdp2048_tests::solving::{Case, Fingerprint, SolvingPage};

/// The number of measurements of each.
const RUNS: usize = 5;

/// The known number of states and start value.
const STATES: u64 = 25_179_012;
const START_VALUE: f64 = 0.011_337_880_082_5;

#[tokio::main]
async fn main() -> Result<()> {
    let case = Case::LARGE;
    let (mut native_seconds, mut page_seconds, mut most_bytes) = (Vec::new(), Vec::new(), 0.0_f64);
    // Alternating runs see the same load of the machine.
    for _ in 0..RUNS {
        let begin = Instant::now();
        let solution = case.solve()?;
        native_seconds.push(begin.elapsed().as_secs_f64());
        let fingerprint = Fingerprint::of(&solution);
        let is_known = (fingerprint.start_return - START_VALUE).abs() < 1e-12;
        ensure!(is_known && fingerprint.states == STATES, "another solution: {fingerprint:?}");
        drop(solution);
        // A new browser has no compiled code of an earlier run.
        let page = SolvingPage::open().await?;
        let solved = page.solve(case).await?;
        page.end();
        ensure!(solved.fingerprint == fingerprint, "{solved:?} is not {fingerprint:?}");
        page_seconds.push(solved.milliseconds / 1e3);
        most_bytes = most_bytes.max(solved.bytes);
    }
    let (native, in_page) = (median(native_seconds), median(page_seconds));
    println!("| {}, median of {RUNS} | wall s | of native | memory MiB |", case.name);
    println!("| --- | --- | --- | --- |");
    println!("| native, one thread | {native:.2} | 1 | |");
    let memory = most_bytes / 1048576.0;
    println!("| worker in Chromium | {in_page:.2} | {:.2} | {memory:.0} |", in_page / native);
    Ok(())
}
