use std::fs;
use std::process::Stdio;

use crate::{Ended, Place};

const SOLVE: &str = "solve --board 2x2 --target 16 --out";

#[test]
fn places_that_cannot_be_written() {
    let place = Place::new();
    fs::create_dir(place.path().join("folder")).unwrap();
    let check = |out: &str, complaint: &str| {
        place.refuse(&format!("{SOLVE} {out}"), &format!("could not write {out}: {complaint}"));
    };
    check("none/g.solution", "no such file or directory; choose another --out");
    check("folder", "is a directory; choose another --out");
    check("folder/g.solution/", "not a directory; choose another --out");
    assert_eq!(place.names(), ["folder"]);
    assert_eq!(fs::read_dir(place.path().join("folder")).unwrap().count(), 0);
    place.text(&format!("{SOLVE} g.solution"));
    place.refuse("pack g.solution --out none/g.policy", "could not write none/g.policy: ");
    check("g.solution/x", "not a directory; choose another --out");
}

#[test]
fn a_result_replaces_what_was_there() {
    let place = Place::new();
    fs::write(place.path().join("g.solution"), "old").unwrap();
    place.text(&format!("{SOLVE} g.solution"));
    assert_eq!(place.json("inspect g.solution")["states"], 35);
    assert_eq!(place.names(), ["g.solution"]);
    // A refusal leaves it alone.
    place.refuse("solve --board 2x2 --target 64 --out g.solution", "64 cannot be reached");
    assert_eq!(place.json("inspect g.solution")["states"], 35);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let place = Place::new();
    let line = format!("{SOLVE} /dev/full");
    let complaint = "could not write /dev/full: no space left on device; nothing was left behind";
    place.run(&line).refused(&line, 1, complaint);
    place.text(&format!("{SOLVE} g.solution"));
    place.run("pack g.solution --out /dev/full").refused("pack", 1, complaint);
    place.text(&format!("{SOLVE} /dev/null"));
    assert_eq!(place.names(), ["g.solution"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_grows_too_large_is_taken_away() {
    let place = Place::new();
    fs::write(place.path().join("g.solution"), "old").unwrap();
    // The limit on file sizes ends the writing halfway, as a full disk would.
    let binary = env!("CARGO_BIN_EXE_mdp2048");
    let script = format!(
        "trap '' XFSZ; ulimit -f 16; exec {binary} solve --board 3x3 --target 32 --out g.solution"
    );
    let mut shell = std::process::Command::new("bash");
    let ended = Ended::of(shell.args(["-c", &script]).current_dir(place.path()).output().unwrap());
    ended.refused(&script, 1, "could not write ");
    assert!(ended.err.contains("file too large; nothing was left behind"), "{}", ended.err);
    assert_eq!(place.names(), ["g.solution"]);
    assert_eq!(fs::read(place.path().join("g.solution")).unwrap(), b"old");
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_new_files_are_readable() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let place = Place::new();
    fs::write(place.path().join("real"), "old").unwrap();
    symlink("real", place.path().join("link")).unwrap();
    place.text(&format!("{SOLVE} link"));
    assert!(fs::symlink_metadata(place.path().join("link")).unwrap().is_symlink());
    assert_eq!(place.json("inspect real")["states"], 35);
    fs::write(place.path().join("plain"), "").unwrap();
    let mode = |name: &str| fs::metadata(place.path().join(name)).unwrap().permissions().mode();
    assert_eq!(mode("real"), mode("plain"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_solve_leaves_nothing_behind() {
    let place = Place::new();
    for signal in ["INT", "TERM"] {
        let mut command = place.command("solve --board 4x4 --target 32 --out g.solution");
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(700));
        let mut kill = std::process::Command::new("kill");
        assert!(kill.args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
        let ended = Ended::of(child.wait_with_output().unwrap());
        let code = if signal == "INT" { 130 } else { 143 };
        ended.refused(signal, code, "interrupted, nothing was written");
        assert_eq!(place.names(), [""; 0]);
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let place = Place::new();
    place.text(&format!("{SOLVE} g.solution"));
    for line in ["play g.solution", "inspect g.solution", "query g.solution --position 0_2/2_0"] {
        let mut command = place.command(line);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let ended = Ended::of(child.wait_with_output().unwrap());
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_printed_are_a_failure() {
    let place = Place::new();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let ended = place.command("solve --board 2x2 --target 8").stdout(full).output().unwrap();
    let complaint = "could not print the result: no space left on device";
    Ended::of(ended).refused("/dev/full", 1, complaint);
}

#[test]
fn help_and_version_are_printed() {
    let place = Place::new();
    assert!(place.text("--version").starts_with("mdp2048 "));
    let help = place.text("--help");
    for verb in ["solve", "pack", "query", "play", "inspect", "verify"] {
        assert!(help.contains(verb), "{verb}");
        assert!(place.text(&format!("{verb} --help")).contains("--json"), "{verb}");
    }
}
