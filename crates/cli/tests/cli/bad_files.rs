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

#[test]
fn files_that_cannot_be_read_are_refused() {
    let folder = TestFolder::packed();
    check(&folder, "none", "could not read none: no such file or directory; check the path");
    check(&folder, ".", "could not read .: is a directory");
    for text in ["", "The quick brown fox jumps over the lazy dog.\n"] {
        folder.write("bad", text);
        check(&folder, "bad", "bad is not a file that this command reads: mdp2048 solve makes ");
    }
    for kind in ["solution", "policy"] {
        let whole = folder.read(&format!("g.{kind}"));
        folder.write("bad", &whole[..whole.len() - 1]);
        check(&folder, "bad", &format!("bad: the {kind} "));
        folder.write("bad", [&whole[..], b"x"].concat());
        check(&folder, "bad", &format!("bad: the {kind} has "));
        let changed = |at: usize, byte: u8| {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            bytes
        };
        folder.write("bad", changed(8, 99));
        check(
            &folder,
            "bad",
            &format!("bad: this {kind} is version 99, this build reads version "),
        );
        for at in (0..whole.len()).step_by(29) {
            folder.write("bad", changed(at, whole[at] ^ 0x20));
            folder.refuse("play bad", "bad");
        }
    }
}

#[test]
fn the_kind_of_a_file_is_known_from_its_contents() {
    let folder = TestFolder::packed();
    for (name, kind, other) in
        [("g.solution", "solution", "a.policy"), ("g.policy", "policy", "b.solution")]
    {
        fs::rename(folder.path().join(name), folder.path().join(other)).unwrap();
        assert_eq!(folder.json(&format!("inspect {other}"))["kind"], kind);
    }
}
