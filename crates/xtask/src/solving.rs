//! The solver as a program for a browser's worker.

use anyhow::Result;

use crate::{run, tools, workspace};

const PACKAGE: &str = "mdp2048-solving";

/// The vectors of a browser, which every current one has and rustc leaves out unless told
/// otherwise.
const VECTORS: &str = "-Ctarget-feature=+simd128";

/// Builds the program and its bindings; as fast as it can be, or for the tests, whose overflow
/// checks it then has.
///
/// `wasm-opt` is not called: at `-O1` it changes nothing in the time, and at `-O3` it inlines what
/// is to be a call (`crates/solve/src/parallel.rs`), which makes the first solve 1.6 times as long.
pub(crate) fn build(is_release: bool) -> Result<()> {
    tools::wasm_bindgen()?;
    let mut build = run::line(&format!("cargo build --target {} --bin solving", tools::WASM));
    build.args(["--package", PACKAGE, "--features", "worker"]);
    if is_release {
        build.arg("--release");
    }
    // What is compiled without the vectors stays as it is, beside this.
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

/// Lints what is compiled for a browser only.
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
