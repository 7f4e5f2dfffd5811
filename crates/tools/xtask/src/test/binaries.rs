//! The test binaries of the workspace, compiled by one build.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::run::{self, cargo};

/// The packages that run on this machine, and their features. Cargo compiles packages again for
/// other packages or features, so all steps use these.
pub(super) const PACKAGES: &str = "--workspace --exclude web --features mdp2048-tests/browser";

/// A compiled test binary.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TestBinary {
    /// The folder of its package, in which it runs.
    folder: PathBuf,
    /// The name of the library, the program or the file of tests.
    pub(super) name: String,
    executable: PathBuf,
}

impl TestBinary {
    /// The size of its file, in bytes; 0 if that is unknown.
    pub(super) fn size(&self) -> u64 {
        fs::metadata(&self.executable).map_or(0, |it| it.len())
    }

    /// The command that runs the tests of the binary and prints the time of each.
    pub(super) fn command(&self) -> Command {
        let mut command = run::command(&self.executable);
        // Only with this variable does the test harness of a stable compiler print times.
        command.env("RUSTC_BOOTSTRAP", "1").args(["-Zunstable-options", "--report-time"]);
        // A test may look for files of its package.
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }

    /// Returns the binary that a message of cargo describes, unless it describes something else.
    fn of_message(message: &Value) -> Option<Self> {
        let executable = message["executable"].as_str()?;
        message["profile"]["test"].as_bool()?.then_some(())?;
        Some(Self {
            folder: Path::new(message["manifest_path"].as_str()?).parent()?.to_owned(),
            name: message["target"]["name"].as_str()?.to_owned(),
            executable: executable.into(),
        })
    }
}

/// The build of all test binaries, of the program and of the native part of the Python package. If
/// one build made the tests and another one the rest, cargo would compile many packages twice,
/// because only tests need some features of their dependencies.
pub(crate) fn native_build() -> Command {
    cargo(&format!("build {PACKAGES} --lib --bin mdp2048 --tests"))
}

/// Compiles all test binaries.
///
/// # Errors
/// If one does not compile.
pub(super) fn build() -> Result<Vec<TestBinary>> {
    let mut build = native_build();
    build.args(["--message-format", "json-render-diagnostics"]);
    let shown = run::show(&build);
    let context = || format!("could not run `{shown}`");
    let output = build.stderr(Stdio::inherit()).output().with_context(context)?;
    ensure!(output.status.success(), "`{shown}` failed ({})", output.status);
    let messages = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>();
    let messages: Vec<_> = messages.collect::<Result<_, _>>().with_context(context)?;
    Ok(messages.iter().filter_map(TestBinary::of_message).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_binaries_are_found_among_the_messages_of_cargo() {
        let message = |test: bool| {
            serde_json::json!({
                "reason": "compiler-artifact", "manifest_path": "/top/crates/rules/Cargo.toml",
                "target": { "name": "rules" }, "profile": { "test": test },
                "executable": "/top/target/debug/deps/rules-1",
            })
        };
        let binary = TestBinary::of_message(&message(true)).unwrap();
        assert_eq!((binary.folder, binary.name), ("/top/crates/rules".into(), "rules".to_owned()));
        assert_eq!(TestBinary::of_message(&message(false)), None);
        let finished = serde_json::json!({ "reason": "build-finished", "success": true });
        assert_eq!(TestBinary::of_message(&finished), None);
    }
}
