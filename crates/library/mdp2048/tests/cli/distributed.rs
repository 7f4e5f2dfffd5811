//! Solves by several processes: the same files as by one, processes that end, other numbers of
//! them.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{RunResult, TestFolder};

const GAME: &str = "solve --board 3x3 --target 64 --discount 0.99 --precision single --threads 1 \
                    --checkpoint 0";

#[test]
fn processes_write_the_files_of_one() {
    let folder = TestFolder::new();
    let alone = folder.json(&format!("{GAME} --work alone"));
    let expected = folder.work_files("alone");
    let together = folder.json(&format!("{GAME} --work by2 --processes 2"));
    for field in ["states", "lost", "layers", "start_value", "bytes"] {
        assert_eq!(together[field], alone[field], "{field}");
    }
    assert_eq!(together["processes"], 2);
    assert!(together["exchanged_bytes"].as_u64().unwrap() > 0);
    assert!(folder.work_files("by2") == expected);
    // Processes are started one by one, too.
    let free = || std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let [first, second] = [free(), free()].map(|listener| listener.local_addr().unwrap());
    let line = |process| {
        format!("{GAME} --work w --process {process} --addresses {first},{second} --json")
    };
    let other = folder.command(&line(1)).stdout(Stdio::piped()).spawn().unwrap();
    let first = folder.run(&line(0));
    assert_eq!(first.code, Some(0), "{}", first.err);
    let other = RunResult::of(other.wait_with_output().unwrap());
    let states = |result: &RunResult| {
        let json: serde_json::Value = serde_json::from_str(&result.out).unwrap();
        [json["states"].clone(), json["start_value"].clone(), json["exchanged_bytes"].clone()]
    };
    assert_eq!(states(&first), states(&other));
    assert!(folder.work_files("w") == expected);
}

/// The children of a process.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let process: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
        (line.trim().parse() == Ok(parent)).then_some(process)
    });
    processes.collect()
}

/// Starts a run, ends its first process or another one after a layer is finished, and returns what
/// it prints.
#[cfg(target_os = "linux")]
fn ended_early(folder: &TestFolder, line: &str, is_first: bool) -> RunResult {
    let manifest = folder.path().join("w/manifest");
    let before = fs::read(&manifest).unwrap_or_default();
    let mut command = folder.command(line);
    let mut run = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::read(&manifest).unwrap_or_default() == before && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    let others = children(run.id());
    assert!(!others.is_empty(), "the run has ended already");
    if is_first {
        run.kill().unwrap();
    } else {
        let last = others[others.len() - 1].to_string();
        assert!(Command::new("kill").args(["-9", &last]).status().unwrap().success());
    }
    let result = RunResult::of(run.wait_with_output().unwrap());
    // The others notice it.
    let is_running = |process: &u32| fs::exists(format!("/proc/{process}")).unwrap();
    while others.iter().any(is_running) {
        assert!(Instant::now() < deadline, "processes are left");
        std::thread::sleep(Duration::from_millis(10));
    }
    result
}

#[test]
#[cfg(target_os = "linux")]
fn an_ended_process_is_named_and_another_number_goes_on() {
    let folder = TestFolder::new();
    let alone = folder.json(&format!("{GAME} --work alone"));
    let line = format!("{GAME} --work w");
    let ended = ended_early(&folder, &format!("{line} --processes 2"), false);
    let message = "mdp2048: process 1 of 2 has ended (signal: 9 (SIGKILL)): add --resume to go on \
                   from the last checkpoint";
    // A remark on the size of the game comes first.
    assert_eq!((ended.code, ended.err.lines().last()), (Some(1), Some(message)));
    assert_eq!(ended.out, "");
    let refused = folder.run(&format!("{line} --processes 2"));
    let message = "mdp2048: the work folder holds a run already: add --resume to go on, or choose \
                   another --work";
    assert_eq!((refused.code, refused.err.lines().last()), (Some(2), Some(message)));
    let ended = ended_early(&folder, &format!("{line} --processes 4 --resume"), true);
    assert_eq!(ended.code, None);
    let together = folder.json(&format!("{line} --processes 3 --resume"));
    assert_eq!(together["start_value"], alone["start_value"]);
    assert!(folder.work_files("w") == folder.work_files("alone"));
}
