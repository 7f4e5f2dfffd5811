use std::fs;

use crate::Place;

/// The verbs that read a file.
const READERS: [&str; 5] = [
    "query FILE --position 0_2/2_0",
    "play FILE",
    "inspect FILE",
    "pack FILE --out x",
    "verify FILE",
];

fn check(place: &Place, file: &str, complaint: &str) {
    for line in READERS {
        place.refuse(&line.replace("FILE", file), complaint);
    }
}

fn place() -> Place {
    let place = Place::new();
    place.text("solve --board 2x2 --target 16 --out g.solution");
    place.text("pack g.solution --out g.policy");
    place
}

fn write(place: &Place, name: &str, bytes: &[u8]) {
    fs::write(place.path().join(name), bytes).unwrap();
}

#[test]
fn missing_and_foreign_files() {
    let place = place();
    check(&place, "none", "could not read none: no such file or directory; check the path");
    check(&place, ".", "could not read .: is a directory");
    write(&place, "empty", b"");
    write(&place, "text", b"The quick brown fox jumps over the lazy dog.\n");
    for file in ["empty", "text"] {
        check(&place, file, &format!("{file} is neither a solution nor a policy: make one with "));
    }
}

#[test]
fn truncated_files() {
    let place = place();
    for (name, shortest) in [("g.solution", 8), ("g.policy", 8)] {
        let bytes = fs::read(place.path().join(name)).unwrap();
        for length in shortest..bytes.len() {
            write(&place, "cut", &bytes[..length]);
            place.refuse("inspect cut", "cut: ");
        }
        write(&place, "cut", &bytes[..bytes.len() - 1]);
        let kind = name.strip_prefix("g.").unwrap();
        check(&place, "cut", &format!("cut: the {kind} "));
        write(&place, "long", &[&bytes[..], b"x"].concat());
        check(&place, "long", &format!("long: the {kind} has "));
    }
}

#[test]
fn other_versions() {
    let place = place();
    for name in ["g.solution", "g.policy"] {
        let mut bytes = fs::read(place.path().join(name)).unwrap();
        bytes[8] = 99;
        write(&place, "other", &bytes);
        let kind = name.strip_prefix("g.").unwrap();
        check(
            &place,
            "other",
            &format!("other: this {kind} is version 99, this build reads version "),
        );
    }
}

#[test]
fn damaged_files() {
    let place = place();
    for name in ["g.solution", "g.policy"] {
        let whole = fs::read(place.path().join(name)).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x20;
            write(&place, "damaged", &bytes);
            place.refuse("play damaged", "damaged");
        }
    }
}

#[test]
fn files_are_told_apart_by_their_contents() {
    let place = place();
    fs::rename(place.path().join("g.solution"), place.path().join("a.policy")).unwrap();
    fs::rename(place.path().join("g.policy"), place.path().join("b.solution")).unwrap();
    assert_eq!(place.json("inspect a.policy")["kind"], "solution");
    assert_eq!(place.json("inspect b.solution")["kind"], "policy");
}
