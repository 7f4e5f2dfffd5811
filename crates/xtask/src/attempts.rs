//! Tests of which those that fail run a second time.
//!
//! A browser on a busy machine sometimes does not start or answer in time. A test that fails twice,
//! the second time with the machine to itself, has failed.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::run;

/// If more tests than this fail, none runs a second time.
const MOST_FAILURES: usize = 8;

/// Runs the tests of a test binary, several at a time, and those that fail a second time, one at a
/// time. `tests` makes the command line up to the arguments of the binary.
///
/// # Errors
/// If a test fails twice, or many fail, or the tests cannot be run.
pub(crate) fn run_tests(tests: impl Fn() -> Command, threads: usize, names: &[&str]) -> Result<()> {
    let threads = format!("--test-threads={threads}");
    let mut first = tests();
    let (passed, failed) = attempt(first.arg(threads).args(names))?;
    if passed {
        return Ok(());
    }
    let shown = run::show(&first);
    if failed.is_empty() || failed.len() > MOST_FAILURES {
        bail!("`{shown}` failed");
    }
    println!("\nThese tests failed and run a second time: {}", failed.join(", "));
    let mut second = tests();
    let (passed, _) = attempt(second.args(["--test-threads=1", "--exact"]).args(&failed))?;
    if !passed {
        bail!("tests of `{shown}` failed twice");
    }
    println!("They pass at the second attempt.");
    Ok(())
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
        failed.extend(failed_test(&line).map(str::to_owned));
    }
    let status = child.wait().with_context(context)?;
    Ok((status.success(), failed))
}

/// Returns the name of the failed test of which a line of the test binary reports.
fn failed_test(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... FAILED")
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
        assert_eq!(failed_test("test page::opens ... FAILED"), Some("page::opens"));
        assert_eq!(failed_test("test page::opens ... ok"), None);
        run_tests(|| shell("[ $1 = --test-threads=2 ] && [ $2 = page ]"), 2, &["page"]).unwrap();
        let slow = "[ $2 = --exact ] || { echo 'test page::opens ... FAILED'; exit 101; };
            [ $3 = page::opens ]";
        run_tests(|| shell(slow), 2, &["page"]).unwrap();
        let broken = "echo 'test page::opens ... FAILED'; exit 101";
        let error = run_tests(|| shell(broken), 2, &[]).unwrap_err();
        assert!(error.to_string().ends_with("failed twice"), "{error}");
        let error = run_tests(|| shell("exit 101"), 2, &[]).unwrap_err();
        assert!(error.to_string().ends_with("` failed"), "{error}");
    }
}
