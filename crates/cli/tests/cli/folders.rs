//! Work folders given as files, read-only ones, and what happens to their files from outside.

use std::fs;
use std::path::Path;

use crate::{RunResult, TestFolder, names_in};

const SOLVE: &str = "solve --board 2x3 --target 16 --checkpoint 0 --work";

#[test]
fn a_work_folder_in_place_of_a_file_says_what_to_do() {
    let folder = TestFolder::new();
    folder.text(&format!("{SOLVE} w"));
    let readers = [
        "inspect FILE",
        "arena --board 2x3 --target 16 --agents optimal --games 1 --policy FILE",
        "export FILE --format csv --out out.csv",
        "export FILE --format svg --out out.svg",
    ];
    let readers_of_folders = "which only query, play, review, evaluate, pack and verify";
    let advice = "read: make a policy with mdp2048 pack w --threshold \
                  1e-7 --out w.policy, and give that; where a solution is needed, solve the game \
                  with --out in place of --work";
    let check = |line: &str, file: &str, message: &str| {
        folder.refuse(
            &line.replace("FILE", file),
            &format!("{message}, {readers_of_folders} {advice}"),
        );
    };
    for line in readers {
        check(line, "w", "w is a work folder");
    }
    // Every file of the folder, whatever its kind.
    for name in names_in(&folder.path().join("w")) {
        let file = format!("w/{name}");
        let message = format!("{file} is a part of the work folder w");
        for line in ["query --position 0_2_0/0_2_0", "inspect", "verify", "pack --out p"] {
            // The name has underscores, which are spaces in a line.
            let output = folder.command(line).arg(&file).output().unwrap();
            let message = format!("{message}, which commands do not {advice}");
            RunResult::of(output).assert_refused(line, 2, &message);
        }
    }
    // The advice works.
    folder.text("pack w --threshold 1e-7 --out w.policy");
    folder.text("query w.policy --position 0_2_0/0_2_0");
    // Other files may be in the folder.
    fs::copy(folder.path().join("w.policy"), folder.path().join("w/mine.policy")).unwrap();
    folder.text("inspect w/mine.policy");

    folder.text("count --board 2x2 --work counts");
    let message = "counts is the work folder of a count, which has no values and no policy";
    for line in ["inspect counts", "inspect counts/lock", "verify counts"] {
        folder.refuse(line, message);
    }
    fs::create_dir(folder.path().join("empty")).unwrap();
    folder.refuse("inspect empty", "could not read empty: is a directory");
}

