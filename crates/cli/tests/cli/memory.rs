//! Commands in a process that may use little memory.

#![cfg(target_os = "linux")]

use super::{RunResult, TestFolder};

/// Runs a command with this many KiB of address space.
pub(crate) fn run_within(folder: &TestFolder, kibibytes: u64, line: &str) -> RunResult {
    let command = folder.command(line);
    let program = command.get_program().to_owned();
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &format!("ulimit -v {kibibytes} && exec \"$0\" \"$@\"")]);
    shell.arg(program).args(command.get_args()).current_dir(folder.path());
    RunResult::of(shell.output().unwrap())
}

#[test]
fn every_command_succeeds_or_says_in_one_line_that_memory_is_missing() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x3 --target 32 --out g.solution");
    folder.text("pack g.solution --out g.policy");
    let names = folder.names();
    let starts = |kibibytes| run_within(&folder, kibibytes, "--version").code == Some(0);
    // The program starts within `enough`, and not within `few`.
    let (mut few, mut enough) = (1 << 10, 1u64 << 20);
    while few + few / 64 < enough {
        let middle = few.midpoint(enough);
        *(if starts(middle) { &mut enough } else { &mut few }) = middle;
    }
    let mut has_failed = false;
    for line in [
        "solve --board 3x3 --target 64",
        "solve --board 3x3 --target 64 --out new",
        "inspect g.policy",
        "query g.solution --position 0_2_0/0_2_0",
        "verify g.solution",
        "evaluate g.solution --objective score",
        "play g.policy --seed 1",
        "pack g.solution --out new",
        "export g.solution --format csv --out new",
    ] {
        for percent in [105, 130, 200, 1000] {
            let result = run_within(&folder, enough * percent / 100, line);
            let about = format!("{line} within {percent} %: {:?} {}", result.code, result.err);
            if result.code == Some(0) {
                let _ = std::fs::remove_file(folder.path().join("new"));
            } else {
                has_failed = true;
                assert_eq!(result.code, Some(2), "{about}");
                // Rust itself reports a small block, with hints on further lines.
                let is_small = result.err.contains("memory allocation of ");
                assert!(is_small || result.err.lines().count() == 1, "{about}");
            }
            assert_eq!(folder.names(), names, "{about}");
        }
    }
    assert!(has_failed);
}

#[test]
fn the_limit_of_the_process_is_the_default_limit() {
    let folder = TestFolder::new();
    let solve = "solve --board 3x4 --target 64 --threads 1 --out g.solution";
    for memory in ["", " --memory 100GiB"] {
        let result = run_within(&folder, 600 << 10, &format!("{solve}{memory}"));
        result.assert_refused("600 MiB", 2, "this game needs ");
        assert!(result.err.contains(" may be used: choose a smaller board"), "{}", result.err);
    }
}
