//! Tests of which those that fail run a second time.
//!
//! A browser on a busy machine sometimes does not start or answer in time, so one test of a run may
//! pass at the second attempt only, with the machine to itself. The caller names it in its last
//! lines. A test that fails twice has failed, and so has a run in which several fail at first.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::run;

/// If more tests than this fail, the run has failed, also if they pass at the second attempt.
const MOST_FAILURES: usize = 1;

/// If more tests than this fail, none runs a second time.
const MOST_SECOND_ATTEMPTS: usize = 8;

/// Runs tests, several at a time, and those that fail a second time, one at a time. `tests` makes
/// the command line of the test binary up to the names of the tests. Tests leave files in
/// `evidence`. Returns the name of the test that passed at the second attempt only, if there is one.
///
/// # Errors
/// If a test fails twice, or several fail, or the tests cannot be run.
pub(super) fn run_tests(
    tests: impl Fn() -> Command,
    threads: usize,
    names: &[&str],
    evidence: &Path,
) -> Result<Option<String>> {
    // An error means that there is none from an earlier run.
    let _ = fs::remove_dir_all(evidence);
    let mut first = tests();
    let (passed, mut failed) = attempt(first.arg(format!("--test-threads={threads}")).args(names))?;
    if passed {
        return Ok(None);
    }
    println!("\nThe pages of failed tests are shown in {}", evidence.display());
    let shown = run::show(&first);
    if failed.is_empty() || failed.len() > MOST_SECOND_ATTEMPTS {
        bail!("`{shown}` failed");
    }
    println!("These tests failed and run a second time: {}", failed.join(", "));
    let (passed, _) = attempt(tests().args(["--test-threads=1", "--exact"]).args(&failed))?;
    ensure!(passed, "tests of `{shown}` failed twice");
    ensure!(
        failed.len() <= MOST_FAILURES,
        "these tests pass at the second attempt only, and no more than {MOST_FAILURES} may: {}",
        failed.join(", ")
    );
    Ok(failed.pop())
}

/// Runs tests. Returns whether all passed, and the names of those that failed.
fn attempt(tests: &mut Command) -> Result<(bool, Vec<String>)> {
    let shown = run::show(tests);
    let context = || format!("could not run `{shown}`");
    let mut child = tests.stdout(Stdio::piped()).spawn().with_context(context)?;
    let output = child.stdout.take().context("the output is read")?;
    let mut failed = Vec::new();
    for line in BufReader::new(output).lines() {
        let line = line.with_context(context)?;
        println!("{line}");
        let test = line.strip_prefix("test ").and_then(|line| line.split_once(" ... FAILED"));
        failed.extend(test.map(|(name, _)| name.to_owned()));
    }
    let status = child.wait().with_context(context)?;
    Ok((status.success(), failed))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shell whose script gets the arguments of the test binary.
    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh"]);
        command
    }

    #[test]
    fn failed_tests_run_a_second_time() {
        let run_tests = |script: &str, threads, names: &[&str]| {
            let folder = std::env::temp_dir().join(format!("attempts-{}", std::process::id()));
            run_tests(|| shell(script), threads, names, &folder)
        };
        let quick = run_tests("[ $1 = --test-threads=2 ] && [ $2 = page ]", 2, &["page"]);
        assert_eq!(quick.unwrap(), None);
        let slow = "[ $2 = --exact ] || { echo 'test page::opens ... FAILED <1.2s>'; exit 101; };
            [ $3 = page::opens ]";
        assert_eq!(run_tests(slow, 2, &["page"]).unwrap().as_deref(), Some("page::opens"));
        let two = "[ $2 = --exact ] || {
            echo 'test page::opens ... FAILED'; echo 'test page::closes ... FAILED'; exit 101; }";
        let error = run_tests(two, 2, &[]).unwrap_err().to_string();
        assert!(error.ends_with("no more than 1 may: page::opens, page::closes"), "{error}");
        let broken = "echo 'test page::opens ... FAILED'; exit 101";
        let error = run_tests(broken, 2, &[]).unwrap_err();
        assert!(error.to_string().ends_with("failed twice"), "{error}");
        let error = run_tests("exit 101", 2, &[]).unwrap_err();
        assert!(error.to_string().ends_with("` failed"), "{error}");
    }
}
