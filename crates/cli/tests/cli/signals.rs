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
const KILLS: u32 = 5;

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
#[allow(clippy::print_stdout, reason = "shown by `cargo test -- --nocapture`")]
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
    let (mut replaced, mut left) = (0, 0);
    for kill in 0..kills {
        let writer = kill as usize % WRITERS.len();
        let (time, new) = &whole[writer];
        if kill % 3 == 2 {
            fs::remove_file(&out).unwrap();
        } else {
            fs::write(&out, "old").unwrap();
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
        replaced += u32::from(is_new);
        if is_new || found.is_none() {
            fs::write(&out, "old").unwrap();
        }
        let partial = folder.names().len() - 2;
        left += partial;
        assert!(partial == 0 || signal == "KILL", "{signal}: {:?}", folder.names());
        // Some partial files of killed runs accumulate until the next whole run.
        if kill % 7 == 6 || kill + 1 == kills {
            folder.text(WRITERS[writer]);
            assert_eq!(folder.names(), ["base", "out"]);
        }
    }
    println!("{signal}: {kills} kills, {replaced} after the file was written, {left} left a file");
}

#[test]
fn runs_ended_by_hup_leave_nothing_behind() {
    kill_runs("HUP");
}

#[test]
fn runs_ended_by_int_leave_nothing_behind() {
    kill_runs("INT");
}

#[test]
fn runs_ended_by_term_leave_nothing_behind() {
    kill_runs("TERM");
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
        fs::write(folder.path().join(name), "partial").unwrap();
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
        let mut command = folder.command("solve --board 4x4 --target 32 --out g.solution");
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        sleep(Duration::from_millis(700));
        send(signal, &child);
        let result = RunResult::of(child.wait_with_output().unwrap());
        result.assert_refused(signal, code, "interrupted, nothing was written");
        assert_eq!(folder.names(), [""; 0]);
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
