//! Tests of which those that fail run a second time.
//!
//! A browser on a busy machine sometimes does not start or answer in time. A test that fails twice,
//! the second time with the machine to itself, has failed.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use super::results::{TestLine, TestResults};
use crate::run;

/// If more tests than this fail, none runs a second time.
const MOST_FAILURES: usize = 8;

/// Runs the tests of the test binary `binary`, several at a time, and those that fail a second
/// time, one at a time. `tests` makes the command line up to the names of the tests. A test may
/// leave files in `evidence`, named after it; those of the tests that fail at first are kept.
///
/// # Errors
/// If a test fails twice, or many fail, or the tests cannot be run.
pub(super) fn run_tests(
    binary: &str,
    tests: impl Fn() -> Command,
    threads: usize,
    names: &[&str],
    evidence: &Path,
    results: &mut TestResults,
) -> Result<()> {
    let threads = format!("--test-threads={threads}");
    let mut first = tests();
    // An error means that there is none from an earlier run.
    let _ = fs::remove_dir_all(evidence);
    first.env("MDP2048_FAILURES", evidence);
    let (passed, failed) = attempt(binary, first.arg(threads).args(names), results)?;
    keep_evidence(evidence, &failed);
    if passed {
        return Ok(());
    }
    let shown = run::show(&first);
    if failed.is_empty() || failed.len() > MOST_FAILURES {
        bail!("`{shown}` failed");
    }
    println!("\nThese tests failed and run a second time: {}", failed.join(", "));
    let mut second = tests();
    second.args(["--test-threads=1", "--exact"]).args(&failed);
    let (passed, _) = attempt(binary, &mut second, &mut TestResults::default())?;
    if !passed {
        bail!("tests of `{shown}` failed twice");
    }
    println!("They pass at the second attempt.");
    results.add_second_attempts(failed);
    Ok(())
}

/// Removes the files of the tests that have not failed, and says where the others are.
fn keep_evidence(folder: &Path, failed: &[String]) {
    let failed: Vec<_> = failed.iter().map(|test| test.replace("::", ".")).collect();
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = file.path().with_extension("");
        let name = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if failed.contains(&name) {
            println!("of the failed test: {}", file.path().display());
        } else {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(file.path());
        }
    }
}

/// Runs tests. Returns whether all passed, and the names of those that failed.
fn attempt(
    binary: &str,
    tests: &mut Command,
    results: &mut TestResults,
) -> Result<(bool, Vec<String>)> {
    let shown = run::show(tests);
    let context = || format!("could not run `{shown}`");
    let mut child = tests.stdout(Stdio::piped()).spawn().with_context(context)?;
    let output = child.stdout.take().context("the output is read")?;
    let mut failed = Vec::new();
    for line in BufReader::new(output).lines() {
        let line = line.with_context(context)?;
        println!("{line}");
        if let Some(test) = TestLine::parse(&line) {
            results.add(binary, &test);
            if !test.passed {
                failed.push(test.name.to_owned());
            }
        }
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
            let mut results = TestResults::default();
            let folder = std::env::temp_dir().join(format!("attempts-{}", std::process::id()));
            run_tests("browser", || shell(script), threads, names, &folder, &mut results)
        };
        run_tests("[ $1 = --test-threads=2 ] && [ $2 = page ]", 2, &["page"]).unwrap();
        let slow = "[ $2 = --exact ] || { echo 'test page::opens ... FAILED'; exit 101; };
            [ $3 = page::opens ]";
        run_tests(slow, 2, &["page"]).unwrap();
        let broken = "echo 'test page::opens ... FAILED'; exit 101";
        let error = run_tests(broken, 2, &[]).unwrap_err();
        assert!(error.to_string().ends_with("failed twice"), "{error}");
        let error = run_tests("exit 101", 2, &[]).unwrap_err();
        assert!(error.to_string().ends_with("` failed"), "{error}");
    }

    #[test]
    fn evidence_of_failed_tests_is_kept() {
        let folder = std::env::temp_dir().join(format!("evidence-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["page.opens.txt", "page.closes.txt"] {
            fs::write(folder.join(name), "").unwrap();
        }
        keep_evidence(&folder, &["page::opens".to_owned()]);
        assert!(folder.join("page.opens.txt").exists());
        assert!(!folder.join("page.closes.txt").exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
