//! `cargo xtask fuzz`: reads many damaged files of each kind.
//!
//! Where a nightly compiler and cargo-fuzz are installed, libFuzzer searches for files that reach
//! new code. The test `replay` of the package, which needs neither, always runs; it reads the same
//! damaged files each time.

use std::fs;

use anyhow::{Context as _, Result};

use crate::{metadata, run, workspace};

/// The kinds of files that are fuzz targets. Almost every solution that libFuzzer would make has a
/// wrong checksum or length; the test changes the contents of solutions and corrects both.
const GUIDED_KINDS: [&str; 2] = ["decode", "text"];

/// The longest file that libFuzzer makes, in bytes.
const MAX_BYTES: usize = 4096;

/// Reads `runs` damaged files of each kind, with and without guidance by coverage.
pub(crate) fn fuzz(runs: u64) -> Result<()> {
    if run::output(&mut run::words("rustup run nightly cargo fuzz --version")).is_some() {
        for kind in GUIDED_KINDS {
            guided(kind, runs)?;
        }
    } else {
        println!(
            "no nightly compiler or no cargo-fuzz, so no guidance by coverage (rustup toolchain \
             install nightly; cargo install cargo-fuzz)"
        );
    }
    let mut test = run::words("cargo test --package mdp2048-fuzz --test replay -- --nocapture");
    run::run(test.env("MDP2048_FUZZ_RUNS", runs.to_string()))
}

/// Runs a fuzz target. Its new inputs stay in the target folder, outside the committed corpus.
fn guided(kind: &str, runs: u64) -> Result<()> {
    let folder = metadata::target_folder()?.join("fuzz");
    let found = folder.join(kind);
    fs::create_dir_all(&found).with_context(|| format!("could not create {}", found.display()))?;
    // There is no unsafe code for a sanitizer to watch.
    let mut command = run::words(
        "rustup run nightly cargo fuzz run --fuzz-dir tests/fuzz --features libfuzzer \
         --sanitizer none --target-dir",
    );
    command.arg(folder.join("build")).arg(kind).arg(&found);
    command.arg(workspace::root().join("tests/fuzz/corpus").join(kind)).arg("--");
    command.args([format!("-runs={runs}"), format!("-max_len={MAX_BYTES}")]);
    command.arg("-timeout=120");
    command.arg(format!("-artifact_prefix={}/", folder.display()));
    // Link-time optimisation removes the coverage counters.
    command
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    run::run(&mut command)
}
