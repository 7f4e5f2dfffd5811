//! The packages that run on this machine, and the build of all that the checks need of them.

use std::process::Command;

use crate::run;

/// The packages and their features. Cargo compiles packages again for other packages or features,
/// so all steps use these.
pub(crate) const PACKAGES: &str =
    "--workspace --exclude web --features mdp2048/distributed,mdp2048-tests/browser";

/// A command of cargo that compiles packages for checks.
///
/// It is not incremental. From nothing, an incremental build takes an eighth more CPU time and
/// writes 6 GB more; a check seldom follows a small change.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = run::line(&format!("cargo {arguments}"));
    command.env("CARGO_INCREMENTAL", "0");
    command
}

/// The build of all test binaries, of the program and of the native part of the Python package. If
/// one build made the tests and another one the rest, cargo would compile many packages twice,
/// because only tests need some features of their dependencies.
pub(crate) fn build() -> Command {
    cargo(&format!("build {PACKAGES} --lib --bin mdp2048 --tests"))
}
