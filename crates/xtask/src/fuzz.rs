//! `cargo xtask fuzz`: many changed files, read by what reads files from outside.
//!
//! Where a nightly compiler and cargo-fuzz are installed, libFuzzer looks for files that reach new
//! code. The driver, which needs neither, reads changed files in any case: the same ones each time.

use std::fs;

use anyhow::{Context as _, Result};

use crate::{run, workspace};

/// The kinds of files, which are also the fuzz targets.
const KINDS: [&str; 2] = ["decode", "text"];

/// Files of each kind, unless told otherwise: some minutes.
const RUNS: u64 = 100_000;

/// Files are not made longer than so many bytes.
const MOST_BYTES: usize = 4096;

/// Reads `runs` changed files of each kind, guided by coverage and not.
pub(crate) fn fuzz(runs: Option<&str>) -> Result<()> {
    let runs = runs.map_or(Ok(RUNS), str::parse).context("--runs takes a whole number")?;
    if is_there("rustup run nightly cargo fuzz --version") {
        for kind in KINDS {
            guided(kind, runs)?;
        }
    } else {
        println!(
            "no nightly compiler or no cargo-fuzz, so no guidance by coverage (rustup toolchain \
             install nightly; cargo install cargo-fuzz)"
        );
    }
    run::run(&mut run::line("cargo build --quiet --package mdp2048-fuzz --bin mutate"))?;
    let mutate = run::target_folder()?.join("debug/mutate");
    for kind in KINDS {
        let mut command = run::command(&mutate.to_string_lossy());
        run::run(command.args([kind, "--runs", &runs.to_string()]))?;
    }
    Ok(())
}

/// Runs a fuzz target. What it finds stays in the target folder, beside the corpus.
fn guided(kind: &str, runs: u64) -> Result<()> {
    let folder = run::target_folder()?.join("fuzz");
    let found = folder.join(kind);
    fs::create_dir_all(&found).with_context(|| format!("could not make {}", found.display()))?;
    // There is no unsafe code for a sanitizer to watch.
    let mut command = run::line(
        "rustup run nightly cargo fuzz run --fuzz-dir tests/fuzz --features libfuzzer \
         --sanitizer none --target-dir",
    );
    command.arg(folder.join("build")).arg(kind).arg(&found);
    command.arg(workspace::root().join("tests/fuzz/corpus").join(kind)).arg("--");
    command.args([format!("-runs={runs}"), format!("-max_len={MOST_BYTES}")]);
    command.arg("-timeout=120");
    command.arg(format!("-artifact_prefix={}/", folder.display()));
    // Link-time optimisation takes the counters of coverage apart.
    command
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    run::run(&mut command)
}

fn is_there(probe: &str) -> bool {
    run::output(&mut run::line(probe)).is_some()
}
