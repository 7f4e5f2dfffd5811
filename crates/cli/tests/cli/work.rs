//! Work folders: runs that are killed, folders of other games, damaged files, packed policies.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::TestFolder;

const GAME: &str = "solve --board 3x3 --target 64 --discount 0.99 --precision single";

/// The options for a work folder with files of single layers.
const WORK: &str = "--checkpoint 0 --work";

#[test]
fn a_killed_run_goes_on() {
    let folder = TestFolder::new();
    let whole = folder.json(&format!("{GAME} {WORK} whole"));
    let in_memory = folder.json(GAME);
    for field in ["states", "lost", "layers", "start_value", "relative_error"] {
        assert_eq!(whole[field], in_memory[field], "{field}");
    }
    assert_eq!(whole["work"], "whole");
    let expected = folder.work_files("whole");
    assert!(expected.iter().any(|(name, _)| name == "layer_00004.policy"));
    let manifest = folder.path().join("killed/manifest");
    for kill in 0..3 {
        let resume = if manifest.exists() { " --resume" } else { "" };
        let before = fs::read(&manifest).unwrap_or_default();
        let mut command = folder.command(&format!("{GAME} {WORK} killed{resume}"));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // At least one layer more is finished, and a few more by chance.
        let deadline = Instant::now() + Duration::from_secs(60);
        while fs::read(&manifest).unwrap_or_default() == before && Instant::now() < deadline {
            if child.try_wait().unwrap().is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(30 * kill));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let resumed = folder.json(&format!("{GAME} {WORK} killed --resume"));
    assert_eq!(resumed["start_value"], whole["start_value"]);
    assert!(folder.work_files("killed") == expected);
}

#[test]
fn bad_folders_are_refused_in_one_line() {
    let folder = TestFolder::new();
    let solve = "solve --board 2x3 --target 16";
    folder.json(&format!("{solve} {WORK} w"));
    let holds = "the work folder holds a run already: add --resume to go on, or choose another";
    let refused = folder.run(&format!("{solve} {WORK} w"));
    assert!(refused.code == Some(2) && refused.err.contains(holds), "{}", refused.err);
    folder.refuse(
        "solve --board 2x3 --target 32 --work w --resume",
        "the work folder is that of 2x3 to 16 in double precision: resume that one, or give \
         another folder for this game",
    );
    folder.write("file", "");
    let in_file = folder.run(&format!("{solve} --work file"));
    assert_eq!(in_file.code, Some(2));
    assert!(in_file.err.contains("could not use the work folder file: "), "{}", in_file.err);
}

#[test]
fn a_refused_solve_leaves_no_folder() {
    let folder = TestFolder::new();
    for work in ["w", "a/b/w"] {
        let line = format!("solve --board 3x3 --target 64 --memory 1MiB {WORK} {work}");
        let refused = folder.run(&line);
        assert_eq!(refused.code, Some(2), "{}", refused.err);
        assert!(refused.err.contains("this game needs "), "{}", refused.err);
        assert_eq!(folder.names(), [""; 0], "{line}");
    }
}

#[test]
#[cfg(unix)]
fn a_full_disk_loses_nothing() {
    let folder = TestFolder::new();
    folder.json(&format!("{GAME} {WORK} whole"));
    // No file may be longer than 40 blocks of at most 1,024 bytes.
    let program = env!("CARGO_BIN_EXE_mdp2048");
    let limited = std::process::Command::new("sh")
        .args(["-c", &format!("ulimit -f 40; exec {program} {GAME} {WORK} full")])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let message = String::from_utf8(limited.stderr).unwrap();
    assert_eq!(limited.status.code(), Some(1), "{message}");
    let last = message.lines().last().unwrap();
    assert!(last.starts_with("mdp2048: could not write layer_"), "{message}");
    assert!(
        last.ends_with("from its last checkpoint, or start another command again"),
        "{message}"
    );
    // The afterstates of the last finished layer, from which the run goes on.
    let is_read = |name: &&String| name.ends_with(".afterstates");
    let stopped = folder.work_files("full");
    let last = stopped.iter().map(|(name, _)| name).rfind(is_read).unwrap();
    let path = folder.path().join("full").join(last);
    let whole = fs::read(&path).unwrap();
    let mut changed = whole.clone();
    changed[0] ^= 1;
    for damaged in [&changed[..], &whole[..whole.len() - 1], b""] {
        fs::write(&path, damaged).unwrap();
        folder.refuse(
            &format!("{GAME} {WORK} full --resume"),
            &format!(
                "{last} of the work folder is damaged: delete that file, whose name may go on \
                 with .zst, and resume the run, which makes it again (pack \
                 makes one of visited states)",
            ),
        );
    }
    fs::remove_file(&path).unwrap();
    folder.json(&format!("{GAME} {WORK} full --resume"));
    assert!(folder.work_files("full") == folder.work_files("whole"));
}

#[test]
fn work_folders_are_verified() {
    let folder = TestFolder::new();
    fs::create_dir(folder.path().join("w")).unwrap();
    let of_runs =
        ["layer_00004.states.zst.partial", "layers_00004_99998.states.partial", "manifest.partial"];
    for name in of_runs.into_iter().chain(["download.partial"]) {
        folder.write(&format!("w/{name}"), "text");
    }
    folder.text(&format!("{GAME} {WORK} w"));
    // Files of other programs stay.
    assert_eq!(folder.read("w/download.partial"), b"text");
    for name in of_runs {
        assert!(!folder.path().join("w").join(name).exists(), "{name} is left");
    }
    let whole = folder.json("verify w --whole");
    assert_eq!((&whole["ok"], &whole["checked"]), (&true.into(), &whole["states"]));
    let text = folder.text("verify w --samples 100");
    assert!(text.contains("2.95 % of wrong ones in a layer are noticed"), "{text}");
    let mut bytes = folder.read("w/layer_00040.policy");
    bytes[0] ^= 1;
    folder.write("w/layer_00040.policy", bytes);
    let damaged = folder.run("verify w");
    assert_ne!(damaged.code, Some(0));
    assert!(damaged.err.contains("layer_00040.policy"), "{}", damaged.err);
}

#[test]
fn a_folder_is_packed_like_its_solution() {
    let folder = TestFolder::new();
    let solve = "solve --board 3x3 --target 64 --discount 0.99";
    folder.json(&format!("{solve} {WORK} w"));
    folder.json(&format!("{solve} --out s"));
    let before = folder.work_files("w");
    let packed = folder.json("pack w --threshold 1e-6 --out w.policy");
    assert!(folder.work_files("w") == before);
    let expected = folder.json("pack s --threshold 1e-6 --out s.policy");
    for field in ["states", "leave_probability", "values", "threshold"] {
        assert_eq!(packed[field], expected[field], "{field}");
    }
    assert_eq!(packed["folder"]["start_loss"], 0.0);
    assert!(packed["folder"]["visited"].as_u64() > packed["states"].as_u64());
    // This compares every action and every value.
    folder.text("verify w.policy --against s");
    folder.json(&format!("{solve} --precision single --work single"));
    let single = folder.json("pack single --threshold 1e-6 --values none --out single.policy");
    let loss = single["folder"]["start_loss"].as_f64().unwrap();
    assert!(loss > 0.0 && loss < 1e-4, "{loss}");
    fs::remove_file(folder.path().join("w/layer_00020.policy")).unwrap();
    let refused = folder.run("pack w --threshold 1e-3 --out p");
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("layer_00020.policy of the work folder is missing: resume"));
}
