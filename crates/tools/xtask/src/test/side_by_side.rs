//! Test binaries of which two run at a time.
//!
//! A binary's last test often runs alone for many seconds, and tests of the program wait for it.
//! Another binary then uses the processors that are free.

use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Result, ensure};

use super::binaries::TestBinary;
use crate::run;

/// How many binaries run at a time.
const AT_A_TIME: usize = 2;

/// Runs the tests of all binaries, those with the largest files first, because they mostly take
/// longest. Prints what a binary has printed when it ends.
///
/// # Errors
/// If tests fail, after all others have run, or a binary cannot be run.
pub(super) fn run_tests(mut binaries: Vec<TestBinary>) -> Result<()> {
    binaries.sort_by_key(|binary| Reverse(binary.size()));
    let binaries = Mutex::new(binaries.into_iter());
    let next = || binaries.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run_some = || {
        let mut failed = Vec::new();
        while let Some(binary) = next() {
            let mut tests = binary.command();
            let passed = match tests.output() {
                Ok(output) => {
                    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                    let (printed, errors) = (text(&output.stdout), text(&output.stderr));
                    println!("\n{}\n{printed}{errors}", binary.name);
                    output.status.success()
                }
                Err(error) => {
                    println!("\n{}\n{error}", binary.name);
                    false
                }
            };
            if !passed {
                failed.push(run::show(&tests));
            }
        }
        failed
    };
    let mut failed = Vec::new();
    thread::scope(|scope| {
        let threads = [(); AT_A_TIME].map(|()| scope.spawn(run_some));
        for thread in threads {
            failed.extend(thread.join().unwrap_or_else(|_| vec!["a thread".to_owned()]));
        }
    });
    ensure!(failed.is_empty(), "these failed: {}", failed.join(", "));
    Ok(())
}
