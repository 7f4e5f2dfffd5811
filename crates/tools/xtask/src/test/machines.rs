//! The program on other machines: its files and its answers are the same, byte for byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::native::PACKAGES;
use crate::{run, tools};

/// The target of ARM machines with Linux.
const AARCH64: &str = "aarch64-unknown-linux-gnu";

/// The target of Windows that a compiler on Linux links for.
const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// A game to solve, and a position that most games pass, or begin with.
struct SmallGame {
    board: &'static str,
    options: &'static str,
    position: &'static str,
}

/// Games whose codes have 32 bits, and one with four rows, for which other code runs.
const GAMES: [SmallGame; 5] = [
    SmallGame { board: "2x2", options: "--target 16", position: "0 2/2 0" },
    SmallGame { board: "3x3", options: "--target 64", position: "0 2 0/0 0 0/0 2 0" },
    SmallGame { board: "3x3", options: "--target 128", position: "0 2 0/0 0 0/0 2 0" },
    SmallGame {
        board: "2x4",
        options: "--objective score --target 32",
        position: "0 2 0 0/0 2 0 0",
    },
    SmallGame {
        board: "4x4",
        options: "--target 8 --discount 0.99",
        position: "0 0 0 0/0 2 0 0/0 2 0 0/0 0 0 0",
    },
];

/// Compares the program for ARM, run by an emulator, with that of this machine.
pub(super) fn aarch64() -> Result<()> {
    tools::system_packages(
        "qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
        &["qemu-aarch64", "aarch64-linux-gnu-gcc"],
    )?;
    tools::target(AARCH64)?;
    run::run(&mut run::line("cargo build --package mdp2048"))?;
    let mut build = run::line(&format!("cargo build --package mdp2048 --target {AARCH64}"));
    run::run(build.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc"))?;
    let target = run::target_folder()?;
    let native = target.join("debug/mdp2048");
    let other = target.join(AARCH64).join("debug/mdp2048");
    let emulated = || {
        let mut emulator = run::command("qemu-aarch64");
        emulator.args(["-L", "/usr/aarch64-linux-gnu"]).arg(&other);
        emulator
    };
    let folders = ["native", "aarch64"].map(|name| target.join("machines").join(name));
    for SmallGame { board, options, position } in &GAMES {
        let here = answers(|| run::command(&native), &folders[0], board, options, position)?;
        let there = answers(emulated, &folders[1], board, options, position)?;
        if let Some((here, _)) = here.iter().zip(&there).find(|(here, there)| here != there) {
            bail!(
                "{board} {options}: {} differs: compare {}",
                here.0,
                target.join("machines").display()
            );
        }
        let bytes: usize = here.iter().map(|(_, bytes)| bytes.len()).sum();
        println!("{board} {options}: {} results of {bytes} bytes are the same", here.len());
    }
    Ok(())
}

/// Solves a game in a folder. Returns the files that are written and what is printed, by name.
fn answers(
    program: impl Fn() -> Command,
    folder: &Path,
    board: &str,
    options: &str,
    position: &str,
) -> Result<Vec<(String, Vec<u8>)>> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let output = |arguments: &[&str]| -> Result<Vec<u8>> {
        let mut command = program();
        let output = command.current_dir(folder).args(arguments).output();
        let shown = run::show(&command);
        let output = output.with_context(|| format!("could not start `{shown}`"))?;
        if !output.status.success() {
            bail!("`{shown}` failed: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(output.stdout)
    };
    let words = |line: &str| -> Result<Vec<u8>> { output(&line.split(' ').collect::<Vec<_>>()) };
    // Their output contains times.
    words(&format!("solve --board {board} {options} --out game.solution"))?;
    words(&format!("solve --board {board} {options} --work work"))?;
    words("pack game.solution --threshold 1e-7 --values state --out game.policy")?;
    words("pack work --threshold 1e-7 --out work.policy")?;
    let mut found = Vec::new();
    for file in ["game.solution", "game.policy"] {
        let mut query = vec!["query", file, "--position", position];
        found.push((format!("query {file}"), output(&query)?));
        query.push("--json");
        found.push((format!("query {file} --json"), output(&query)?));
        for line in ["play FILE --seed 42", "play FILE --seed 42 --json", "inspect FILE --json"] {
            let line = line.replace("FILE", file);
            found.push((line.clone(), words(&line)?));
        }
    }
    let mut files = files_below(folder)?;
    // A log contains times.
    files.retain(|file| !file.ends_with("log.csv"));
    for file in files {
        found.push((file.strip_prefix(folder)?.display().to_string(), fs::read(&file)?));
    }
    Ok(found)
}

/// The files in a folder and in the folders in it, in the order of their names.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Compiles the libraries and the programs for Windows; nothing runs.
pub(super) fn windows() -> Result<()> {
    tools::system_packages("gcc-mingw-w64-x86-64", &["x86_64-w64-mingw32-gcc"])?;
    tools::target(WINDOWS)?;
    run::run(&mut run::line(&format!(
        "cargo clippy {PACKAGES} --target {WINDOWS} -- -D warnings"
    )))?;
    run::run(&mut run::line(&format!("cargo build --package mdp2048 --target {WINDOWS}")))
}
