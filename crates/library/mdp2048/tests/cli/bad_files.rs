use std::fs;

use crate::TestFolder;

/// The verbs that read a file.
const READERS: [&str; 5] = [
    "query FILE --position 0_2/2_0",
    "play FILE",
    "inspect FILE",
    "pack FILE --out x",
    "verify FILE",
];

fn check(folder: &TestFolder, file: &str, message: &str) {
    for line in READERS {
        folder.refuse(&line.replace("FILE", file), message);
    }
}

fn write(folder: &TestFolder, name: &str, bytes: &[u8]) {
    fs::write(folder.path().join(name), bytes).unwrap();
}

#[test]
fn missing_files_and_files_of_unknown_kind() {
    let folder = TestFolder::packed();
    check(&folder, "none", "could not read none: no such file or directory; check the path");
    check(&folder, ".", "could not read .: is a directory");
    write(&folder, "empty", b"");
    write(&folder, "text", b"The quick brown fox jumps over the lazy dog.\n");
    for file in ["empty", "text"] {
        check(&folder, file, &format!("{file} is neither a solution nor a policy: make one with "));
    }
}

#[test]
fn truncated_files() {
    let folder = TestFolder::packed();
    for (name, shortest) in [("g.solution", 8), ("g.policy", 8)] {
        let bytes = fs::read(folder.path().join(name)).unwrap();
        for length in shortest..bytes.len() {
            write(&folder, "cut", &bytes[..length]);
            folder.refuse("inspect cut", "cut: ");
        }
        write(&folder, "cut", &bytes[..bytes.len() - 1]);
        let kind = name.strip_prefix("g.").unwrap();
        check(&folder, "cut", &format!("cut: the {kind} "));
        write(&folder, "long", &[&bytes[..], b"x"].concat());
        check(&folder, "long", &format!("long: the {kind} has "));
    }
}

#[test]
fn other_versions() {
    let folder = TestFolder::packed();
    for name in ["g.solution", "g.policy"] {
        let mut bytes = fs::read(folder.path().join(name)).unwrap();
        bytes[8] = 99;
        write(&folder, "other", &bytes);
        let kind = name.strip_prefix("g.").unwrap();
        check(
            &folder,
            "other",
            &format!("other: this {kind} is version 99, this build reads version "),
        );
    }
}

#[test]
fn damaged_files() {
    let folder = TestFolder::packed();
    for name in ["g.solution", "g.policy"] {
        let whole = fs::read(folder.path().join(name)).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x20;
            write(&folder, "damaged", &bytes);
            folder.refuse("play damaged", "damaged");
        }
    }
}

#[test]
fn the_kind_of_a_file_is_known_from_its_contents() {
    let folder = TestFolder::packed();
    fs::rename(folder.path().join("g.solution"), folder.path().join("a.policy")).unwrap();
    fs::rename(folder.path().join("g.policy"), folder.path().join("b.solution")).unwrap();
    assert_eq!(folder.json("inspect a.policy")["kind"], "solution");
    assert_eq!(folder.json("inspect b.solution")["kind"], "policy");
}
