//! Running other programs.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::workspace;

/// A command that runs at the workspace's root with the project's own tools first on PATH.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(workspace::root()).env("PATH", path());
    // Cargo's variables about this package are wrong for other programs, and some build scripts
    // would run again each time one changed.
    for (name, _) in env::vars_os() {
        let is_own = |name: &str| {
            ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"].iter().any(|it| name.starts_with(it))
        };
        if name.to_str().is_some_and(is_own) {
            command.env_remove(name);
        }
    }
    command
}

/// The command of a line without quoting, split at its spaces.
pub(crate) fn words(line: &str) -> Command {
    let mut words = line.split(' ');
    let mut command = command(words.next().unwrap_or_default());
    command.args(words);
    command
}

/// Runs the command of a line.
///
/// # Errors
/// As [`run`].
pub(crate) fn line(line: &str) -> Result<()> {
    run(&mut words(line))
}

/// A command of cargo that compiles packages for checks.
///
/// It is not incremental. From nothing, an incremental build takes an eighth more CPU time and
/// writes 6 GB more; a check seldom follows a small change.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = words(&format!("cargo {arguments}"));
    command.env("CARGO_INCREMENTAL", "0");
    command
}

/// Runs a command with this program's output.
///
/// # Errors
/// If the command cannot be started or fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    let status = command.status().with_context(|| format!("could not start `{shown}`"))?;
    ensure!(status.success(), "`{shown}` failed ({status})");
    Ok(())
}

/// Returns a command's standard output; `None` if the command cannot be started or fails.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The command line as text.
pub(crate) fn show(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// The path of a program, if it is on PATH.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    env::split_paths(&path())
        .map(|folder| folder.join(format!("{program}{}", env::consts::EXE_SUFFIX)))
        .find(|file| file.is_file())
}

/// PATH with the project's own tools first.
fn path() -> OsString {
    let tools = workspace::tools();
    let own = [tools.join("bin"), tools.join("binaryen/node_modules/.bin")];
    let given = env::var_os("PATH").unwrap_or_default();
    env::join_paths(own.into_iter().chain(env::split_paths(&given))).unwrap_or(given)
}