#[test]
fn a_work_folder_answers_as_the_solution_does() {
    let folder = TestFolder::new();
    let game = "--board 3x3 --target 32 --precision single";
    folder.text(&format!("solve {game} --out g.solution"));
    folder.text(&format!("solve {game} --work w"));
    folder.write("game", folder.text("play g.solution --seed 7"));
    for line in [
        "query FILE --position 0_2_0/0_16_4/0_8_8",
        "play FILE --seed 42",
        "play FILE --games 20",
        "review game FILE",
        "evaluate FILE --objective score",
        "evaluate FILE --distribution largest",
        "evaluate FILE --agent greedy",
    ] {
        let of = |file: &str| folder.text(&line.replace("FILE", file));
        assert_eq!(of("w"), of("g.solution"), "{line}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_whose_values_do_not_fit_the_memory_has_actions() {
    let folder = TestFolder::new();
    let game = "--board 3x3 --target 256";
    folder.text(&format!("solve {game} --out g.solution"));
    folder.text(&format!("solve {game} --work w"));
    folder.write("game", folder.text("play g.solution --seed 7"));
    let within = |line: &str| crate::memory::run_within(&folder, 230_000, line);
    let json = |line: &str| {
        let result = within(&format!("{line} --json"));
        assert_eq!(result.code, Some(0), "{line}: {}", result.err);
        serde_json::from_str::<serde_json::Value>(&result.out).unwrap()
    };
    let (found, expected) = (json("play w --seed 42"), folder.json("play g.solution --seed 42"));
    assert_eq!(found["final"], expected["final"]);
    assert_eq!(found["moves"], expected["moves"]);
    assert_eq!(found["steps"][0]["value"], serde_json::Value::Null);
    // Many boards follow an early position, and few a late one.
    let early = "--position 0_2_0/0_0_0/0_2_0";
    let answer = json(&format!("query w {early}"));
    let expected = folder.json(&format!("query g.solution {early}"));
    assert_eq!((&answer["action"], answer["value"].is_null()), (&expected["action"], true));
    let text = within(&format!("query w {early}")).out;
    assert!(text.ends_with("too many boards follow for their values.\n"), "{text}");
    let late = "--position 0_2_0/0_128_4/64_32_8";
    let expected = crate::number(&folder.json(&format!("query g.solution {late}")), "value");
    crate::close(&json(&format!("query w {late}")), "value", expected, 1e-13);
    let message = "w holds actions only, and the values of its 5,643,584 states would take too \
                   much memory or time: solve the game with --out in place of --work, or make a \
                   policy with mdp2048 pack w --threshold 1e-7 --out w.policy";
    for line in ["evaluate w --objective score", "evaluate w --agent greedy", "review game w"] {
        within(line).assert_refused(line, 2, message);
    }
    let line = "play w --games 3";
    within(line).assert_refused(line, 2, "w is too large for many games: leave out --games");
}

#[test]
fn a_count_and_a_solve_in_one_folder_keep_apart() {
    let folder = TestFolder::new();
    let count = "count --board 2x3 --up-to 60 --work";
    folder.text(&format!("{SOLVE} solve"));
    folder.text(&format!("{count} count"));
    folder.text(&format!("{SOLVE} both"));
    let log = || folder.read_text("both/log.csv");
    let before = log();
    folder.text(&format!("{count} both"));
    folder.text(&format!("{count} both --resume"));
    assert_eq!(log(), before);
    let names = |work: &str| names_in(&folder.path().join(work));
    let mut together = [names("solve"), names("count")].concat();
    together.sort();
    // Both have the file that a command holds a lock on.
    together.dedup();
    assert_eq!(names("both"), together);
    assert_eq!(names("solve").len() + names("count").len(), together.len() + 1);
    folder.text(&format!("{SOLVE} both --resume"));
    assert_eq!(names("both"), together);
    assert_eq!(folder.json("verify both --whole")["ok"], true);
}

#[test]
fn a_damaged_manifest_is_noticed() {
    let folder = TestFolder::new();
    folder.text(&format!("{SOLVE} w"));
    assert_eq!(folder.json("verify w")["manifest_intact"], true);
    let whole = folder.read("w/manifest");
    folder.write("w/manifest", &whole[..40]);
    let verified = folder.text("verify w");
    assert!(verified.contains("so its copy was read"), "{verified}");
    folder.text(&format!("{SOLVE} w --resume"));
    assert_eq!(folder.read("w/manifest"), whole);
    for name in ["w/manifest", "w/manifest_copy"] {
        folder.write(name, &whole[..40]);
    }
    folder.refuse(
        &format!("{SOLVE} w --resume"),
        "the manifest of the work folder is damaged or that of another version, and it has no \
         intact copy: start again in an empty folder",
    );
}

/// Whether a user without rights may run the program; the superuser writes to every folder.
#[cfg(unix)]
fn as_user_without_rights(folder: &TestFolder, line: &str) -> std::process::Command {
    use std::os::unix::process::CommandExt as _;

    let mut command = folder.command(line);
    if fs::File::create(folder.path().join("w/probe")).is_ok() {
        fs::remove_file(folder.path().join("w/probe")).unwrap();
        // The user and the group `nobody` of most systems.
        command.uid(65_534).gid(65_534);
    }
    command
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;

    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
#[cfg(unix)]
fn a_read_only_folder_is_verified_and_packed() {
    let folder = TestFolder::new();
    folder.text(&format!("{SOLVE} w"));
    let work = folder.path().join("w");
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    folder.text("pack w --threshold 1e-4 --out expected.policy");
    set_mode(folder.path(), 0o755);
    set_mode(&out, 0o777);
    // With the file to lock, and without it.
    for has_lock in [true, false] {
        if !has_lock {
            fs::remove_file(work.join("lock")).unwrap();
        }
        set_mode(&work, 0o555);
        let names = || fs::read_dir(&work).unwrap().count();
        let before = names();
        let run = |line: &str| {
            let result = as_user_without_rights(&folder, line).output().unwrap();
            RunResult::of(result)
        };
        for line in [
            "verify w",
            "query w --position 0_2_0/0_2_0",
            "play w --seed 1",
            "pack w --threshold 1e-4 --out out/w.policy",
        ] {
            let result = run(line);
            assert_eq!(result.code, Some(0), "{line}: {}", result.err);
        }
        assert_eq!(folder.read("out/w.policy"), folder.read("expected.policy"));
        fs::remove_file(out.join("w.policy")).unwrap();
        assert_eq!((names(), out.read_dir().unwrap().count()), (before, 0));
        // A run needs to write.
        let result = run(&format!("{SOLVE} w --resume"));
        let message = "could not use the work folder w: permission denied; choose another folder";
        result.assert_refused("a run", 2, message);
        set_mode(&work, 0o755);
    }
}

#[test]
fn readers_share_a_folder_and_keep_runs_away() {
    let folder = TestFolder::new();
    folder.text(&format!("{SOLVE} w"));
    let lock = fs::File::open(folder.path().join("w/lock")).unwrap();
    // As another reader does.
    lock.lock_shared().unwrap();
    folder.text("verify w");
    folder.text("pack w --threshold 1e-4 --out w.policy");
    folder.refuse(&format!("{SOLVE} w --resume"), "another run uses the work folder w: wait for");
    // As a run does.
    lock.unlock().unwrap();
    lock.lock().unwrap();
    folder.refuse("verify w", "another run uses the work folder w: wait for it");
}
