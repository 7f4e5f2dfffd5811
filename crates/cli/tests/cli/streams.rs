//! Files that are standard input, standard output or another pipe.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::{RunResult, TestFolder};

/// A folder with a solution, policies and a text.
fn folder() -> TestFolder {
    let folder = TestFolder::packed();
    folder.text("pack g.solution --format twenty48 --out g.txt");
    folder
}

/// Runs a command with bytes on standard input, as a pipe.
fn pipe(folder: &TestFolder, line: &str, input: &[u8]) -> Output {
    let mut command = folder.command(line);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The command may refuse the input before its end.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn bash(folder: &TestFolder, script: &str) -> RunResult {
    let script = script.replace("mdp2048", env!("CARGO_BIN_EXE_mdp2048"));
    let mut bash = Command::new("bash");
    RunResult::of(bash.args(["-c", &script]).current_dir(folder.path()).output().unwrap())
}

#[test]
fn every_kind_of_file_is_read_from_a_pipe() {
    let folder = folder();
    let game = "--board 2x2 --target 16";
    for (file, game) in [("g.solution", ""), ("g.policy", ""), ("g.txt", game)] {
        let bytes = folder.read(file);
        for verb in ["inspect FILE", "query FILE --position 0_2/2_0", "play FILE --seed 7"] {
            let line = format!("{verb} {game}");
            let expected = folder.text(line.replace("FILE", file).trim_end());
            let piped = pipe(&folder, line.replace("FILE", "-").trim_end(), &bytes);
            assert_eq!(String::from_utf8(piped.stdout).unwrap(), expected, "{line}");
            let script = format!("mdp2048 {verb} {game}");
            let script = script.replace("0_2/2_0", "'0 2/2 0'");
            for (from, to) in [
                (format!("<(cat {file})"), ""),
                ("/dev/stdin".to_owned(), " < FILE"),
                ("-".to_owned(), " < FILE"),
            ] {
                let script = script.replace("FILE", &from) + &to.replace("FILE", file);
                let result = bash(&folder, &script);
                assert_eq!((result.code, result.out), (Some(0), expected.clone()), "{script}");
            }
        }
    }
    for line in [
        "verify -",
        "evaluate - --objective score",
        "pack - --out x.policy",
        "export - --format drn --out x.drn",
        "export - --format svg --out x.svg",
    ] {
        let piped = pipe(&folder, line, &folder.read("g.solution"));
        assert_eq!(piped.status.code(), Some(0), "{line}");
    }
}

#[test]
fn streams_that_are_damaged_or_endless_are_refused() {
    let folder = folder();
    let solution = folder.read("g.solution");
    let check = |bytes: &[u8], message: &str| {
        RunResult::of(pipe(&folder, "inspect -", bytes)).assert_refused("inspect -", 2, message);
    };
    check(b"", "standard input is not a file that this command reads");
    check(b"The quick brown fox", "standard input is not a file that this command reads");
    for length in [8, 100, solution.len() - 1] {
        check(&solution[..length], "standard input: ");
    }
    check(&[&solution[..], b"x"].concat(), "standard input: the solution has ");
    // After a whole file nothing more is read than shows that there is more.
    for (script, message) in [
        ("cat g.solution /dev/zero | mdp2048 inspect -", ": the solution has "),
        ("cat g.policy /dev/zero | mdp2048 inspect -", ": the policy has "),
        ("mdp2048 inspect - < /dev/zero", " is not a file that this command reads"),
        ("mdp2048 verify - --against - < g.policy", " cannot be both files"),
    ] {
        let message = format!("standard input{message}");
        bash(&folder, script).assert_refused(script, 2, &message);
    }
}

#[test]
fn every_output_file_can_be_standard_output() {
    let folder = folder();
    for line in [
        "solve --board 2x2 --target 16",
        "pack g.solution --values action",
        "pack g.solution --format twenty48",
        "evaluate g.solution --distribution score",
        "export g.solution --format csv",
        "export g.solution --format drn",
        "export g.solution --format parquet",
        "export g.solution --format svg",
        "export g.solution --format dot",
    ] {
        folder.text(&format!("{line} --out file"));
        let expected = folder.read("file");
        let output = folder.command(&format!("{line} --json --out -")).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert!(output.stdout == expected, "{line}");
        let status: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert!(status.is_object(), "{line}");
        for out in ["-", "/dev/stdout"] {
            let status = bash(&folder, &format!("mdp2048 {line} --out {out} > redirected"));
            assert!(status.err.contains("written  "), "{line}: {}", status.err);
            assert_eq!(status.out, "");
            assert!(folder.read("redirected") == expected, "{line}");
        }
    }
    let text = folder.command("pack g.solution --out -").output().unwrap();
    let status = String::from_utf8(text.stderr).unwrap();
    assert!(status.contains("written          standard output in "), "{status}");
    assert!(!folder.path().join("-").exists());
}

#[test]
fn a_closed_standard_output_is_no_file() {
    let folder = folder();
    for line in ["solve --board 2x2 --target 16", "pack g.solution", "bag --target 64"] {
        let script = format!("mdp2048 {line} --out - >&-");
        let message = "could not write standard output: it is closed; choose another --out";
        bash(&folder, &script).assert_refused(&script, 2, message);
        let discarded = bash(&folder, &format!("mdp2048 {line} --out - > /dev/null"));
        assert_eq!(discarded.code, Some(0), "{line}: {}", discarded.err);
    }
}

#[test]
fn pipelines_need_no_file() {
    let folder = folder();
    let result = bash(
        &folder,
        "set -o pipefail; mdp2048 solve --board 2x2 --target 16 --out - 2>/dev/null \
         | mdp2048 pack - --out - 2>/dev/null | mdp2048 play - --seed 3",
    );
    assert_eq!((result.code, result.out), (Some(0), folder.text("play g.policy --seed 3")));
}

#[test]
fn standard_output_must_not_be_the_input() {
    let folder = folder();
    let before = folder.read("g.solution");
    for (input, name) in [("g.solution", "g.solution"), ("-", "standard input")] {
        let script = format!("mdp2048 pack {input} --out - < g.solution >> g.solution");
        let message = format!("standard output is the same file as the input {name}: choose ");
        bash(&folder, &script).assert_refused(&script, 2, &message);
    }
    assert!(folder.read("g.solution") == before);
}
