//! Tests of the binary: what it prints, what it writes and what it refuses.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

mod arena;
mod arena_results;
mod bad_files;
mod bag;
mod certify;
mod contradictions;
mod count;
mod evaluate;
mod export;
mod folders;
mod formations;
mod inspect;
mod interactive;
mod manual;
mod memory;
#[cfg(unix)]
mod overwriting;
mod pack;
mod play;
mod probabilities;
mod query;
mod refusals;
mod review;
#[cfg(unix)]
mod signals;
mod solve;
mod sources;
#[cfg(unix)]
mod streams;
mod text;
mod verify;
mod work;
mod writing;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A temporary folder in which a test runs the binary.
struct TestFolder(TempDir);

/// The exit code and the output of a run.
struct RunResult {
    code: Option<i32>,
    out: String,
    err: String,
}

impl TestFolder {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// With `g.solution`, that of 2x2 to 16.
    fn solved() -> Self {
        let folder = Self::new();
        folder.text("solve --board 2x2 --target 16 --out g.solution");
        folder
    }

    /// With `g.solution`, that of 2x2 to 16, and its policy `g.policy`.
    fn packed() -> Self {
        let folder = Self::solved();
        folder.text("pack g.solution --out g.policy");
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// The binary with arguments, ready to run. Spaces separate the arguments; `_` is a space
    /// within an argument.
    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mdp2048"));
        command.args(line.split(' ').map(|word| word.replace('_', " "))).current_dir(self.path());
        command
    }

    fn run(&self, line: &str) -> RunResult {
        RunResult::of(self.command(line).output().unwrap())
    }

    /// Runs a command that must succeed and returns what it prints.
    fn text(&self, line: &str) -> String {
        let result = self.run(line);
        assert_eq!(result.code, Some(0), "{line}: {}", result.err);
        result.out
    }

    /// Runs a command that must succeed with `--json`.
    fn json(&self, line: &str) -> Value {
        let text = self.text(&format!("{line} --json"));
        assert_eq!(text.lines().count(), 1, "{line}");
        serde_json::from_str(&text).unwrap()
    }

    /// Runs a command that must be refused as bad input and checks how its message starts.
    fn refuse(&self, line: &str, message: &str) {
        self.run(line).assert_refused(line, 2, message);
    }

    /// The names of the files in the folder, hidden ones included.
    fn names(&self) -> Vec<String> {
        names_in(self.path())
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).unwrap()
    }

    fn read_text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), contents).unwrap();
    }

    /// The files of a work folder with their contents, but not the log.
    fn work_files(&self, work: &str) -> Vec<(String, Vec<u8>)> {
        let names = names_in(&self.path().join(work)).into_iter();
        let names = names.filter(|name| name != "log.csv");
        names.map(|name| (name.clone(), self.read(&format!("{work}/{name}")))).collect()
    }
}

/// The names of the files in a folder, in order.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

impl RunResult {
    fn of(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    fn assert_refused(&self, line: &str, code: i32, message: &str) {
        assert_eq!(self.code, Some(code), "{line}: {}", self.err);
        assert_eq!(self.out, "", "{line}");
        // Notes come first, and on a slow machine lines about the progress.
        let found = self.err.rfind("mdp2048: ").map_or("", |begin| &self.err[begin..]);
        assert_eq!(found.lines().count(), 1, "{line}: {}", self.err);
        let expected = format!("mdp2048: {message}");
        assert!(found.starts_with(&expected), "{line}: {}not {expected}", self.err);
    }
}

/// A number of a JSON object.
fn number(json: &Value, field: &str) -> f64 {
    json[field].as_f64().unwrap_or_else(|| panic!("{field} of {json} is no number"))
}

/// Checks a number of a JSON object.
fn close(json: &Value, field: &str, expected: f64, tolerance: f64) {
    let found = number(json, field);
    assert!((found - expected).abs() <= tolerance, "{field} is {found}, not {expected}");
}
