//! Test binaries of which two run at a time.
//!
//! A binary's last test often runs alone for many seconds, and tests of the program wait for it.
//! Another binary then uses the processors that are free.

use std::cmp::Reverse;
use std::process::{Command, Output};
use std::sync::{Mutex, mpsc};
use std::{io, thread};

use anyhow::{Context as _, Result, bail};

use super::binaries::TestBinary;
use super::results::{TestLine, TestResults};
use crate::run;

/// How many binaries run at a time.
const AT_A_TIME: usize = 2;

/// Runs the tests of all binaries, those with the largest files first, because they mostly take
/// longest. Prints what a binary has printed when it ends.
///
/// # Errors
/// If tests fail, after all others have run, or a binary cannot be run.
pub(super) fn run_tests(mut binaries: Vec<TestBinary>, results: &mut TestResults) -> Result<()> {
    binaries.sort_by_key(|binary| Reverse(binary.size()));
    let tests = binaries.iter().map(|binary| (binary.name.clone(), binary.command()));
    let mut failed = Vec::new();
    each(tests.collect(), |(name, tests, output)| {
        let shown = run::show(&tests);
        let output = output.with_context(|| format!("could not run `{shown}`"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        println!("\n{name}\n{text}{}", String::from_utf8_lossy(&output.stderr));
        text.lines().filter_map(TestLine::parse).for_each(|test| results.add(&name, &test));
        if !output.status.success() {
            failed.push(shown);
        }
        Ok(())
    })?;
    if !failed.is_empty() {
        bail!("these failed: {}", failed.join(", "));
    }
    Ok(())
}

/// Runs commands, a few at a time in their order, and calls `ended` with each that has ended.
fn each(
    commands: Vec<(String, Command)>,
    ended: impl FnMut((String, Command, io::Result<Output>)) -> Result<()>,
) -> Result<()> {
    let commands = Mutex::new(commands.into_iter());
    let next = || commands.lock().ok()?.next();
    thread::scope(|scope| {
        let (sender, outputs) = mpsc::channel();
        for _ in 0..AT_A_TIME {
            let sender = sender.clone();
            scope.spawn(move || {
                while let Some((name, mut command)) = next() {
                    let output = command.output();
                    if sender.send((name, command, output)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        outputs.into_iter().try_for_each(ended)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_commands_run_and_each_output_is_read() {
        let commands = ["sleep 0.2; echo a", "echo b", "exit 3", "echo d"].map(|script| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            (script.to_owned(), command)
        });
        let mut ended = Vec::new();
        each(commands.into(), |(name, _, output)| {
            let output = output?;
            let text = String::from_utf8(output.stdout)?;
            ended.push((name, text, output.status.code()));
            Ok(())
        })
        .unwrap();
        ended.sort();
        let expected = [
            ("echo b", "b\n", 0),
            ("echo d", "d\n", 0),
            ("exit 3", "", 3),
            ("sleep 0.2; echo a", "a\n", 0),
        ];
        let expected =
            expected.map(|(name, text, code)| (name.to_owned(), text.to_owned(), Some(code)));
        assert_eq!(ended, expected);
    }

    #[test]
    fn a_command_that_cannot_be_run_is_an_error() {
        let missing = vec![("no".to_owned(), Command::new("no/such/program"))];
        assert!(each(missing, |(_, _, output)| Ok(output.map(drop)?)).is_err());
    }
}
