//! Files that are replaced, and those that are not.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

use crate::TestFolder;

const SOLVE: &str = "solve --board 2x2 --target 16 --out";

fn mode(folder: &TestFolder, name: &str) -> u32 {
    fs::metadata(folder.path().join(name)).unwrap().mode() & 0o7777
}

fn set_mode(folder: &TestFolder, name: &str, mode: u32) {
    fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn the_mode_of_an_existing_file_is_kept() {
    let folder = TestFolder::new();
    for kept in [0o600, 0o664, 0o755, 0o200] {
        folder.write("g", "old");
        set_mode(&folder, "g", kept);
        folder.text(&format!("{SOLVE} g"));
        assert_eq!(mode(&folder, "g"), kept, "{kept:o}");
        assert!(fs::metadata(folder.path().join("g")).unwrap().len() > 3);
    }
    folder.write("plain", "");
    folder.text(&format!("{SOLVE} new"));
    assert_eq!(mode(&folder, "new"), mode(&folder, "plain"));
}

#[test]
fn a_read_only_file_is_not_replaced() {
    let folder = TestFolder::new();
    folder.text(&format!("{SOLVE} base"));
    folder.write("g", "old");
    set_mode(&folder, "g", 0o444);
    symlink("g", folder.path().join("link")).unwrap();
    for name in ["g", "link"] {
        let message = format!("{name} is read-only, so it is not replaced: allow writing to it ");
        for line in [SOLVE, "pack base --out", "export base --format csv --out"] {
            folder.refuse(&format!("{line} {name}"), &message);
        }
    }
    assert_eq!(folder.read("g"), b"old");
    assert_eq!(mode(&folder, "g"), 0o444);
    assert_eq!(folder.names(), ["base", "g", "link"]);
}

#[test]
fn links_are_followed_to_files_and_to_none() {
    let folder = TestFolder::new();
    fs::create_dir(folder.path().join("folder")).unwrap();
    folder.write("real", "old");
    for (target, link) in [
        ("real", "link"),
        ("link", "second"),
        ("folder/new", "dangling"),
        ("../dangling2", "folder/up"),
        ("folder/up", "twice"),
    ] {
        symlink(target, folder.path().join(link)).unwrap();
    }
    for (link, target) in [("second", "real"), ("dangling", "folder/new"), ("twice", "dangling2")] {
        folder.text(&format!("{SOLVE} {link}"));
        assert!(fs::symlink_metadata(folder.path().join(link)).unwrap().is_symlink(), "{link}");
        assert!(fs::symlink_metadata(folder.path().join(target)).unwrap().is_file(), "{link}");
        assert_eq!(folder.json(&format!("inspect {target}"))["states"], 35);
    }
    symlink("none/x", folder.path().join("lost")).unwrap();
    folder.refuse(&format!("{SOLVE} lost"), "could not write lost: no such file or directory; ");
    symlink("b", folder.path().join("a")).unwrap();
    symlink("a", folder.path().join("b")).unwrap();
    folder.refuse(&format!("{SOLVE} a"), "could not write a: too many levels of symbolic links");
}

#[test]
fn the_input_is_not_replaced() {
    let folder = TestFolder::new();
    folder.text(&format!("{SOLVE} g"));
    let bytes = folder.read("g");
    symlink("g", folder.path().join("link")).unwrap();
    fs::hard_link(folder.path().join("g"), folder.path().join("hard")).unwrap();
    for (input, output) in [("g", "./g"), ("g", "link"), ("link", "g"), ("g", "hard")] {
        let message = format!("{output} is the same file as the input {input}: choose another");
        folder.refuse(&format!("pack {input} --out {output}"), &message);
    }
    assert_eq!(folder.read("g"), bytes);
    assert_eq!(folder.names(), ["g", "hard", "link"]);
}

#[test]
fn no_output_is_another_file_of_the_command() {
    let folder = TestFolder::new();
    folder.text(&format!("{SOLVE} policy"));
    folder.text("solve --board 2x2 --target 16 --work folder");
    folder.write("network", "network");
    symlink("missing", folder.path().join("link")).unwrap();
    fs::create_dir(folder.path().join("pages")).unwrap();
    let names = folder.names();
    let manifest = folder.read("folder/manifest");
    let one_game = "arena --agents optimal,learned --board 2x2 --target 16 --games 1";
    for (line, message) in [
        (
            &*format!("{one_game} --policy policy --out ./policy"),
            "./policy is the same file as the",
        ),
        (
            "certify --agent learned --join 0.1 --network network --out network",
            "network is the same file as the input network: choose another --out",
        ),
        (
            "arena --agents learned --games 1 --network missing --out pages/../link",
            "pages/../link is the same file as the input missing: choose another --out",
        ),
        (
            "pack folder --threshold 1e-7 --out folder/manifest",
            "folder/manifest would be taken for a file of the work folder folder: choose another",
        ),
        (
            "count --board 2x2 --work folder --out folder/log.csv",
            "folder/log.csv would be taken for a file of the work folder folder: choose another",
        ),
        (
            "certify --agent greedy --join 0.1 --work new --out ./new",
            "./new would be taken for a file of the work folder new: choose another --out",
        ),
    ] {
        folder.refuse(line, message);
    }
    assert_eq!(folder.names(), names);
    assert_eq!(folder.read("network"), b"network");
    assert_eq!(folder.read("folder/manifest"), manifest);
    assert_eq!(folder.json("inspect policy")["states"], 35);
}

#[test]
fn advice_names_the_option_of_the_file() {
    let folder = TestFolder::new();
    for (line, advice) in [
        ("certify --agent greedy --target 64 --join 0.1 --out none/x", "choose another --out"),
        ("arena --agents greedy --games 1 --out none/x", "choose another --out"),
    ] {
        let start = "could not write none/x: no such file or directory; create its folder first";
        folder.refuse(line, &format!("{start}, or {advice}\n"));
    }
}

#[test]
fn a_failed_export_leaves_the_earlier_one_whole() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 16 --out old");
    folder.text("solve --board 2x3 --target 32 --out new");
    folder.text("export old --format drn --out x");
    let before = folder.read("x");
    let binary = env!("CARGO_BIN_EXE_mdp2048");
    let script = format!("ulimit -f 100; exec {binary} export new --format drn --out x");
    let mut shell = std::process::Command::new("bash");
    let output = shell.args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    crate::RunResult::of(output).assert_refused(&script, 1, "could not write x");
    assert!(before == folder.read("x"));
    assert_eq!(folder.names(), ["new", "old", "x"]);
}
