//! Solutions whose checksums are right and whose contents contradict each other.

use mdp2048_test_support::SolutionParts;

use crate::TestFolder;

/// The verbs that use the whole solution.
const USERS: [&str; 11] = [
    "play FILE --games 100",
    "evaluate FILE --objective score",
    "evaluate FILE --distribution moves",
    "evaluate FILE --distribution largest",
    "pack FILE --out out",
    "pack FILE --max-leave 0.01 --out out",
    "pack FILE --format twenty48 --out out",
    "export FILE --format csv --out out",
    "export FILE --format parquet --out out",
    "export FILE --format drn --out out",
    "export FILE --format svg --out out",
];

/// More verbs, which must not fail on false values.
const FURTHER_USERS: [&str; 4] = [
    "query FILE --position 0_2/2_0",
    "evaluate FILE --habits",
    "evaluate FILE --agent greedy",
    "export FILE --format svg --state 0_2/2_0 --out out",
];

/// A folder with the solution of 2x2 to 16 after a change, under matching checksums.
pub(crate) fn changed(change: impl FnOnce(&mut SolutionParts)) -> TestFolder {
    let folder = TestFolder::solved();
    let mut parts = SolutionParts::read(&folder.read("g.solution")).unwrap();
    change(&mut parts);
    parts.count_again();
    folder.write("g.solution", parts.bytes());
    folder
}

/// Checks that each verb ends with a result or with a message of one line, and that the
/// verification finds the fault.
fn survived(folder: &TestFolder) {
    for line in USERS.iter().chain(&FURTHER_USERS) {
        let line = line.replace("FILE", "g.solution");
        let result = folder.run(&line);
        assert!(!result.out.contains("NaN"), "{line}: {}", result.out);
        let is_message = result.err.starts_with("mdp2048: ") && result.err.lines().count() == 1;
        assert!(matches!(result.code, Some(0..=2)), "{line}: {}", result.err);
        assert!(result.code == Some(0) || is_message, "{line}: {}", result.err);
    }
    let verified = folder.run("verify g.solution");
    assert_eq!(verified.code, Some(1), "{}", verified.out);
}

/// Checks that each of these commands is refused with one line, and writes nothing.
fn refused(folder: &TestFolder, lines: &[&str], message: &str) {
    for line in lines {
        let message = format!("g.solution: the solution contradicts itself: {message}");
        folder.refuse(&line.replace("FILE", "g.solution"), &message);
        assert_eq!(folder.names(), ["g.solution"], "{line}");
    }
    let verified = folder.run("verify g.solution");
    assert!(verified.code != Some(0), "{}", verified.out);
}

#[test]
fn every_verb_survives_a_missing_state() {
    // All states of tile sum 12 but one.
    let folder = changed(|parts| {
        let layer = &mut parts.layers[4];
        while layer.values.len() > 1 {
            let bit = (0..64 * layer.words.len()).find(|&bit| layer.has(bit)).unwrap();
            layer.flip(bit, 0.0);
        }
    });
    refused(&folder, &["export FILE --format drn --out out"], "games reach ");
    survived(&folder);
}

#[test]
fn a_lost_board_that_is_held_is_found_by_exports_of_all_states() {
    // 2 4/4 2 is one of the boards of tile sum 12 that are not held.
    let mut found = 0;
    for bit in 0..8 {
        let mut is_added = false;
        let folder = changed(|parts| {
            let layer = &mut parts.layers[4];
            is_added = !layer.has(bit);
            if is_added {
                layer.flip(bit, 0.5);
            }
        });
        let result = folder.run("export g.solution --format drn --out out");
        if is_added && result.err.contains("contradicts itself") {
            refused(&folder, &["export FILE --format drn --out out"], "it holds ");
            refused(&folder, &["export FILE --format csv --out out"], "it holds 2 4/4 2, which is");
            found += 1;
        }
    }
    assert_eq!(found, 1);
}

#[test]
fn impossible_values_are_refused_and_verification_finds_wrong_ones() {
    let impossible = "a value at tile sum 14 is none of its objective";
    for (value, users) in [(f64::NAN, &USERS[..]), (-1.0, &USERS[..1]), (1.5, &USERS[..1])] {
        let folder = changed(|parts| parts.layers[5].values[0] = value);
        refused(&folder, users, impossible);
    }
    survived(&changed(|parts| parts.layers[6].values.fill(0.5)));
    survived(&changed(|parts| parts.header.start_return = 0.5));
}
