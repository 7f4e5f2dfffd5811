//! Reads many changed files: `mutate KIND [--runs N] [--first RUN] [--seed S]`.
//!
//! Each run reads one file. The same numbers give the same files. The first failed check ends the
//! process with the number of its run. No nightly compiler and no sanitizer is needed.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program prints")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{ExitCode, exit};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use mdp2048_fuzz::{InputKind, Mutator, check};

/// The process ends if it reads one file for longer than this, even on a slow machine.
const MAX_SECONDS: u64 = 120;

/// The number of the current run.
static RUN: AtomicU64 = AtomicU64::new(0);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let Some(kind) = InputKind::ALL.into_iter().find(|kind| kind.name() == name) else {
        eprintln!("usage: mutate decode|text|solution [--runs N] [--first RUN] [--seed S]");
        return ExitCode::from(2);
    };
    let (mut runs, mut first, mut seed) = (1_000_000, 0, 1);
    while let Some(flag) = arguments.next() {
        let number = arguments.next().and_then(|number| number.parse::<u64>().ok());
        match (flag.as_str(), number) {
            ("--runs", Some(number)) => runs = number,
            ("--first", Some(number)) => first = number,
            ("--seed", Some(number)) => seed = number,
            _ => {
                eprintln!("error: {flag} is not known or needs a whole number");
                return ExitCode::from(2);
            }
        }
    }
    let mutator = match Mutator::new(kind) {
        Ok(mutator) => mutator,
        Err(error) => {
            eprintln!("error: could not read the corpus: {error}");
            return ExitCode::FAILURE;
        }
    };
    thread::spawn(move || watch(seed));
    run(&mutator, kind, seed, first..first.saturating_add(runs))
}

fn run(mutator: &Mutator, kind: InputKind, seed: u64, runs: std::ops::Range<u64>) -> ExitCode {
    let began = Instant::now();
    let (mut sound, mut deep, mut answers) = (0u64, 0u64, 0);
    let (mut peak, mut slowest) = ((0, 0), (Duration::ZERO, 0));
    for run in runs.clone() {
        RUN.store(run, Ordering::Relaxed);
        let bytes = mutator.file(seed, run);
        let start = Instant::now();
        // The panic has printed its own message.
        let Ok(read) = catch_unwind(AssertUnwindSafe(|| check(kind, &bytes))) else {
            eprintln!("error: run {run} of seed {seed} failed: {}", again(kind, seed, run));
            return ExitCode::FAILURE;
        };
        sound += u64::from(read.is_sound);
        deep += u64::from(read.states > 0);
        answers += read.answers;
        peak = peak.max((read.allocated, run));
        slowest = slowest.max((start.elapsed(), run));
        if (run + 1 - runs.start).is_multiple_of(100_000) {
            println!("{}: {} files ...", kind.name(), run + 1 - runs.start);
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    let files = runs.end - runs.start;
    println!(
        "{}: {files} files in {seconds:.0} s ({:.0} a second), {sound} of them sound, {deep} with \
         states read, {answers} answers; at most {:.1} MiB allocated (run {}) and {:.2} s (run {})",
        kind.name(),
        files as f64 / seconds,
        peak.0 as f64 / f64::from(1 << 20),
        peak.1,
        slowest.0.as_secs_f64(),
        slowest.1,
    );
    ExitCode::SUCCESS
}

fn again(kind: InputKind, seed: u64, run: u64) -> String {
    format!("mutate {} --seed {seed} --first {run} --runs 1 reads it again", kind.name())
}

/// Ends the process if it reads one file for too long.
fn watch(seed: u64) {
    let (mut run, mut since) = (0, Instant::now());
    loop {
        thread::sleep(Duration::from_secs(1));
        let now = RUN.load(Ordering::Relaxed);
        if now != run {
            (run, since) = (now, Instant::now());
        } else if since.elapsed() > Duration::from_secs(MAX_SECONDS) {
            eprintln!("error: run {run} of seed {seed} does not end");
            exit(1);
        }
    }
}
