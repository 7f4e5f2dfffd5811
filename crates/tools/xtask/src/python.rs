//! The Python package: its environment, its tests, its notebook and its wheel.

use std::env::consts::{EXE_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::{install, metadata, run, test, workspace};

/// The folder of the package, beside its tests.
const FOLDER: &str = "python";

/// What the tests and the wheel need, with versions.
const REQUIREMENTS: &str = "python/requirements.txt";

/// The program that tests a wheel where it is installed.
const WHEEL_TEST: &str = "python/tests/installed.py";

/// The interpreter that makes the environment.
const INTERPRETER: &str = if cfg!(windows) { "python" } else { "python3" };

/// A program for the interpreter that fails where it is too old, or cannot make the environment.
const CHECK: &str = "import ensurepip, sys; assert sys.version_info >= (3, 11)";

/// Builds the native part with the tests of all packages, and runs the tests and type checks.
///
/// # Errors
/// If a check fails, or the environment cannot be made.
pub(crate) fn test() -> Result<()> {
    let built = build()?;
    let mut tests = tool("pytest");
    tests.args(["--quiet", "--numprocesses", "auto", "--dist", "worksteal"]);
    run::run(tests.env("MDP2048_PROGRAM", built))?;
    run::run(tool("mypy").args(["mdp2048", "tests"]))?;
    let interpreter = program(&folder(), "python");
    run::run(tool("pyright").arg("--pythonpath").arg(interpreter).args(["mdp2048", "tests"]))
}

/// Runs the notebook and writes the page of it into `web/notebook`.
///
/// # Errors
/// If a cell of the notebook fails.
pub(crate) fn notebook() -> Result<()> {
    build()?;
    run::run(tool("python").arg("notebook/build_page.py"))
}

/// Makes the environment, and builds the native part and the program. Returns the program.
///
/// The native part is copied beside the sources, as `maturin develop` does. A wheel would compile
/// the crates again, with the features that it needs alone.
fn build() -> Result<PathBuf> {
    environment()?;
    run::run(&mut test::native_build())?;
    let built = metadata::target_folder()?.join("debug");
    let (library, module) = match OS {
        "windows" => ("_native.dll", "_native.pyd"),
        "macos" => ("lib_native.dylib", "_native.abi3.so"),
        _ => ("lib_native.so", "_native.abi3.so"),
    };
    let module = workspace::root().join(FOLDER).join("mdp2048").join(module);
    // An interpreter that is running keeps the old file.
    let _ = fs::remove_file(&module);
    fs::copy(built.join(library), &module)
        .with_context(|| format!("could not write {}", module.display()))?;
    Ok(built.join(format!("mdp2048{}", EXE_SUFFIX)))
}

/// Builds the wheel of this machine into `target/wheels`, and tests it in an empty environment.
///
/// # Errors
/// If it does not build, or does not work there.
pub(crate) fn wheel() -> Result<()> {
    environment()?;
    let target = metadata::target_folder()?;
    let (out, empty) = (target.join("wheels"), target.join("wheel-environment"));
    // An error means that there is none from an earlier run.
    let _ = fs::remove_dir_all(&out);
    run::run(tool("maturin").args(["build", "--profile", "wheel", "--out"]).arg(&out))?;
    let built = fs::read_dir(&out).with_context(|| format!("could not read {}", out.display()))?;
    run::run(run::words(&format!("{INTERPRETER} -m venv --clear")).arg(&empty))?;
    let python = program(&empty, "python");
    let mut install = run::command(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    for wheel in built {
        install.arg(wheel?.path());
    }
    run::run(&mut install)?;
    // Isolated: without the sources beside it.
    run::run(run::command(&python).arg("-I").arg(workspace::root().join(WHEEL_TEST)))?;
    println!("the wheel is in {}", out.display());
    Ok(())
}

/// The folder of the environment.
fn folder() -> PathBuf {
    workspace::tools().join("python")
}

/// The path of a program of an environment.
fn program(environment: &Path, name: &str) -> PathBuf {
    let programs = environment.join(if cfg!(windows) { "Scripts" } else { "bin" });
    programs.join(format!("{name}{EXE_SUFFIX}"))
}

/// A program of the environment, which runs in the folder of the package.
fn tool(name: &str) -> Command {
    let mut command = run::command(program(&folder(), name));
    let folder = workspace::root().join(FOLDER);
    command.current_dir(&folder).env("PYTHONPATH", &folder).env("VIRTUAL_ENV", self::folder());
    command
}

/// Makes the environment, unless it has what the requirements say.
fn environment() -> Result<()> {
    let wanted = workspace::read(REQUIREMENTS)?;
    let installed = folder().join("installed.txt");
    if fs::read_to_string(&installed).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    install::debian("python3 python3-venv", "install Python 3.11 or newer with its venv", || {
        run::output(run::command(INTERPRETER).args(["-c", CHECK])).is_some()
    })?;
    println!("making the Python environment in {}", folder().display());
    let mut make = run::words(&format!("{INTERPRETER} -m venv --clear"));
    run::run(make.arg(folder()))?;
    let mut install = tool("python");
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]);
    run::run(install.arg(workspace::root().join(REQUIREMENTS)))
        .context("the packages of python/requirements.txt come from PyPI")?;
    fs::write(&installed, wanted)
        .with_context(|| format!("could not write {}", installed.display()))
}
