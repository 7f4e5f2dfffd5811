use std::fs;
use std::process::Stdio;

use crate::{RunResult, TestFolder};

const SOLVE: &str = "solve --board 2x2 --target 16 --out";

#[test]
fn files_that_cannot_be_written() {
    let folder = TestFolder::new();
    fs::create_dir(folder.path().join("folder")).unwrap();
    let check = |out: &str, message: &str| {
        folder.refuse(&format!("{SOLVE} {out}"), &format!("could not write {out}: {message}"));
    };
    check("none/g.solution", "no such file or directory; create its folder first, or choose ");
    check("folder", "is a directory; choose the name of a file in it as --out");
    check("folder/g.solution/", "not a directory; choose another --out");
    assert_eq!(folder.names(), ["folder"]);
    assert_eq!(fs::read_dir(folder.path().join("folder")).unwrap().count(), 0);
    folder.write("g.solution", "old");
    folder.text(&format!("{SOLVE} g.solution"));
    folder.refuse("pack g.solution --out none/g.policy", "could not write none/g.policy: ");
    check("g.solution/x", "not a directory; choose another --out");
    // A refusal leaves the result alone.
    folder.refuse("solve --board 2x2 --target 64 --out g.solution", "64 cannot be reached");
    assert_eq!(folder.json("inspect g.solution")["states"], 35);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let folder = TestFolder::new();
    let line = format!("{SOLVE} /dev/full");
    let message = "could not write /dev/full: no space left on device; free some space ";
    folder.run(&line).assert_refused(&line, 1, message);
    folder.text(&format!("{SOLVE} g.solution"));
    folder.run("pack g.solution --out /dev/full").assert_refused("pack", 1, message);
    folder.text(&format!("{SOLVE} /dev/null"));
    assert_eq!(folder.names(), ["g.solution"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_grows_too_large_is_removed() {
    let folder = TestFolder::new();
    folder.write("g.solution", "old");
    // The limit on file sizes ends the writing halfway, as a full disk would.
    let binary = env!("CARGO_BIN_EXE_mdp2048");
    let script =
        format!("ulimit -f 16; exec {binary} solve --board 3x3 --target 32 --out g.solution");
    let mut shell = std::process::Command::new("bash");
    let result =
        RunResult::of(shell.args(["-c", &script]).current_dir(folder.path()).output().unwrap());
    result.assert_refused(&script, 1, "could not write ");
    assert!(
        result.err.contains("file too large; nothing was left behind: raise the limit "),
        "{}",
        result.err
    );
    assert_eq!(folder.names(), ["g.solution"]);
    assert_eq!(folder.read("g.solution"), b"old");
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let folder = TestFolder::new();
    folder.text(&format!("{SOLVE} g.solution"));
    for line in [
        "play g.solution",
        "inspect g.solution",
        "query g.solution --position 0_2/2_0",
        "pack g.solution --out -",
        "--help",
        "help solve",
        "completions zsh",
    ] {
        let mut command = folder.command(line);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let result = RunResult::of(child.wait_with_output().unwrap());
        assert_eq!((result.code, result.err.as_str()), (Some(0), ""), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_printed_are_a_failure() {
    let folder = TestFolder::new();
    let printing = "could not print the result: no space left on device; free some space";
    let writing = "could not write standard output: no space left on device; free some space";
    folder.text("solve --board 2x2 --target 8 --out g");
    for line in [
        "solve --board 2x2 --target 8",
        "inspect g --json",
        "query g --position 0_2/2_0 --json",
        "verify g",
        "evaluate g --objective score",
        "pack g --out -",
        "export g --format csv --out -",
        "--help",
        "solve --help",
        "help",
        "help pack",
        "--version",
        "completions bash",
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let result = folder.command(line).stdout(full).output().unwrap();
        let message = if line.ends_with("--out -") { writing } else { printing };
        RunResult::of(result).assert_refused(line, 1, message);
    }
    let read_only = fs::File::open("/dev/null").unwrap();
    let result = folder.command("inspect g").stdout(read_only).output().unwrap();
    let message = "could not print the result: bad file descriptor; send standard output elsewhere";
    RunResult::of(result).assert_refused("inspect g", 1, message);
}

#[cfg(unix)]
#[test]
fn names_are_printed_without_control_characters() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = TestFolder::new();
    let run = |line: &str, name: &[u8]| {
        let mut command = folder.command(line);
        RunResult::of(command.arg(OsStr::from_bytes(name)).output().unwrap())
    };
    let name = b"a\x1b[31m\n\xff.solution";
    let solved = run("solve --board 2x2 --target 8 --out", name);
    assert_eq!((solved.code, solved.err.as_str()), (Some(0), ""));
    assert!(solved.out.contains("  a\\u{1b}[31m\\n\\xff.solution ("), "{}", solved.out);
    let solved = run("solve --board 2x2 --target 8 --json --out", name);
    assert!(solved.out.contains("\"file\":\"a\\u001b[31m\\n\u{fffd}.solution\""), "{}", solved.out);
    let refused = run("evaluate --objective win", b"none\x1b[31m\n\xff");
    refused.assert_refused("evaluate", 2, "could not read none\\u{1b}[31m\\n\\xff: no such file");
}
