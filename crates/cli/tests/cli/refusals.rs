//! The commands of `refusals.txt`, which must be refused in one line.

use std::thread;

use crate::TestFolder;

const TABLE: &str = include_str!("refusals.txt");

#[test]
fn bad_input_is_refused() {
    thread::scope(|scope| {
        for section in TABLE.split("\n== ").skip(1) {
            scope.spawn(|| check(section));
        }
    });
}

/// Runs the commands of a section in a folder of its own.
fn check(section: &str) {
    let (name, rows) = section.split_once('\n').unwrap();
    let folder = TestFolder::new();
    // Indented lines go on with the line before.
    let rows = rows.lines().fold(String::new(), |rows, line| match line.strip_prefix("  ") {
        Some(rest) => rows + " " + rest.trim_start(),
        None => rows + "\n" + line,
    });
    let mut refused = 0;
    for row in rows.lines() {
        if let Some(line) = row.strip_prefix("$ ") {
            folder.text(line);
        } else if let Some(row) = row.strip_prefix("! ") {
            let (line, message) = row.split_once(" => ").unwrap();
            for (line, message) in expanded(line.to_owned(), message.to_owned(), 1) {
                refuse(&folder, &line, &message);
                refused += 1;
            }
        } else {
            assert!(row.is_empty(), "{name}: {row}");
        }
    }
    assert!(refused > 0, "{name}");
}

/// A row for each alternative of each `{a|b}`, which `{1}`, `{2}` and so on stand for.
fn expanded(line: String, message: String, number: usize) -> Vec<(String, String)> {
    let Some((start, rest)) = line.split_once('{') else { return vec![(line, message)] };
    let (alternatives, end) = rest.split_once('}').unwrap();
    let with = |word: &str| {
        let message = message.replace(&format!("{{{number}}}"), &word.replace('_', " "));
        expanded(format!("{start}{word}{end}"), message, number + 1)
    };
    alternatives.split('|').flat_map(with).collect()
}

/// Checks that a command is refused and leaves no file. `...` in the message is any text, and `$`
/// at its end is the end of the line.
fn refuse(folder: &TestFolder, line: &str, message: &str) {
    let before = folder.names();
    let result = folder.run(&line.replace("''", ""));
    let parts: Vec<&str> = message.split("...").collect();
    result.assert_refused(line, 2, parts[0].trim_end_matches('$'));
    let mut found = &*result.err;
    for part in &parts {
        let part = part.trim_end_matches('$');
        let at = found.find(part).unwrap_or_else(|| panic!("{line}: {}not {part}", result.err));
        found = &found[at + part.len()..];
    }
    assert!(!message.ends_with('$') || found == "\n", "{line}: {}", result.err);
    assert_eq!(folder.names(), before, "{line}");
}
