//! Builds the solver as a program for a browser worker.

use anyhow::Result;

use crate::{run, tools, workspace};

const PACKAGE: &str = "mdp2048-solving";

/// Enables WebAssembly's vector instructions, which every current browser supports and rustc does
/// not use by default.
const VECTORS: &str = "-Ctarget-feature=+simd128";

/// Builds the program and its bindings, either optimised or, for the tests, with overflow checks.
///
/// `wasm-opt` is not called: `-O1` does not change the time, and `-O3` inlines functions that must
/// stay calls (`crates/solve/src/parallel.rs`), which makes the first solve 1.6 times as long.
pub(crate) fn build(is_release: bool) -> Result<()> {
    tools::wasm_bindgen()?;
    let mut build = run::line(&format!("cargo build --target {} --bin solving", tools::WASM));
    build.args(["--package", PACKAGE, "--features", "worker"]);
    if is_release {
        build.arg("--release");
    }
    // Cargo caches the builds with and without these flags separately.
    run::run(build.env("CARGO_ENCODED_RUSTFLAGS", VECTORS))?;
    let (profile, folder) = match is_release {
        true => ("release", workspace::MEASURED_SOLVER),
        false => ("debug", workspace::TESTED_SOLVER),
    };
    let program = format!("{}/{profile}/solving.wasm", tools::WASM);
    let mut bindings = run::line("wasm-bindgen --target=no-modules --no-typescript");
    bindings.args([&format!("--out-dir={folder}"), "--out-name=solving"]);
    run::run(bindings.arg(run::target_folder()?.join(program)))
}

/// Lints the code that is compiled for browsers only.
pub(crate) fn lint() -> Result<()> {
    let mut lint = run::line(&format!("cargo clippy --target {}", tools::WASM));
    lint.args(["--package", PACKAGE, "--features", "worker", "--package", "mdp2048-solve"]);
    run::run(lint.args(["--", "-D", "warnings"]).env("CARGO_ENCODED_RUSTFLAGS", VECTORS))
}

/// Measures solving in a real browser, beside native solving.
pub(crate) fn bench() -> Result<()> {
    build(true)?;
    let mut bench =
        run::line("cargo bench --package mdp2048-tests --features browser --bench solving");
    run::run(bench.env("MDP2048_SOLVING", workspace::MEASURED_SOLVER))
}
