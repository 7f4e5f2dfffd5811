//! Runs that are ended by a signal.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

use crate::{RunResult, TestFolder};

/// How often each signal is sent; the environment variable `KILLS` overrides it.
const KILLS: u32 = 3;

/// Writers of the file `out`: a quick one, and one that writes most of the time.
const WRITERS: [&str; 2] =
    ["solve --board 3x3 --target 16 --out out", "export base --format csv --out out"];

/// Lets the runs handle signals that the tests ignore, as a background job of a shell ignores
/// SIGINT: a signal with a handler has its default action in a new program, but an ignored one
/// stays ignored.
fn stop_ignoring_signals() {
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, 1, Arc::new(AtomicBool::new(true))).unwrap();
    }
}

fn send(signal: &str, child: &Child) {
    let mut kill = Command::new("kill");
    assert!(kill.args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
}

/// The fraction of a running time after which a run is killed.
fn random_fraction() -> f64 {
    RandomState::new().build_hasher().finish() as f64 / u64::MAX as f64
}

/// Kills runs at random times and checks that the output file is always whole, and that no partial
/// file is left after the next run.
fn kill_runs(signal: &str) {
    stop_ignoring_signals();
    let kills = std::env::var("KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
    let folder = TestFolder::new();
    folder.text("solve --board 3x3 --target 16 --out base");
    let out = folder.path().join("out");
    let whole = WRITERS.map(|line| {
        let start = Instant::now();
        folder.text(line);
        (start.elapsed(), fs::read(&out).unwrap())
    });
    for kill in 0..kills {
        let writer = kill as usize % WRITERS.len();
        let (time, new) = &whole[writer];
        if kill % 3 == 2 {
            fs::remove_file(&out).unwrap();
        } else {
            folder.write("out", "old");
        }
        let old = fs::read(&out).ok();
        let mut command = folder.command(WRITERS[writer]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(time.mul_f64(random_fraction()));
        send(signal, &child);
        child.wait().unwrap();
        let found = fs::read(&out).ok();
        let is_new = found.as_ref() == Some(new);
        assert!(is_new || found == old, "{signal}, kill {kill}: the file is damaged");
        if is_new || found.is_none() {
            folder.write("out", "old");
        }
        let partial = folder.names().len() - 2;
        assert!(partial == 0 || signal == "KILL", "{signal}: {:?}", folder.names());
        // Some partial files of killed runs accumulate until the next whole run.
        if kill % 7 == 6 || kill + 1 == kills {
            folder.text(WRITERS[writer]);
            assert_eq!(folder.names(), ["base", "out"]);
        }
    }
}

#[test]
fn runs_ended_by_a_signal_leave_nothing_behind() {
    for signal in ["HUP", "INT", "TERM"] {
        kill_runs(signal);
    }
}

#[test]
fn the_next_run_removes_what_killed_runs_left() {
    kill_runs("KILL");
}

#[test]
fn only_abandoned_files_of_the_same_name_are_removed() {
    let folder = TestFolder::new();
    let live = fs::File::create(folder.path().join(".out.live0000.partial")).unwrap();
    live.lock().unwrap();
    let others = [
        ".out.abc.partial",
        ".out.abcdefgh.part",
        ".out.x.abcdefgh.partial",
        ".outabcdefgh.partial",
        ".other.abcdefgh.partial",
        "out.abcdefgh.partial",
    ];
    for name in others.iter().chain([".out.abcdefgh.partial", ".out.01234567.partial"].iter()) {
        folder.write(name, "partial");
    }
    fs::create_dir(folder.path().join(".out.AAAAAAAA.partial")).unwrap();
    std::os::unix::fs::symlink("out", folder.path().join(".out.BBBBBBBB.partial")).unwrap();
    folder.text("solve --board 2x2 --target 8 --out out");
    let mut expected = others.to_vec();
    expected.extend([".out.live0000.partial", ".out.AAAAAAAA.partial", ".out.BBBBBBBB.partial"]);
    expected.push("out");
    expected.sort_unstable();
    assert_eq!(folder.names(), expected);
    // A very long name has partial files, too.
    let long = "n".repeat(255);
    folder.text(&format!("solve --board 2x2 --target 8 --out {long}"));
    let too_long = "n".repeat(256);
    folder.refuse(
        &format!("solve --board 2x2 --target 8 --out {too_long}"),
        &format!("could not write {too_long}: file name too long; choose a shorter --out"),
    );
}

#[test]
fn an_interrupted_solve_says_so() {
    stop_ignoring_signals();
    let folder = TestFolder::new();
    for (signal, code) in [("HUP", 129), ("INT", 130), ("TERM", 143)] {
        let mut command =
            folder.command("solve --board 4x4 --target 32 --memory 64GiB --out g.solution");
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        sleep(Duration::from_millis(700));
        send(signal, &child);
        let result = RunResult::of(child.wait_with_output().unwrap());
        result.assert_refused(signal, code, "interrupted, nothing was written");
        assert_eq!(folder.names(), [""; 0]);
    }
}

/// Runs a command in an empty folder and stops it by a signal. Runs that are stopped before they
/// have made the file, or that end before they are stopped, are begun again.
///
/// Returns the message of the run that saved what it had done.
fn stop_within(folder: &TestFolder, line: &str, file: &str, signal: &str, code: i32) -> String {
    let mut delay = Duration::from_millis(20);
    for _ in 0..16 {
        for path in folder.names().iter().map(|name| folder.path().join(name)) {
            fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path)).unwrap();
        }
        let mut command = folder.command(line);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        sleep(delay);
        send(signal, &child);
        let result = RunResult::of(child.wait_with_output().unwrap());
        if result.code == Some(0) {
            delay = delay * 2 / 3;
        } else if folder.names() == [file] {
            assert_eq!((result.code, &*result.out), (Some(code), ""), "{line}: {}", result.err);
            return result.err;
        } else {
            delay *= 2;
        }
    }
    panic!("{line} is never stopped while it works");
}

#[test]
fn games_before_a_signal_are_written() {
    stop_ignoring_signals();
    let folder = TestFolder::new();
    // The games of the first agent are soon over; one of the second takes minutes.
    let line = "arena --agents greedy,expectimax:depth=5 --games 4 --out g.csv";
    let err = stop_within(&folder, line, "g.csv", "INT", 130);
    let message =
        "mdp2048: interrupted; g.csv holds what was done: give the same command to play all games";
    assert!(err.contains(message), "{err}");
    let rows = folder.read_text("g.csv");
    let games = rows.lines().filter(|row| row.contains(",greedy,")).count();
    assert!(games == 4 || rows.lines().count() == 1 + games, "{rows}");
    let mut command = folder.command(line);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A second signal ends the run at once.
    sleep(Duration::from_millis(500));
    send("TERM", &child);
    send("TERM", &child);
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

#[test]
fn a_stopped_certification_goes_on_where_it_was() {
    stop_ignoring_signals();
    let folder = TestFolder::new();
    let line = "certify --agent greedy --board 3x3 --target 128 --join 1e-6 --work c \
                --threads 1";
    let err = stop_within(&folder, line, "c", "TERM", 143);
    let message = "mdp2048: interrupted; c holds what was done: give the same command to go on\n";
    assert!(err.ends_with(message), "{err}");
    let resumed = folder.json(line);
    let whole = folder.json(&line.replace(" --work c", ""));
    for field in ["proven", "boards"] {
        assert_eq!(resumed[field], whole[field], "{field}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ignored_signals_stay_ignored() {
    let folder = TestFolder::new();
    let binary = env!("CARGO_BIN_EXE_mdp2048");
    let script = format!("trap '' HUP; exec {binary} solve --board 3x3 --target 64 --out out");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(folder.path()).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    sleep(Duration::from_millis(60));
    send("HUP", &child);
    assert!(child.wait().unwrap().success());
    assert_eq!(folder.names(), ["out"]);
}
